/// A home with the alarms of an office, for the tests of the command.
extension Home {
  static func office() throws -> Home {
    let home = try Home()
    try home.configure(
      """
      region: CN
      timezone: Asia/Shanghai
      destinations:
        team: { kind: webhook, url: "http://127.0.0.1:9/token-7d1f" }
      alarms:
        - id: clock-in
          title: Clock in
          at: "09:00"
          days: workdays
          remind: [-10m, 0m]
          to: [desktop, team]
        - id: make-up-eve
          title: "Tomorrow is a make-up workday: set the alarm"
          at: "08:00"
          days: make-up workdays
          remind: ["20:00 the day before"]
        - id: payroll
          title: 发工资
          at: "10:00"
          days: last workday of the month
      """)
    return home
  }

  /// Where the notice for 2026 is published.
  static let notice = "https://www.gov.cn/zhengce/zhengceku/202511/content_7047091.htm"
}

/// The cells of a table that a command printed: columns are two spaces or more apart.
func cells(_ output: String) -> [[String]] {
  output.split(separator: "\n").map { line in
    line.split(separator: "  ").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }
}
