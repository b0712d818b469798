extension Ring {
  /// The ring as the journal keeps it: what its `init(from:)` reads, members in the order of their names, without those
  /// that have no value.
  package var json: String {
    JSONWriter.text { json in
      json.member("allDay", allDay)
      json.member("alsoMissed", alsoMissed)
      if let asks { json.member("asks", asks) }
      if let calendar { json.member("calendar", calendar) }
      if let endSeconds { json.member("endSeconds", endSeconds) }
      json.member("firesSeconds", firesSeconds)
      if let follows { json.object("follows", follows.write) }
      if let icon { json.member("icon", icon) }
      json.member("id", id)
      json.member("isTest", isTest)
      if let link { json.member("link", link) }
      if let location { json.member("location", location) }
      if let notes { json.member("notes", notes) }
      json.member("occurrenceSeconds", occurrenceSeconds)
      json.object("report", report.write)
      if let seesHolidays { json.member("seesHolidays", seesHolidays) }
      if let snoozes { json.member("snoozes", snoozes) }
      json.member("urgency", urgency.rawValue)
      json.member("utcOffset", utcOffset)
    }
  }
}

extension Following {
  fileprivate func write(_ json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    json.member("number", number)
    json.member("origin", origin)
    json.member("parent", parent)
    json.member("since", since)
  }
}

extension FiringReport {
  fileprivate func write(_ json: inout JSONWriter) {
    json.member("alarm", alarm)
    json.object("day", day.write)
    json.member("destinations", destinations)
    json.member("fires", fires)
    json.member("id", id)
    json.member("occurrence", occurrence)
    json.object("offset", offset.write)
    json.member("title", title)
    json.member("zone", zone)
  }
}

extension FiringReport.OffsetReport {
  package func write(_ json: inout JSONWriter) {
    json.member("kind", kind)
    json.member("text", text)
  }
}

extension DayReport {
  package func write(_ json: inout JSONWriter) {
    json.member("certainty", certainty)
    json.member("date", date)
    json.member("kind", kind)
    json.member("name", name)
    json.member("source", source)
    json.member("worksUntil", worksUntil)
  }
}
