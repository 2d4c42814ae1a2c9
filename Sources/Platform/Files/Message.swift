/// Lines for the person at the terminal.
package enum Message {
  /// Writes a line to standard error, or to standard output. That it cannot be written is not told: nobody is left to read.
  package static func write(_ text: String, toErrors: Bool) {
    var output = OutputWriter(descriptor: toErrors ? 2 : 1, name: toErrors ? "standard error" : "standard output")
    try? output.write(text + "\n")
    try? output.flush()
  }
}
