import Scrollwork
import ScrollworkPlatform

/// Printing files on paper.
extension Viewer {
  /// The largest number of copies that can be asked for.
  private static let maximumCopies = 99

  /// The reason why nothing can be printed now; `nil` if it can.
  var objectionToPrintingPages: String? {
    if let objection = objectionToChoosingProgram { return objection }
    let folder = (screen as? FolderScreen)?.selectedEntries.contains { $0.kind == .folder } ?? false
    return folder ? "folders cannot be printed" : nil
  }

  /// Asks for the number of copies, then prints the chosen files.
  func openPrint() {
    let paths = outsideTargets
    guard !paths.isEmpty else { return }
    let words = words(paths)
    ask(
      PromptBar.Question(
        name: "Copies of \(words)", placeholder: "Copies", symbol: .file, verb: "Print", text: "1", width: 90,
        hint: "Copies of \(paths.count == 1 ? "" : "each of ")\(words), on the default printer"
      ) { [weak self] text in
        guard let self else { return }
        guard let copies = Int(text), (1...Self.maximumCopies).contains(copies) else {
          return view.prompt.say("Type a number from 1 to \(Self.maximumCopies)", isFailure: true)
        }
        _ = closePrompt()
        sendToPrinter(paths, copies: copies, words: words)
      })
  }

  private func sendToPrinter(_ paths: [String], copies: Int, words: String) {
    let printer = files.printer
    let send: @Sendable (() -> Bool) -> String = { _ in printer.send(paths, copies: copies, words: words) }
    tellOfFiles("Printing \(words)")
    files.work = FindTask(send) { [weak self] outcome in
      self?.files.work = nil
      self?.tellOfFiles(outcome)
    }
  }
}
