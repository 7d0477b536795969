/// The command.
@main
enum Runner {
    static func main() async {}
}
