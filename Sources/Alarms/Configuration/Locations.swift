import Glibc

/// Where files lie, by the XDG base directory specification and the environment.
package struct Locations: Sendable {
  /// The person's home directory; `nil` where none is known.
  package let home: String?
  /// The person's own configuration, `$XDG_CONFIG_HOME/notifier`.
  package let personal: String
  /// `$XDG_STATE_HOME/notifier`, where the journal lies.
  package let state: String
  /// `$XDG_CACHE_HOME/notifier`, where copies of holiday data lie.
  package let cache: String
  /// The machine's own configuration.
  package let machine: String
  /// Whether secrets are needed, or only looked after.
  package var secrets = SecretAccess.checked

  /// - Parameter environment: looks a variable up; the process's own unless a test says otherwise.
  package init(environment: (String) -> String? = Locations.variable) {
    home = environment("HOME") ?? Locations.homeOfUser()
    let base = home ?? "/"
    personal = (Locations.absolute(environment("XDG_CONFIG_HOME")) ?? "\(base)/.config") + "/notifier"
    state = (Locations.absolute(environment("XDG_STATE_HOME")) ?? "\(base)/.local/state") + "/notifier"
    cache = (Locations.absolute(environment("XDG_CACHE_HOME")) ?? "\(base)/.cache") + "/notifier"
    machine = Locations.absolute(environment("NOTIFIER_ETC")) ?? "/etc/notifier"
  }

  /// The journal's file.
  package var journal: String { "\(state)/journal.db" }

  /// The copies of holiday data.
  package var holidays: HolidayStore { HolidayStore(directory: "\(cache)/holidays") }

  /// The machine's file, where there is one.
  package var machineFile: String? {
    let path = "\(machine)/notifier.yaml"
    return Files.exists(path) ? path : nil
  }

  /// The person's `notifier.yaml`, whether there is one or not.
  package var mainFile: String { "\(personal)/notifier.yaml" }

  /// The person's files: `notifier.yaml`, then `notifier.d/*.yaml` and `*.json` by name.
  ///
  /// What is there and cannot be reached is among them, so that reading it says why: the built-in examples are for those
  /// who have nothing, and must not take the place of alarms behind a link that leads nowhere.
  package var personalFiles: [String] {
    let main = mainFile
    let drop = "\(personal)/notifier.d"
    let dropped = Files.names(in: drop).filter { name in
      !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.hasSuffix(".json"))
    }
    let isMainThere = Files.isAnything(main) || (!Files.isDirectory(personal) && Files.isAnything(personal))
    let isDropLost = Files.isAnything(drop) && !Files.isListable(drop)
    return (isMainThere ? [main] : []) + (isDropLost ? [drop] : []) + dropped.map { "\(drop)/\($0)" }
  }

  /// The specification has relative paths ignored.
  private static func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// A variable of the process's environment; `nil` where it is absent or empty.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func homeOfUser() -> String? {
    guard let entry = getpwuid(getuid()), let directory = entry.pointee.pw_dir else { return nil }
    return String(cString: directory)
  }
}
