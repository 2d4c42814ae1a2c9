/// The reply to a command: one line of JSON.
package struct ScriptReply: Sendable, Equatable {
  private let value: JSON

  /// Returns the reply to a successful command.
  package static func done(_ members: [JSON.Member] = []) -> ScriptReply {
    ScriptReply(value: .object([.init("ok", .bool(true))] + members))
  }

  /// Returns the reply to a command that was refused or failed.
  /// - Parameter error: The message.
  package static func refused(_ error: String) -> ScriptReply {
    ScriptReply(value: .object([.init("ok", .bool(false)), .init("error", .string(Words.sentence(error)))]))
  }

  /// The reply without a newline.
  package var line: String { value.text }
}
