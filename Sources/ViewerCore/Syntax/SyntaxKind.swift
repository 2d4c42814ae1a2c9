/// The kinds of parts of source code and Markdown that have a colour of their own.
package enum SyntaxKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Comments, and quotes and rulers of Markdown.
  case comment
  /// Words of the language, names of tags, and the marks of lists.
  case keyword
  /// Strings, and code in Markdown.
  case string
  /// Numbers and constants such as `true`.
  case number
  /// Types, and the places of changes in a patch.
  case type
  /// Variables, attributes, keys and targets.
  case name
  case heading, strong, emphasis, link
  /// Lines that a patch adds or removes.
  case added, removed

  /// The style of a part of this kind.
  package var style: TerminalStyle {
    var style = TerminalStyle()
    if self != .strong { style.text = .syntax(self) }
    style.isBold = self == .heading || self == .strong
    style.isUnderlined = self == .link
    return style
  }
}
