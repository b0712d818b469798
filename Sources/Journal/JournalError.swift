package import Alarms
import CSQLite

/// Why the journal could not do what was asked. Each says the file, what was found and what to do.
package enum JournalError: Error, Hashable, Sendable {
  /// The file or its directory cannot be made, opened or examined; `reason` is the system's.
  case unusable(path: String, reason: String)
  /// Somebody else owns the file or directory or can write to it.
  case notTrusted(path: String, found: String)
  /// Another process writes to it.
  case inUse(path: String)
  /// It is an SQLite database of some other program.
  case notAJournal(path: String)
  /// A later version of the program has written it.
  case newerSchema(path: String, found: Int, known: Int)
  /// An earlier version has written it, and whoever only reads does not bring it up to date.
  case olderSchema(path: String, found: Int, needed: Int)
  /// SQLite refused: its extended result code, its message, and what was being done.
  case sqlite(path: String, code: Int32, message: String, doing: String)
  /// SQLite's check of the file found damage.
  case damaged(path: String, found: String)
  /// A record cannot be read back.
  case badRecord(path: String, firing: String, reason: String)
  /// No such delivery was ever recorded.
  case unknownDelivery(path: String, DeliveryID)
  /// The delivery has ended, and is not to be sent again.
  case notOwed(path: String, DeliveryID, DeliveryState)
  /// It was opened for reading only.
  case readOnly(path: String)
  /// Another file has taken its place while it was open.
  case replaced(path: String)
  /// It was closed before this call.
  case closed(path: String)
}

extension JournalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable(let path, let reason):
      "\(path): the journal cannot be used: \(reason); make its directory one that you own and can write to"
    case .notTrusted(let path, let found):
      "\(path): the journal is not trusted: \(found); expected one that you own and only you can write to: "
        + "chown it to yourself and chmod go-w it"
    case .inUse(let path):
      "\(path): another notifierd writes to this journal; two on one would ring in turns: stop the other one, or give "
        + "this one a state directory of its own (XDG_STATE_HOME)"
    case .notAJournal(let path):
      "\(path): this database was made by another program; expected a journal of notifierd: "
        + "move it away, or give notifierd another directory"
    case .newerSchema(let path, let found, let known):
      "\(path): the journal has schema version \(found), and this program knows versions up to \(known); "
        + "install the newer notifier again, or move the file away and lose its history"
    case .olderSchema(let path, let found, let needed):
      "\(path): the journal has schema version \(found), and \(needed) is needed; start notifierd once: it upgrades it"
    case .sqlite(let path, let code, let message, let doing):
      "\(path): \(doing): SQLite says \"\(message)\" (code \(code)); \(JournalError.remedy(for: code))"
    case .damaged(let path, let found):
      "\(path): the journal is damaged: \(found); \(JournalError.replaceFile)"
    case .badRecord(let path, let firing, let reason):
      "\(path): the record of firing \(firing) cannot be read: \(reason); "
        + "the file was damaged or edited: \(JournalError.replaceFile)"
    case .unknownDelivery(let path, let id):
      "\(path): no delivery \(id) is recorded; record the firing as due first"
    case .notOwed(let path, let id, let state):
      "\(path): delivery \(id) is \(state.rawValue) already; it must not be sent again"
    case .readOnly(let path):
      "\(path): the journal is open for reading only; only notifierd writes to it"
    case .replaced(let path):
      "\(path): another file has taken the journal's place; stop notifierd before a journal is put back, then start it"
    case .closed(let path):
      "\(path): the journal is closed"
    }
  }

  /// Whether the file is broken, so that nothing but a new one helps.
  package var isDamage: Bool {
    switch self {
    case .damaged, .badRecord: true
    case .sqlite(_, let code, _, _): [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff)
    default: false
    }
  }

  private static let replaceFile =
    "move the file away with its -wal and -shm files; a new one is begun, without the history"

  /// What a person can do about a result code of SQLite, extended or not.
  private static func remedy(for code: Int32) -> String {
    switch code & 0xff {
    case SQLITE_FULL: "free space on its file system"
    case SQLITE_CORRUPT, SQLITE_NOTADB: replaceFile
    case SQLITE_BUSY, SQLITE_LOCKED: "another program holds the file: look for a second notifierd"
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_AUTH:
      "make the file and its directory writable for this user"
    case SQLITE_IOERR: "look at the disk, its free space and this process's file size limit"
    default: "this is a fault of notifier: please report it"
    }
  }
}
