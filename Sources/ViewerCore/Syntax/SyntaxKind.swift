/// The kinds of parts of source code and Markdown that have a colour of their own.
package enum SyntaxKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Comments, and quotes and rulers of Markdown.
  case comment
  /// Keywords of the language, tag names, and list markers.
  case keyword
  /// Strings, and code in Markdown.
  case string
  /// Numbers and constants such as `true`.
  case number
  /// Types, and the hunk headers of a patch, such as `@@ -1,2 +1,3 @@`.
  case type
  /// Variables, attributes, keys and targets.
  case name
  case heading, strong, emphasis, link
  /// Lines that a patch adds or removes.
  case added, removed

  /// The style in which parts of this kind are drawn.
  package var style: TerminalStyle {
    var style = TerminalStyle()
    if self != .strong { style.text = .syntax(self) }
    style.isBold = self == .heading || self == .strong
    style.isUnderlined = self == .link
    return style
  }
}
