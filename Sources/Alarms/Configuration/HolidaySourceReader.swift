import Workdays

/// Reads the entries of `holidaySources:`, and the days that each gives now.
struct HolidaySourceReader {
  let locations: Locations
  let file: String
  let diagnostics: Diagnostics
  let week: WorkWeek
  let told: HolidayStore?

  private static let keys = ["file", "url", "mirrors", "kind", "layer", "region", "off", "work", "alarms"]
  private static let form = "a path, or a mapping with file: or url:"

  /// A path, or a mapping.
  func read(_ node: Node) -> SourcedDays? {
    guard let source = source(node) else { return nil }
    if let told, source.isFetched || told.copy(of: source.key) != nil {
      return SourcedDays(source, copy: told.copy(of: source.key) ?? HolidayCopy())
    }
    guard source.isFetched else {
      guard case .file(let path) = source.origin else { return nil }
      return directDays(path, of: source, at: node)
    }
    return copiedDays(of: source, at: node)
  }

  private func source(_ node: Node) -> HolidaySource? {
    guard case .mapping = node.value else { return path(node).map { HolidaySource(origin: .file($0)) } }
    guard let fields = Fields(node, known: Self.keys, of: "a holiday source", diagnostics) else { return nil }
    var kind: HolidayFile.Kind?
    if fields["kind"] != nil {
      kind = fields.choice("kind")
      guard kind != nil else { return nil }
    }
    let layer = fields.choice("layer") ?? HolidaySource.Layer.national
    let scope = fields.scope(diagnostics)
    let mirrors = fields.items("mirrors") ?? []
    guard let origin = origin(fields, node, mirrors: mirrors) else { return nil }
    var region: String?
    if let text = fields.text("region"), let node = fields["region"] {
      do throws(RegionError) {
        region = try ShippedRegion(text).calendar.region
      } catch {
        diagnostics.error("region is \(error)", at: node)
        return nil
      }
    }
    let source = HolidaySource(
      origin: origin, layer: layer, kind: kind, region: region, off: patterns(fields, "off"),
      work: patterns(fields, "work"), scope: scope,
      // An address that stands in a file of its own.
      isSecret: ([fields["url"]].compactMap(\.self) + mirrors).contains { $0.text == nil })
    guard source.off.isEmpty && source.work.isEmpty || source.mayBeCalendar else {
      diagnostics.error(
        "off: and work: tell the events of an iCalendar apart, and this source is \(kind?.rawValue ?? "none"); "
          + "leave them out", at: fields["off"] ?? fields["work"] ?? node)
      return nil
    }
    return source
  }

  private func origin(_ fields: Fields, _ node: Node, mirrors: [Node]) -> HolidaySource.Origin? {
    switch (fields["file"], fields["url"]) {
    case (let file?, nil):
      if let mirrors = fields["mirrors"] {
        diagnostics.error("mirrors: go with url:, not with file:; leave them out", at: mirrors)
        return nil
      }
      return path(file).map { .file($0) }
    case (nil, let url?):
      let secrets = SecretReader(locations: locations, file: file, diagnostics: diagnostics)
      guard mirrors.count < RefreshJob.mostAddresses else {
        diagnostics.error(
          "a source has no more than \(RefreshJob.mostAddresses) addresses, its url and its mirrors; leave some out",
          at: fields["mirrors"] ?? node)
        return nil
      }
      let nodes = [(url, "url")] + mirrors.map { ($0, "a mirror") }
      let addresses = nodes.compactMap { secrets.address($0.0, of: $0.1) }
      guard addresses.count == nodes.count else { return nil }
      return .web(addresses)
    case (nil, nil):
      diagnostics.error(
        "the holiday source has no file and no url; expected file: PATH or url: \"https://…\"", at: node)
      return nil
    case (_?, let url?):
      diagnostics.error("the holiday source has a file and a url; make two sources of them", at: url)
      return nil
    }
  }

  private func path(_ node: Node) -> String? {
    guard let written = node.text, !written.isEmpty else {
      diagnostics.error("a holiday source is \(node.localKind); expected \(Self.form)", at: node)
      return nil
    }
    guard !written.hasPrefix("https://"), !written.hasPrefix("http://") else {
      diagnostics.error("this is a web address; write it as { url: \"…\" }", at: node)
      return nil
    }
    return Files.resolve(written, relativeTo: Files.directory(of: file), home: locations.home)
  }

  private func patterns(_ fields: Fields, _ name: String) -> [String] {
    (fields.items(name) ?? []).compactMap { node in
      guard let text = node.text, !text.isEmpty else {
        diagnostics.error("\(name) is \(node.localKind); expected a part of an event's summary or category", at: node)
        return nil
      }
      return text
    }
  }

  /// A file that is chosen by name replaces its years as it is.
  private func directDays(_ path: String, of source: HolidaySource, at node: Node) -> SourcedDays? {
    diagnostics.references.append(path)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try Files.read(path).bytes
    } catch {
      diagnostics.error(
        "the holiday file \(path) cannot be read: \(error); check its path and mode", at: pathNode(of: node))
      return nil
    }
    do throws(DiagnosticList) {
      let contents = try HolidayFile.read(bytes, file: path, kind: source.kind, week: week)
      contents.warnings.forEach(diagnostics.report)
      return SourcedDays(source: source, noticeYears: contents.noticeYears)
    } catch {
      error.diagnostics.forEach(diagnostics.report)
      return nil
    }
  }

  /// What the helper program fetched last. Where that was lost, with the rest of a cache perhaps, it is what the daemon
  /// told last; nothing before either.
  private func copiedDays(of source: HolidaySource, at node: Node) -> SourcedDays {
    let store = locations.holidays
    diagnostics.references.append(store.dataFile(source.key))
    if case .file(let path) = source.origin { diagnostics.references.append(path) }
    if let copy = store.copy(of: source.key) { return SourcedDays(source, copy: copy) }
    let spare = ToldHolidays.store(locations).copy(of: source.key) ?? HolidayCopy()
    // One that was never fetched is no fault: the daemon does so by itself, and `holidays` and `doctor` tell it.
    if !spare.years.isEmpty {
      diagnostics.warning(
        "the copy of \(source.title) is lost or damaged, and the days that were told last are in use; notifierd fetches "
          + "it by itself, or run: notifierctl holidays update", at: pathNode(of: node))
    }
    return SourcedDays(source, copy: spare)
  }

  /// The part of an entry that names the place, for errors about it.
  private func pathNode(of node: Node) -> Node {
    guard case .mapping(let pairs) = node.value else { return node }
    return pairs.first { $0.key.text == "file" || $0.key.text == "url" }?.value ?? node
  }
}

extension HolidaySource {
  /// Whether it may be iCalendar, which alone has events to tell apart.
  fileprivate var mayBeCalendar: Bool { kind == .ics || (kind == nil && isFetched) }
}
