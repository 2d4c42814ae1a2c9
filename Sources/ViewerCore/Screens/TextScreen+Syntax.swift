import Scrollwork
import ScrollworkPlatform

/// The colours of source code and Markdown.
extension TextScreen {
  /// The number of the language by which the text is coloured; `nil` for a log, or if it has no colours.
  var shownLanguage: Int? { colorsSource && kind == .text ? language : nil }

  /// Detects the language of the text from the name of its file, or from its first line.
  func detectLanguage(_ snapshot: LineIndexSnapshot) {
    var name = origin.map { PathBytes.display(FilePath.lastComponent(of: $0)) } ?? ""
    // The suffix of a compressed file stands after that of its text.
    if coding.compression != nil, let dot = name.lastIndex(of: ".") { name = String(name[..<dot]) }
    let first = snapshot.count > 0 ? snapshot.string(at: 0) : ""
    language = SyntaxLanguage.index(fileName: name, firstLine: first)
  }

  /// Returns the text of a line with syntax colours. Styles that escape sequences set are kept.
  func colored(_ text: TerminalText, ofLine line: Int, in snapshot: LineIndexSnapshot) -> TerminalText {
    guard let language = shownLanguage, text.runs.isEmpty else { return text }
    if syntax?.language != language { syntax = SyntaxColors(language: language) }
    var text = text
    text.runs = syntax?.runs(ofLine: line, text.string, in: snapshot) ?? []
    return text
  }
}
