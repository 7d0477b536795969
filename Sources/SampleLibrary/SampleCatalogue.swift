/// The books of the sample library.
///
/// Titles, makers, dates and numbers are facts about the editions. Keys that begin with `OL99` are made up. The records
/// keep the oddities of real ones, so that a run on them meets what it will meet elsewhere.
enum SampleCatalogue {
    /// The books, in the order in which a search names them.
    static let books: [SampleBook] = [
        SampleBook(
            edition: "OL7353617M", work: "OL45804W", title: "Fantastic Mr. Fox",
            authors: [SampleAuthor("OL34184A", "Roald Dahl")], publisher: "Puffin", publishDate: "October 1, 1988",
            isbn10: ["0140328726"], isbn13: ["9780140328721"], pages: 96, language: "eng",
            physicalFormat: "Paperback", cover: 8739161, subjects: ["Foxes", "Animals", "Children's stories"],
            goodreads: "1507552", libraryThing: "6446"),
        SampleBook(
            edition: "OL34854896M", work: "OL1168083W", title: "Nineteen Eighty-Four",
            authors: [SampleAuthor("OL118077A", "George Orwell")], publisher: "Signet Classics", publishDate: "1961",
            isbn10: ["0451524934"], isbn13: ["9780451524935"], pages: 328, language: "eng",
            physicalFormat: "Mass Market Paperback", cover: 12054527, subjects: ["Totalitarianism", "Dystopias"]),
        SampleBook(
            edition: "OL1017798M", work: "OL9900003W", title: "The adventures of Tom Sawyer",
            authors: [SampleAuthor("OL9900003A", "Mark Twain")], publisher: "Signet Classic", publishDate: "1997",
            isbn10: ["0451526538"], isbn13: ["9780451526533"], pagination: "xxi, 216 p. ;", language: "eng",
            cover: 295577, subjects: ["Boys", "Missouri"], lccn: "96072233", oclc: "36792831"),
        SampleBook(
            edition: "OL22853304M", work: "OL9900004W", title: "Slow reading",
            authors: [SampleAuthor("OL9900004A", "John Miedema")], publisher: "Litwin Books",
            publishDate: "March 2009", isbn10: ["098020044X"], isbn13: ["9780980200447"], pages: 92,
            pagination: "80p.", language: "eng", cover: 5546156, subjects: ["Books and reading", "Reading"],
            lccn: "2008054742", oclc: "297222669"),
        SampleBook(
            edition: "OL9900005M", work: "OL9900005W", title: "Pride and Prejudice",
            authors: [SampleAuthor("OL9900005A", "Jane Austen")], publisher: "Penguin Classics",
            publishDate: "December 31, 2002", isbn10: ["0141439513"], isbn13: [], pages: 480, language: "eng",
            physicalFormat: "Paperback", subjects: ["Courtship", "England"]),
        SampleBook(
            edition: "OL9900006M", work: "OL9900006W", title: "To Kill a Mockingbird",
            authors: [SampleAuthor("OL9900006A", "Harper Lee")], editionNamesAuthors: false,
            publisher: "Harper Perennial Modern Classics", publishDate: "May 23, 2006", isbn10: ["0061120081"],
            isbn13: ["9780061120084"], pages: 336, language: "eng", physicalFormat: "Paperback",
            subjects: ["Race relations", "Trials"]),
        SampleBook(
            edition: "OL9900007M", work: "OL9900007W", title: "The Great Gatsby",
            authors: [SampleAuthor("OL9900007A", "F. Scott Fitzgerald")], publisher: "Scribner",
            publishDate: "September 30, 2004", isbn10: ["0743273567"], isbn13: ["9780743273565"], pages: 180,
            language: "eng", physicalFormat: "Paperback", cover: -1, subjects: ["Rich people", "Long Island"]),
        SampleBook(
            edition: "OL9900008M", work: "OL9900008W", title: "Moby-Dick", subtitle: "or, The Whale",
            authors: [SampleAuthor("OL9900008A", "Herman Melville")], publisher: "Penguin Classics",
            publishDate: "2003", isbn10: ["0142437247"], isbn13: ["9780142437247"], pages: 720,
            subjects: ["Whaling", "Ship captains"]),
        SampleBook(
            edition: "OL9900009M", work: "OL9900009W", title: "Frankenstein", subtitle: "or, the Modern Prometheus",
            authors: [SampleAuthor("OL9900009A", "Mary Shelley")], publisher: "Penguin Classics",
            publishDate: "May 6, 2003", isbn10: ["0141439475"], isbn13: ["9780141439471"], pages: 352,
            language: "eng", subjects: ["Monsters", "Scientists"]),
        SampleBook(
            edition: "OL9900010M", work: "OL9900010W", title: "Dracula",
            authors: [SampleAuthor("OL9900010A", "Bram Stoker")], publisher: "Penguin Classics",
            publishDate: "Apr 29, 2003", isbn10: ["014143984X"], isbn13: ["9780141439846"], pages: 512,
            language: "eng", subjects: ["Vampires", "Transylvania"]),
        SampleBook(
            edition: "OL9900011M", work: "OL9900011W", title: "Crime and Punishment",
            authors: [SampleAuthor("OL9900011A", "Fyodor Dostoyevsky")],
            contributions: ["David McDuff (Translator)"], publisher: "Penguin Classics", publishDate: "2003",
            isbn10: ["0140449132"], isbn13: ["9780140449136"], pages: 720, language: "eng",
            subjects: ["Murder", "Saint Petersburg"]),
        SampleBook(
            edition: "OL9900012M", work: "OL9900012W", title: "War and Peace",
            authors: [SampleAuthor("OL9900012A", "Leo Tolstoy")],
            contributions: ["Richard Pevear (Translator)", "Larissa Volokhonsky (Translator)"],
            publisher: "Alfred A. Knopf", publishDate: "2007-10-16", isbn10: ["0307266931"],
            isbn13: ["9780307266934"], pages: 1296, language: "eng", physicalFormat: "Hardcover",
            subjects: ["Napoleonic Wars", "Russia"]),
        SampleBook(
            edition: "OL9900013M", work: "OL9900013W", title: "The Art of Computer Programming, Volume 1",
            subtitle: "Fundamental Algorithms", authors: [SampleAuthor("OL9900013A", "Donald E. Knuth")],
            publisher: "Addison-Wesley", publishDate: "1997", isbn10: ["0201896834"], isbn13: ["9780201896831"],
            pages: 650, pagination: "xx, 650 p. :", language: "eng",
            subjects: ["Computer programming", "Computer algorithms"]),
        SampleBook(
            edition: "OL9900014M", work: "OL9900014W", title: "Introduction to algorithms :",
            workTitle: "Introduction to Algorithms",
            authors: [
                SampleAuthor("OL9900014A", "Thomas H. Cormen"), SampleAuthor("OL9900015A", "Charles E. Leiserson"),
                SampleAuthor("OL9900016A", "Ronald L. Rivest"), SampleAuthor("OL9900017A", "Clifford Stein"),
            ],
            publisher: "MIT Press", publishDate: "c2009", isbn10: ["0262033844"], isbn13: ["9780262033848"],
            pages: 1292, pagination: "xix, 1292 p. :", language: "eng", physicalFormat: "Hardcover",
            subjects: ["Computer algorithms"]),
        SampleBook(
            edition: "OL9900015M", work: "OL9900015W", title: "Design Patterns",
            subtitle: "Elements of Reusable Object-Oriented Software",
            authors: [
                SampleAuthor("OL9900018A", "Erich Gamma"), SampleAuthor("OL9900019A", "Richard Helm"),
                SampleAuthor("OL9900020A", "Ralph Johnson"), SampleAuthor("OL9900021A", "John Vlissides"),
            ],
            publisher: "Addison-Wesley", publishDate: "1995", isbn10: ["0201633612"], isbn13: ["978-0-201-63361-0"],
            pages: 395, language: "eng", subjects: ["Object-oriented programming", "Software patterns"]),
        SampleBook(
            edition: "OL9900016M", work: "OL9900016W", title: "Structure and Interpretation of Computer Programs",
            authors: [
                SampleAuthor("OL9900022A", "Harold Abelson"), SampleAuthor("OL9900023A", "Gerald Jay Sussman"),
                SampleAuthor("OL9900024A", "Julie Sussman"),
            ],
            publisher: "MIT Press", publishDate: "1996", isbn10: ["0262510871"], isbn13: ["9780262510875"],
            pages: 657, language: "eng", physicalFormat: "Paperback", description: .object("Second edition."),
            subjects: ["Electronic digital computers -- Programming", "LISP (Computer program language)"]),
        SampleBook(
            edition: "OL9900017M", work: "OL9900017W", title: "The Pragmatic Programmer",
            subtitle: "From Journeyman to Master",
            authors: [SampleAuthor("OL9900025A", "Andrew Hunt"), SampleAuthor("OL9900026A", "David Thomas")],
            publisher: "Addison-Wesley", publishDate: "October 1999", isbn10: ["020161622X"],
            isbn13: ["9780201616224"], pages: 321, language: "eng", subjects: ["Computer programming"]),
        SampleBook(
            edition: "OL9900018M", work: "OL9900018W", title: "Clean Code",
            subtitle: "A Handbook of Agile Software Craftsmanship",
            authors: [SampleAuthor("OL9900027A", "Robert C. Martin")], publisher: "Prentice Hall",
            publishDate: "Aug 11, 2008", isbn10: ["0132350882", "0136083250"], isbn13: ["9780132350884"], pages: 431,
            language: "eng", subjects: ["Agile software development"]),
        SampleBook(
            edition: "OL9900019M", work: "OL9900019W", title: "The C Programming Language",
            authors: [
                SampleAuthor("OL9900028A", "Brian W. Kernighan"), SampleAuthor("OL9900029A", "Dennis M. Ritchie"),
            ],
            publisher: "Prentice Hall", publishDate: "1988", isbn10: ["0131103628"], isbn13: ["9780131103627"],
            pages: 272, language: "eng", description: .text("Second edition."),
            subjects: ["C (Computer program language)"]),
        SampleBook(
            edition: "OL9900020M", work: "OL9900020W", title: "Harry Potter and the Philosopher's Stone",
            authors: [SampleAuthor("OL9900030A", "J. K. Rowling")], publisher: "Bloomsbury",
            publishDate: "26 June 1997", isbn10: ["0747532699"], isbn13: ["9780747532699"], pages: 223,
            language: "eng", physicalFormat: "Hardcover", subjects: ["Wizards", "Schools"]),
        SampleBook(
            edition: "OL9900021M", work: "OL10263W", title: "Le Petit Prince",
            authors: [SampleAuthor("OL9900031A", "Antoine de Saint-Exupéry")], editionNamesAuthors: false,
            publisher: "Gallimard Jeunesse", publishDate: "2007", isbn10: ["2070612759"], isbn13: ["9782070612758"],
            language: "fre", subjects: ["Princes", "Contes"]),
        SampleBook(
            edition: "OL26210208M", work: "OL9900022W", title: "La Horde du Contrevent",
            authors: [SampleAuthor("OL3980331A", "Alain Damasio")], publisher: "Gallimard", publishDate: "2015",
            isbn10: ["2070464237"], isbn13: ["9782070464234"], pages: 736, pagination: "700", language: "fre",
            cover: 7891413),
        SampleBook(
            edition: "OL19845805M", work: "OL14860424W", title: "Rayuela",
            authors: [SampleAuthor("OL2631008A", "Julio Cortázar")], publisher: "Cátedra", publishDate: "1984",
            isbn10: ["8437604575"], isbn13: ["9788437604572"], language: "spa"),
        SampleBook(
            edition: "OL9900024M", work: "OL274505W", title: "Cien años de soledad",
            authors: [SampleAuthor("OL27363A", "Gabriel García Márquez")], publisher: "Vintage Español",
            publishDate: "2009", isbn10: ["0307474720"], isbn13: ["9780307474728"], pages: 496, language: "spa",
            subjects: ["Macondo (Imaginary place)"]),
        SampleBook(
            edition: "OL9900025M", work: "OL9900025W", title: "Der Vorleser", subtitle: "Roman",
            authors: [SampleAuthor("OL9900035A", "Bernhard Schlink")], publisher: "Diogenes", publishDate: "1997",
            isbn10: ["3257229534"], isbn13: ["9783257229530"], pages: 206, pagination: "206 S.", language: "ger"),
        SampleBook(
            edition: "OL9900026M", work: "OL9900026W",
            title: "Наукові праці Національної бібліотеки України імені В. І. Вернадського", subtitle: "Вип. 23",
            editionNamesAuthors: false, publisher: "[б. в.]", publishDate: "2009", isbn10: ["9660253710"],
            isbn13: ["9789660253711"], language: "ukr", subjects: ["Організація бібліотечної справи"]),
    ]
}
