import Glibc

/// Whether the systemd unit of notifierd is installed: what to advise to somebody whose daemon does not run.
package enum ServiceUnit {
  /// The command that starts the daemon.
  package static var startCommand: String { isInstalled ? "systemctl --user start notifierd" : "notifierd" }

  /// The command that starts the daemon, now and at each login where that is possible.
  package static var enableCommand: String { isInstalled ? "systemctl --user enable --now notifierd" : "notifierd" }

  /// The directories of user units in systemd.unit(5) in which one of a package or a person may lie.
  private static var isInstalled: Bool {
    let home = variable("HOME") ?? "/"
    let directories = [
      "\(variable("XDG_CONFIG_HOME") ?? "\(home)/.config")/systemd/user", "/etc/systemd/user",
      "\(variable("XDG_DATA_HOME") ?? "\(home)/.local/share")/systemd/user", "/usr/local/lib/systemd/user",
      "/usr/lib/systemd/user",
    ]
    return directories.contains { access("\($0)/notifierd.service", R_OK) == 0 }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
