/// The answer to a command: one line of JSON.
package struct ScriptReply: Sendable, Equatable {
  private let value: JSON

  /// The command was done; `members` tell what there is to tell.
  package static func done(_ members: [JSON.Member] = []) -> ScriptReply {
    ScriptReply(value: .object([.init("ok", .bool(true))] + members))
  }

  /// The command was refused or failed.
  /// - Parameter error: In words.
  package static func refused(_ error: String) -> ScriptReply {
    ScriptReply(value: .object([.init("ok", .bool(false)), .init("error", .string(error))]))
  }

  /// Without a newline at the end.
  package var line: String { value.text }
}
