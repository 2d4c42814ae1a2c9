/// The parts that are open at the end of a line, such as a comment. The colours of the next line depend only on this.
package struct SyntaxState: Hashable, Sendable {
  /// The number of the open comment, string or tag in the rules of the language, counted from 1; 0 for none.
  var span: UInt8 = 0
  /// The nesting depth of the open comment.
  var depth: UInt8 = 0
  /// The character of the fence that began the open Markdown code block; 0 outside of one. `fenceLength` is its length.
  var fence: UInt8 = 0
  var fenceLength: UInt8 = 0
  /// A checksum of the word that ends the here document, or 0; `allowsTabs` says whether tabs may precede the word.
  var textEnd: UInt32 = 0
  var allowsTabs = false
  /// The number of the block's language among all languages, counted from 1; 0 for an unknown one.
  var language: UInt8 = 0
  /// Whether the next line is the next part of the same long line. Then the open part may also be a line comment, or a
  /// string that ends with its line.
  var isInLine = false
  var isInLineComment = false
  /// Whether the first character of the next part belongs to an escape sequence.
  var isInEscape = false

  package init() {}
}
