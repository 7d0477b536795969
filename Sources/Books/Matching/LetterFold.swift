/// Letters without what catalogues and people leave off or put on: Latin accents, Greek tones, ligatures.
///
/// Foundation's folding is not at hand in all builds, and no accent of another script is left off with it: the Cyrillic й and ї
/// are letters of their own. The Greek tones go, since capitals have none; ё goes to е, as most Russian print has it.
enum LetterFold {
    /// The letter or letters that stand for a letter in small type.
    ///
    /// - Parameter scalar: A scalar in small type.
    /// - Returns: What stands for it; itself for most.
    static func folded(_ scalar: Unicode.Scalar) -> String {
        scalar.isASCII ? String(scalar) : table[scalar] ?? digit(scalar) ?? String(scalar)
    }

    /// Whether a combining mark goes with an accent that is left off.
    ///
    /// - Parameters:
    ///   - mark: The mark.
    ///   - base: The folded scalar that it stands on; nil for none.
    /// - Returns: Whether it is left off.
    static func drops(_ mark: Unicode.Scalar, on base: Unicode.Scalar?) -> Bool {
        guard (0x300...0x36F).contains(mark.value) else { return false }
        switch base?.value ?? 0 {
        // Stress marks on Cyrillic vowels, and the dots of ё; ѓ and ќ are letters.
        case 0x433, 0x43A: return false
        case 0x435: return true
        case 0x400...0x52F: return mark.value <= 0x301
        default: return true
        }
    }

    /// The ASCII form of a full-width character (U+FF01 to U+FF5E) and of the wide space.
    ///
    /// - Parameter scalar: The scalar.
    /// - Returns: The ASCII form; the scalar itself where it is another one.
    static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x3000: " "
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        default: scalar
        }
    }

    private static func digit(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.numericType {
        case .decimal?, .digit?: scalar.properties.numericValue.map { String(Int($0)) }
        default: nil
        }
    }

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = ["ё": "е", "ѐ": "е", "ѝ": "и"]
        for (base, letters) in variants {
            for letter in letters.unicodeScalars { table[letter] = base }
        }
        return table
    }()

    /// Each letter with those of U+00C0 to U+024F, U+1E00 to U+1FFF and U+FB00 to U+FB06 that it stands for.
    private static let variants: [(base: String, letters: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặẚⱥ"),
        ("c", "çćĉċčḉƈȼ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệǝəɇ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịıɨ"),
        ("n", "ñńņňǹṅṇṉṋŉŋƞɲȵ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøɵǿ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹƴɏ"),
        ("d", "ďḋḍḏḑḓđɗƌȡð"),
        ("g", "ĝğġģǧǵḡǥɠ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("j", "ĵǰɉȷ"),
        ("k", "ķǩḱḳḵƙ"),
        ("l", "ĺļľḷḹḻḽłŀƚȴ"),
        ("r", "ŕŗřȑȓṙṛṝṟɍ"),
        ("s", "śŝşšșṡṣṥṧṩſẜẝẛȿ"),
        ("t", "ţťțṫṭṯṱẗŧƫƭȶ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("z", "źżžẑẓẕƶȥɀ"),
        ("b", "ḃḅḇƀɓƃ"),
        ("f", "ḟƒ"),
        ("m", "ḿṁṃ"),
        ("p", "ṕṗƥ"),
        ("v", "ṽṿ"),
        ("x", "ẋẍ"),
        ("q", "ɋ"),
        ("ss", "ß"),
        ("ae", "æǽǣ"),
        ("oe", "œ"),
        ("th", "þ"),
        ("ij", "ĳ"),
        ("ff", "ﬀ"),
        ("fi", "ﬁ"),
        ("fl", "ﬂ"),
        ("ffi", "ﬃ"),
        ("ffl", "ﬄ"),
        ("st", "ﬅﬆ"),
        ("dz", "ǆǳ"),
        ("lj", "ǉ"),
        ("nj", "ǌ"),
        ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ"),
        ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
        ("ε", "έἐἑἒἓἔἕὲέ"),
        ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
        ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
        ("ο", "όὀὁὂὃὄὅὸό"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
        ("ρ", "ῤῥ"),
        ("σ", "ς"),
    ]
}
