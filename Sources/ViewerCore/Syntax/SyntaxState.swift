/// What is still open at the end of a line, such as a comment. It is all that the colours of the next line depend on.
package struct SyntaxState: Hashable, Sendable {
  /// The number of the open comment, string or tag in the rules of the language, counted from 1; 0 for none.
  var span: UInt8 = 0
  /// The number of comments of this kind that are open in each other.
  var depth: UInt8 = 0
  /// The character and the length of the mark that began a fenced block of Markdown; 0 outside of one.
  var fence: UInt8 = 0
  var fenceLength: UInt8 = 0
  /// A checksum of the word that ends a text inside of a shell script; 0 outside of one. Whether tabs may precede it.
  var textEnd: UInt32 = 0
  var allowsTabs = false
  /// The number of the block's language among all languages, counted from 1; 0 for an unknown one.
  var language: UInt8 = 0

  package init() {}
}
