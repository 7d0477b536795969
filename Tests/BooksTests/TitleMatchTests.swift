import HTTPTestSupport
import Testing

@testable import Books

@Suite struct TitleMatchTests {
    private static func match(_ one: String, _ other: String) -> TitleMatch? {
        let (one, other) = (TitleForm(one), TitleForm(other))
        let match = TitleMatch(one, other)
        #expect(match == TitleMatch(other, one), "which is which makes a difference")
        return match
    }

    @Test(arguments: [
        ("Dune", "DUNE"), ("The Hobbit", "Hobbit"), ("Hobbit", "the hobbit"),
        ("A Tale of Two Cities", "Tale of two cities"),
        ("L'Étranger", "étranger"), ("Das Kapital", "Kapital"), ("Catch-22", "Catch 22"),
        ("Catch\u{2011}22", "catch 22"),
        ("Fantastic Mr. Fox", "Fantastic Mr Fox"), ("Strunk & White", "Strunk and White"),
        ("Pride & Prejudice", "Pride and Prejudice"),
        ("The O'Reilly Factor", "The O\u{2019}Reilly Factor"), ("O\u{2BC}Reilly", "OReilly"),
        ("Wuthering Heights", "WUTHERING HEIGHTS"),
        ("Jane Eyre", "Jane  Eyre."), ("Cien años de soledad", "Cien an\u{303}os de soledad"),
        ("Cien años de soledad", "CIEN ANOS DE SOLEDAD"),
        ("Straße", "STRASSE"), ("Encyclopædia", "Encyclopaedia"), ("Łódź", "Lodz"), ("Ærø", "Aero"), ("Đorđe", "Dorde"),
        ("Truyện Kiều", "Truyen Kieu"), ("Işık", "ISIK"), ("İstanbul", "istanbul"), ("Ｄｕｎｅ", "Dune"), ("１９８４", "1984"),
        ("Οδύσσεια", "ΟΔΥΣΣΕΙΑ"), ("Ἰλιάς", "ΙΛΙΑΣ"), ("Ёлка", "Елка"), ("Пётр Первый", "ПЕТР ПЕРВЫЙ"),
        ("за\u{301}мок", "замок"),
        ("Чайка", "Чаи\u{306}ка"), ("Комп'ютер", "Комп\u{2BC}ютер"), ("Комп\u{2019}ютер", "компютер"), ("Ґава", "ґава"),
        ("Dune (Dune Chronicles, #1)", "Dune"),
        ("The Fellowship of the Ring (The Lord of the Rings, #1)", "The Fellowship of the Ring"),
        ("The Fellowship of the Ring (The Lord of the Rings, #1)", "The Fellowship of the Ring [Lord of the Rings]"),
        ("Dune (Penguin Galaxy) [Hardcover]", "Dune"),
        ("Introduction to Algorithms, 3rd ed.", "Introduction to Algorithms"),
        ("Introduction to Algorithms, Third Edition", "Introduction to Algorithms (3rd Edition)"),
        ("Computer Networks 5th Edition", "Computer networks"),
        ("On Writing Well: 30th Anniversary Edition", "On writing well"),
        ("Dune, Deluxe Edition", "Dune"), ("Gray's Anatomy (Revised and Expanded Edition)", "Grays Anatomy"),
        ("Sapiens: A Brief History of Humankind", "Sapiens - a brief history of humankind"),
        ("Frankenstein; or, The Modern Prometheus", "Frankenstein: The Modern Prometheus"),
        ("Walden; or, Life in the Woods", "Walden, or Life in the Woods"),
        ("Star Wars: A New Hope", "Star Wars A New Hope"),
        ("The A.B.C. Murders", "The ABC Murders"), ("The A B C murders", "ABC Murders"), ("SPQR", "S.P.Q.R."),
        ("20,000 Leagues Under the Sea", "20000 leagues under the sea"), ("C++ Primer", "c++ primer"),
        ("C# in Depth", "C\u{266F} in depth"),
        ("The Sandman (Vol. 2)", "The Sandman, Vol. 2"), ("The The", "The The"), ("A", "a"), ("?", "?"),
        ("(Untitled)", "untitled"),
        ("Second Edition", "second edition"), ("Teaching Special Ed", "teaching special ed"), ("红楼梦", "《红楼梦》"),
        ("1984", "1984"), ("soft\u{AD}ware", "software"), ("The Da Vinci Code", "Da Vinci Code"),
    ])
    func `The same title is exact however it is written`(one: String, other: String) {
        #expect(Self.match(one, other) == .exact)
    }

    @Test(arguments: [
        ("The Hobbit", "The Hobbit, or There and Back Again"), ("Sapiens", "Sapiens: A Brief History of Humankind"),
        ("Frankenstein", "Frankenstein; or, The Modern Prometheus"), ("Dune", "Dune / Frank Herbert"),
        ("Dune", "Dune \u{2014} a novel"),
        ("Hobbit (Middle-earth)", "The Hobbit: or There and Back Again"),
        ("Steve Jobs", "Steve Jobs : the exclusive biography"),
        ("Star Wars: Thrawn", "Star Wars: Thrawn: Alliances"), ("Factfulness", "Factfulness: Ten Reasons We're Wrong"),
        ("Dune", "Dune： a novel"),
    ])
    func `A subtitle that one side lacks leaves the main title`(one: String, other: String) {
        #expect(Self.match(one, other) == .main)
    }

    @Test(arguments: [
        ("It", "It Ends with Us"), ("1984", "Nineteen Eighty-Four"), ("Dune", "Dune Messiah"),
        ("C++ Primer", "C Primer"),
        ("C# in Depth", "C in Depth"), ("C++ Primer", "C# Primer"), ("War and Peace", "Война и мир"),
        ("I, Robot", "Robot"),
        ("Die Trying", "Trying"), ("As I Lay Dying", "I Lay Dying"), ("O Pioneers!", "Pioneers!"),
        ("The Stranger", "A Stranger"),
        ("Henry IV, Part 1", "Henry IV, Part 2"), ("Henry IV", "Henry IV, Part 1"), ("Henry IV", "Henry IV: Part 1"),
        ("Henry IV", "Henry IV: Part One"), ("Henry IV", "Henry VI"), ("War and Peace", "War and Peace: Volume 2"),
        ("War and Peace", "War and Peace: Volume II"), ("War and Peace", "War and Peace: Book I"),
        ("The Sandman", "The Sandman (Vol. 2)"),
        ("The Sandman (Vol. 1)", "The Sandman (Vol. 2)"), ("Dune (Dune, #1)", "Dune (Dune, #2)"),
        ("Introduction to Algorithms, 2nd ed.", "Introduction to Algorithms, 3rd ed."), ("Catch-22", "Catch-23"),
        ("Sapiens: A Brief History of Humankind", "Sapiens: A Graphic History"),
        ("The Great Gatsby (study guide)", "The Great Gatsby (Penguin Classics)"),
        ("Stalingrad", "Stalingrad: 1942-1943"), ("Emma", "Emma Brown"), ("The Idiot", "Idiots"), ("Чайка", "Чаика"),
        ("Їжак", "Іжак"),
        ("Ґава", "Гава"), ("The", "A"), ("?", "!"), ("Trick or Treat", "Trick"), ("Harry Potter", "Harry Potter 2"),
        ("A Game", "A"),
        ("Teaching Special Ed", "Teaching"), ("Mr. Fox", "Mr"), ("Help! I'm a Prisoner in the Library", "Help"),
        ("Peace", "War and Peace"),
    ])
    func `Another title doesn't fit`(one: String, other: String) {
        #expect(Self.match(one, other) == nil)
    }

    /// Words that are neither articles nor numbers, nor part of a statement of edition.
    private static let words = [
        "river", "Märchen", "o'clock", "naïve", "C++", "stone", "Überfall", "мир", "пётр", "ocean", "crème", "night",
        "être", "gold",
        "winter", "rose", "zenith", "façade",
    ]

    private static func title(_ random: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in words.randomElement(using: &random) ?? "river" }
    }

    private static func written(_ words: [String], _ random: inout SeededGenerator) -> String {
        let marks = [" ", "  ", ", ", " \u{201C}", "\u{201D} ", "! ", " \u{2026} "]
        var text = words.first ?? ""
        for word in words.dropFirst() { text += (marks.randomElement(using: &random) ?? " ") + word }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return text.uppercased()
        case 1: return text.lowercased()
        case 2: return "The " + text
        default: return text + " (Some Series, #\(Int.random(in: 1...9, using: &random)))"
        }
    }

    @Test func `Case, punctuation, an article and a series never tell titles apart, and any other word always does`() {
        var random = SeededGenerator(seed: 2_604)
        for _ in 0..<3_000 {
            let words = Self.title(&random)
            let one = words.joined(separator: " ")
            #expect(Self.match(one, Self.written(words, &random)) == .exact)
            var others = words
            let place = Int.random(in: 0..<words.count, using: &random)
            others[place] = Self.words.filter { $0 != words[place] }.randomElement(using: &random) ?? ""
            #expect(Self.match(one, Self.written(others, &random)) == nil, "\(one) \(others)")
        }
    }

    @Test func `A title made to take long takes no time`() {
        for text in ["(a) ", "((((", "]", ", or ", "a: ", "2nd edition ", "'", "a\u{301}"] {
            let long = String(repeating: text, count: 200_000)
            #expect(Self.match("Dune", long) == nil)
        }
    }
}
