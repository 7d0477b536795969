import Testing

@testable import Books

@Suite struct AuthorMatchTests {
    /// The best fit of any of one side's names with any of the other's.
    private static func match(_ one: String, _ other: String) -> AuthorMatch? {
        let (one, other) = (AuthorNames(one).names, AuthorNames(other).names)
        let matches = one.flatMap { name in
            other.compactMap { further in
                let match = AuthorMatch(name, further)
                #expect(match == AuthorMatch(further, name), "which is which makes a difference")
                return match
            }
        }
        return [AuthorMatch.exact, .initials, .family].first(where: matches.contains)
    }

    @Test(arguments: [
        ("J.R.R. Tolkien", "Tolkien, J. R. R."), ("JRR Tolkien", "J. R. R. Tolkien"),
        ("Le Guin, Ursula K.", "Ursula K. Le Guin"),
        ("Gabriel García Márquez", "Garcia Marquez, Gabriel"), ("Brontë, Charlotte, 1816-1855", "Charlotte Bronte"),
        ("Kurt Vonnegut, Jr.", "Kurt Vonnegut"), ("C. S. Lewis (Clive Staples)", "C. S. Lewis"),
        ("frank HERBERT", "Frank Herbert"),
        ("O'Brien, Flann", "Flann O\u{2019}Brien"), ("Neil Gaiman, Terry Pratchett", "Terry Pratchett"),
        ("Good Author; Other Name", "Other Name"),
        ("Neil Gaiman and Terry Pratchett", "Neil Gaiman"), ("Neil Gaiman / Terry Pratchett", "Terry Pratchett"),
        ("莫言", "莫言"),
        ("Лев Толстой", "Толстой, Лев"), ("Plato", "PLATO"), ("HO CHI MINH", "Ho Chi Minh"),
        ("LE GUIN, Ursula K.", "Ursula K. Le Guin"), ("2Pac", "2PAC"), ("III", "iii"),
        ("Gamma, Helm, Johnson, and Vlissides", "Johnson"), ("King, Stephen; Straub, Peter", "Peter Straub"),
    ])
    func `The same name is exact in any order, without years, brackets and suffixes`(one: String, other: String) {
        #expect(Self.match(one, other) == .exact)
    }

    @Test(arguments: [
        ("J. R. R. Tolkien", "John Ronald Reuel Tolkien"), ("C. S. Lewis", "Clive Staples Lewis"),
        ("Rowling, J.K.", "Joanne K Rowling"),
        ("J. Tolkien", "J. R. R. Tolkien"), ("CS Lewis", "Clive Staples Lewis"),
        ("F. Fitzgerald", "F. Scott Fitzgerald"),
        ("Lewis, C.", "Clive Staples Lewis"),
    ])
    func `Initials stand for names`(one: String, other: String) {
        #expect(Self.match(one, other) == .initials)
    }

    @Test(arguments: [
        ("Fitzgerald", "F. Scott Fitzgerald"), ("Strunk & White", "E. B. White"), ("Le Guin", "Ursula K. Le Guin"),
        ("García Márquez", "Gabriel García Márquez"), ("Frank Herbert", "Frank P. Herbert"),
        ("Thomas Cormen et al.", "Thomas H. Cormen"),
        ("Plato, Benjamin Jowett", "Plato"), ("Tolkien", "Tolkien, J. R. R. (John Ronald Reuel), 1892-1973"),
    ])
    func `The words of the shorter name are enough`(one: String, other: String) {
        #expect(Self.match(one, other) == .family)
    }

    @Test(arguments: [
        ("Frank Herbert", "Brian Herbert"), ("King, Stephen", "Stephen Fry"), ("Stephen King", "Owen King"),
        ("J. R.", "J. R. R. Tolkien"),
        ("J. Smith", "Karl Smith"), ("Tolkien", "Толкин"), ("Charlotte Brontë", "Emily Brontë"),
        ("Herbert", "Herbertson"),
        ("John Ronald Tolkien", "J. Tolkien Smith"), ("Le Guin, Ursula K.", "Ursula Vernon"),
        ("Neil Gaiman, Terry Pratchett", "Terry Gaiman"), ("Neil Gaiman, Terry Pratchett", "Neil Pratchett"),
        ("2Pac", "Frank Herbert"), ("Junior", "Frank Herbert"), ("1984", "George Orwell"),
        ("2Pac Shakur", "Assata Shakur"),
    ])
    func `Somebody else's name doesn't fit`(one: String, other: String) {
        #expect(Self.match(one, other) == nil)
    }

    @Test(arguments: ["Unknown", "anonymous", "VARIOUS", "Author unknown", "", " - ", "[Anonymous]", "???"])
    func `A text that names nobody asks for nobody`(text: String) {
        #expect(AuthorNames(text).names.isEmpty)
        #expect(AuthorNames(text).searched == nil)
    }

    @Test(arguments: [
        ("Brontë, Charlotte, 1816-1855", "Brontë, Charlotte"), ("C. S. Lewis (Clive Staples)", "C. S. Lewis"),
        ("Strunk & White", "Strunk"), ("Kurt Vonnegut, Jr.", "Kurt Vonnegut"),
        ("Unknown; Frank Herbert", "Frank Herbert"),
        ("F. Scott Fitzgerald", "F. Scott Fitzgerald"), ("Neil Gaiman, Terry Pratchett", "Neil Gaiman"),
        ("Le Guin, Ursula K.", "Le Guin"), ("King, Stephen", "King, Stephen"), ("2Pac", "2Pac"), ("1984", "1984"),
    ])
    func `A search is asked for one name without what the catalogue may lack`(text: String, searched: String) {
        #expect(AuthorNames(text).searched == searched)
    }
}
