/// Lines of text for the user at the terminal.
package enum Message {
  /// Writes a line to standard error or standard output. Ignores failures, which could not be reported anywhere.
  package static func write(_ text: String, toErrors: Bool) {
    var output = OutputWriter(descriptor: toErrors ? 2 : 1, name: toErrors ? "standard error" : "standard output")
    try? output.write(text + "\n")
    try? output.flush()
  }
}
