/// The words of a text as texts are compared: without case, accents, apostrophes, and punctuation but `+` and `#`.
enum ComparedWords {
    /// The words of a text.
    ///
    /// `&` is `and`; an apostrophe leaves no gap, any other punctuation does, save the comma within a number.
    ///
    /// - Parameter text: The text.
    /// - Returns: Its words; none where it is nothing but punctuation.
    static func words(of text: some StringProtocol) -> [String] {
        let scalars = text.lowercased().unicodeScalars.map(LetterFold.halfWidth)
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "&":
                end()
                words.append("and")
            // A hash before a digit is the sign of a number: `#1`.
            case "#" where scalars[(index + 1)...].first.map(isDigit) ?? false: end()
            case "+", "#", "\u{266F}": word += scalar == "+" ? "+" : "#"
            case "," where isGrouping(at: index, in: scalars): break
            case _ where isApostrophe(scalar) || isInvisible(scalar): break
            case _ where LetterFold.drops(scalar, on: word.unicodeScalars.last): break
            case _ where isOfWord(scalar): word += LetterFold.folded(scalar)
            default: end()
            }
        }
        end()
        return words
    }

    /// Whether a character is written for an apostrophe.
    ///
    /// - Parameter scalar: The character.
    /// - Returns: Whether it is.
    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x27, 0x60, 0xB4, 0x2018, 0x2019, 0x201B, 0x2032, 0x2B9...0x2BD, 0x2C8, 0x55A, 0x5F3, 0xA78C: true
        default: false
        }
    }

    /// Whether a comma stands before three digits of a number: `20,000`.
    private static func isGrouping(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        index > 0 && isDigit(scalars[index - 1]) && scalars[(index + 1)...].prefix(while: isDigit).count == 3
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format || scalar.properties.isVariationSelector
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }
}
