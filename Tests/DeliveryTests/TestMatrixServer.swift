import Glibc
import TestSupport

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// A chat server on a Unix socket: Matrix's Synapse, with a room, and what a reader gets there.
final class TestMatrixServer: Sendable {
  /// A room, and the tokens of who may write there.
  struct Room: Decodable {
    /// The path of the server's socket.
    let socket: String
    let room: String
    /// Of one that may send as much as it likes.
    let bot: String
    /// Of one that may send three messages in a hurry, and another one in twenty seconds.
    let limited: String
  }

  /// A message as @reader:example.org got it.
  struct Message: Decodable, Equatable {
    let event, sender, type, body, format: String
    /// What Python's HTML parser makes of the formatted body, and by which elements.
    let formattedText: String
    let elements: [String]
    /// How many unread messages call the reader, this one the last of them.
    let calls: Int
  }

  // #filePath is …/Tests/DeliveryTests/TestMatrixServer.swift.
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let python = "\(root)/.venv/bin/python3"
  /// Whether Synapse is there.
  static let isInstalled = access("\(root)/.venv/bin/synapse_homeserver", X_OK) == 0

  private let directory = TemporaryDirectory()
  private let process: ChildProcess
  let room: Room

  /// Why there is no server.
  struct Failure: Error {}

  init() async throws {
    process = ChildProcess([Self.python, "-W", "ignore", "\(Self.root)/contrib/test/matrix_server.py", directory.path])
    guard let line = await process.nextLine() else { throw Failure() }
    room = try JSONDecoder().decode(Room.self, from: Data(line.utf8))
  }

  /// The next message in the room.
  func nextMessage() async throws -> Message {
    guard let line = await process.nextLine() else { throw Failure() }
    return try JSONDecoder().decode(Message.self, from: Data(line.utf8))
  }

  /// Ends the server.
  func stop() { process.stop() }
}
