import Testing

@testable import Books

@Suite struct TitleQuestionTests {
    private static func book(_ title: String, _ subtitle: String? = nil, by authors: String..., also: [String] = [])
        -> TitleCandidate
    {
        TitleCandidate(
            titles: [TitleCandidate.Title(title: title, subtitle: subtitle)], authors: authors, furtherNames: also)
    }

    /// The place of the book that is found; the sentence else.
    private static func choice(_ title: String, by author: String? = nil, among books: TitleCandidate...) -> String {
        switch TitleQuestion(title, author: author).choice(among: books) {
        case .found(let place, _, let match): "\(place) \(match.title) \(match.author)"
        case .ambiguous(let sentence): sentence
        case .none(let sentence): sentence ?? "none"
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `Books with hundreds of long names are told apart without a long wait`() {
        let words = (0..<31).map { "word\($0)" }.joined(separator: " ")
        let books = (0..<10).map { book in
            TitleCandidate(
                titles: [TitleCandidate.Title(title: "Dune")],
                authors: (0..<200).map { "\(words) name\(book)x\($0)" },
                furtherNames: Array(repeating: String(repeating: "a ", count: 10_000), count: 500))
        }
        guard case .ambiguous = TitleQuestion("Dune", author: nil).choice(among: books) else {
            Issue.record("ten books by ten groups of authors are one")
            return
        }
    }

    @Test func `Exact goes before main, and the whole author before initials and the family name`() {
        let books = [Self.book("Dune", "A novel", by: "Frank Herbert"), Self.book("Dune", by: "Frank Herbert")]
        #expect(Self.choice("Dune", among: books[0], books[1]) == "1 exact unasked")
        #expect(Self.choice("Dune", among: books[0]) == "0 main unasked")
        #expect(
            Self.choice(
                "It", by: "Stephen King", among: Self.book("It", by: "S. King"), Self.book("It", by: "Stephen King"))
                == "1 exact exact")
    }

    @Test func `A title with nothing passed over goes before one with brackets or without its article`() {
        #expect(
            Self.choice(
                "The Great Gatsby", among: Self.book("The Great Gatsby (study guide)", by: "Staff"),
                Self.book("The Great Gatsby", by: "F. Scott Fitzgerald")) == "1 exact unasked")
        #expect(
            Self.choice(
                "Outsider", among: Self.book("The Outsider", by: "A. Camus"), Self.book("Outsider", by: "B. C."))
                == "1 exact unasked")
    }

    @Test func `One work in two records is no ambiguity, and an adaptation comes behind the work`() {
        #expect(
            Self.choice("Dune", among: Self.book("Dune", by: "Frank Herbert"), Self.book("DUNE", by: "Herbert, Frank"))
                == "0 exact unasked")
        #expect(
            Self.choice(
                "The Hobbit", by: "Tolkien", among: Self.book("The Hobbit", by: "J. R. R. Tolkien", "Charles Dixon"),
                Self.book("The Hobbit", by: "J. R. R. Tolkien")) == "1 exact family")
    }

    @Test func `Works that fit equally well and differ in author or subtitle are named, three at most`() {
        #expect(
            Self.choice(
                "Dune", by: "Herbert", among: Self.book("Dune", by: "Frank Herbert"),
                Self.book("Dune", by: "Brian Herbert"))
                == #"Several books fit "Dune": "Dune" by Frank Herbert; "Dune" by Brian Herbert."#)
        #expect(
            Self.choice(
                "Star Wars", among: Self.book("Star Wars", "A New Hope"), Self.book("Star Wars", "Thrawn"),
                Self.book("Star Wars: Bloodline"), Self.book("Star Wars: Tarkin"))
                == #"Several books fit "Star Wars": "Star Wars: A New Hope"; "Star Wars: Thrawn"; "Star Wars: Bloodline" and 1 more."#
        )
        #expect(
            Self.choice(
                "Beowulf", among: Self.book("Beowulf", by: "Unknown"), Self.book("Beowulf", by: "Seamus Heaney")
            )
            .hasPrefix("Several"))
        #expect(
            Self.choice("Beowulf", by: "Anonymous", among: Self.book("Beowulf", by: "Unknown"), Self.book("Beowulf"))
                == "0 exact unasked")
    }

    @Test func `A nearest book in another script may be the one, and any other is not`() {
        #expect(
            Self.choice("War and Peace", among: Self.book("Война и мир", by: "Лев Толстой"))
                == #"The nearest book to "War and Peace" is in another script: "Война и мир" by Лев Толстой."#)
        #expect(
            Self.choice(
                "War and Peace", among: Self.book("Peace", by: "A. B."), Self.book("Война и мир", by: "Лев Толстой"))
                == #"No book fits "War and Peace"; the nearest is "Peace" by A. B.."#)
        #expect(
            Self.choice(
                "War and Peace", by: "Tolstoy", among: Self.book("Peace", by: "A. B."),
                Self.book("Война и мир", by: "Лев Толстой", also: ["Leo Tolstoy"])
            ).hasPrefix("The nearest book"))
        #expect(
            Self.choice(
                "Crime and Punishment", by: "Dostoevsky", among: Self.book("Crime and Punishment", by: "Достоевский")
            )
            .hasPrefix("The nearest book"))
        #expect(
            Self.choice("Dune", by: "Frank Herbert", among: Self.book("Dune", by: "Ana Writer"))
                == #"No book fits "Dune"; the nearest is "Dune" by Ana Writer."#)
        #expect(Self.choice("Dune", by: "Frank Herbert", among: Self.book("Dune")).hasPrefix("No book fits"))
        #expect(Self.choice("Dune") == "none")
    }
}
