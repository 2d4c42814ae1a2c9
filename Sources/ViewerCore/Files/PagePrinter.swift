import ScrollworkPlatform

/// Prints files on paper, by the program `lp` of CUPS.
package struct PagePrinter: Sendable {
  /// The name of the program, which is searched in `PATH`, or its path.
  package var program: String

  /// Creates a printer.
  package init(program: String = "lp") { self.program = program }

  /// Sends files to the default printer of the system. Blocks; never call it on the main thread.
  /// - Parameters:
  ///   - paths: The absolute paths of the files.
  ///   - words: The phrase that stands for the files in a sentence.
  /// - Returns: The outcome, as a sentence for the user.
  func send(_ paths: [String], copies: Int, words: String) -> String {
    let (verb, former) = paths.count == 1 ? ("is", "was") : ("are", "were")
    do throws(FileError) {
      let output = try ChildProcess.run(program, ["-n", String(copies), "--"] + paths, limit: 1 << 16)
      guard output.code == 0 else { return "\(words) \(former) not printed: \(Self.reason(output))" }
      let job = String(decoding: output.bytes, as: UTF8.self).firstMatch(of: /request id is (\S+)/)
      return "\(words) \(verb) sent to the printer" + (job.map { " (\($0.1))" } ?? "")
    } catch {
      guard error.reason == .notFound else { return "\(words) \(former) not printed: \(error.reason.words)" }
      return "lp is not installed; it prints files and is part of the package cups-client"
    }
  }

  /// Returns the first line of the error output without the prefix `lp:`; if there is none, how the program ended.
  private static func reason(_ output: ChildProcess.Output) -> String {
    let line = output.message.split(separator: "\n").first.map(String.init) ?? ""
    let reason = line.trimmingPrefix("lp: ").trimmingPrefix("Error - ")
    return reason.isEmpty ? "lp ended with \(output.code.map { "exit \($0)" } ?? "a signal")" : String(reason)
  }
}
