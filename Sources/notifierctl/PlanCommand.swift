import Alarms
import Workdays

/// `notifierctl plan`: what new holiday data would move, before it is put to use.
enum PlanCommand {
  static let subcommand = Subcommand(
    name: "plan", synopsis: "--holidays FILE|URL [--force] [--json]",
    summary: "Tell which days and which rings holiday data would move; nothing is changed.",
    options: [Option("--holidays", value: "FILE|URL", help: "the data to try")] + HolidayOffer.options + [
      Option("--from", value: "WHEN", help: "answer as if it were then"),
      Option("--json", help: "print an object for programs"),
    ],
    words: 0...0, examples: ["notifierctl plan --holidays 2027.json"],
    details: """
      Rings are compared from now to a month after the last day that changes. Exit status 0 when nothing would move, 1 when
      something would, 65 when the data would be refused. To put it to use: notifierctl holidays import.
      """,
    run: run)

  static func run(_ arguments: Arguments, _ context: Context) throws -> ExitStatus {
    guard let place = arguments.value("--holidays") else {
      throw Failure(.usage, "plan: --holidays FILE|URL is missing; see notifierctl plan --help")
    }
    let configuration = try context.configuration(arguments)
    let offer = try HolidayOffer(place, arguments, context, configuration)
    let zone = configuration.zones[configuration.zone] ?? .utc
    let from = try AdHocRule.from(arguments, context, zone: zone, calendar: configuration.calendar)
      .advanced(by: .nanoseconds(1))
    let news = HolidayNews(
      old: configuration, new: configuration.with(national: try offer.applied(to: configuration, context)), from: from)
    if arguments["--json"] {
      try context.printJSON(NewsView.Report(news))
    } else {
      NewsView(news: news).print(context.output)
    }
    return news.days.isEmpty && news.rings.isEmpty ? .success : .no
  }
}
