/// The rules by which the source code of a language is coloured.
package struct SyntaxLanguage: Sendable {
  /// The kinds of languages, which are scanned in different ways.
  enum Form {
    case code, markup, markdown, patch
  }

  /// A part between an opening and a closing mark, such as a comment or string.
  struct Span: Sendable {
    var open: [UInt8]
    var close: [UInt8]
    var kind: SyntaxKind
    /// Whether a backslash escapes the next character.
    var hasEscapes = true
    /// Whether the part may continue in the next line.
    var isMultiline = false
    /// Whether such parts can be nested.
    var isNested = false
    /// Whether the mark counts only at the start of a line.
    var startsLine = false
    /// Whether the part is a single character, as a quotation mark may also have another meaning.
    var isCharacter = false
    /// Whether the mark does not count after a letter, like the apostrophe in “don’t”.
    var startsWord = false

    static func comment(_ open: String, _ close: String, isNested: Bool = false, startsLine: Bool = false) -> Span {
      Span(
        open: Array(open.utf8), close: Array(close.utf8), kind: .comment, hasEscapes: false, isMultiline: true,
        isNested: isNested, startsLine: startsLine)
    }

    static func string(
      _ mark: String, to close: String? = nil, escapes: Bool = true, lines: Bool = false, character: Bool = false,
      startsWord: Bool = false, kind: SyntaxKind = .string
    ) -> Span {
      Span(
        open: Array(mark.utf8), close: Array((close ?? mark).utf8), kind: kind, hasEscapes: escapes,
        isMultiline: lines, isCharacter: character, startsWord: startsWord)
    }
  }

  /// The name of the language, which may also follow the fence of a Markdown code block.
  package let name: String
  let form: Form
  /// The file name extensions. `fileNames` has complete names of files.
  let suffixes: [String]
  let fileNames: [String]
  let aliases: [String]
  /// The marks that begin comments up to the end of the line.
  let lineComments: [[UInt8]]
  let spans: [Span]
  let ignoresCase: Bool
  /// Whether words with a capital are types.
  let capitalsAreTypes: Bool
  /// The character after the key at the start of a line; `nil` if lines have no keys.
  let keyMark: UInt8?
  /// Whether `<<` and a word begin a text that ends at a line with that word (a here document).
  let hasInnerTexts: Bool
  /// Whether a line in square brackets is the title of a section.
  let hasSections: Bool
  private let words: [String: SyntaxKind]
  /// The kinds of words that begin with a special character.
  private let sigils: [UInt8: SyntaxKind]
  /// For each byte, what it may begin or belong to.
  private let classes: [ByteClass]

  /// The properties of a byte: what it may begin or belong to.
  struct ByteClass: OptionSet {
    let rawValue: UInt8
    static let word = ByteClass(rawValue: 1)
    static let digit = ByteClass(rawValue: 2)
    static let mark = ByteClass(rawValue: 4)
    static let sigil = ByteClass(rawValue: 8)
  }

  init(
    _ name: String, _ form: Form = .code, suffixes: String, fileNames: String = "", aliases: String = "",
    line lineComments: String = "", spans: [Span] = [], keywords: String = "", constants: String = "",
    types: String = "", sigils: [Character: SyntaxKind] = [:], wordMarks: String = "", ignoresCase: Bool = false,
    capitalsAreTypes: Bool = false, keyMark: Character? = nil, hasSections: Bool = false,
    hasInnerTexts: Bool = false
  ) {
    func list(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    (self.name, self.form) = (name, form)
    (self.suffixes, self.fileNames, self.aliases) = (list(suffixes), list(fileNames), list(aliases))
    self.lineComments = list(lineComments).map { Array($0.utf8) }
    (self.spans, self.ignoresCase, self.capitalsAreTypes) = (spans, ignoresCase, capitalsAreTypes)
    (self.keyMark, self.hasSections, self.hasInnerTexts) = (keyMark?.asciiValue, hasSections, hasInnerTexts)
    var words: [String: SyntaxKind] = [:]
    for (texts, kind) in [(types, SyntaxKind.type), (constants, .number), (keywords, .keyword)] {
      for word in list(texts) { words[word] = kind }
    }
    self.words = words
    self.sigils = sigils.reduce(into: [:]) { if let byte = $1.key.asciiValue { $0[byte] = $1.value } }
    classes = Self.classes(
      marks: self.lineComments + spans.map(\.open), sigils: self.sigils.keys, wordMarks: Array(wordMarks.utf8))
  }

  private static func classes(
    marks: [[UInt8]], sigils: some Sequence<UInt8>, wordMarks: [UInt8]
  ) -> [ByteClass] {
    var classes = (0..<256).map { byte -> ByteClass in
      switch UInt8(byte) {
      case 0x30...0x39: .digit
      case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...: .word
      default: []
      }
    }
    for byte in wordMarks { classes[Int(byte)].insert(.word) }
    for byte in sigils { classes[Int(byte)].insert(.sigil) }
    for mark in marks { classes[Int(mark[0])].insert(.mark) }
    return classes
  }

  @inline(__always)
  func byteClass(_ byte: UInt8) -> ByteClass { classes[Int(byte)] }

  /// Returns the kind of a word; `nil` if it has no colour of its own.
  func kind(ofWord word: UnsafeRawBufferPointer) -> SyntaxKind? {
    // No word of the rules is longer.
    guard word.count <= 24 else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    if let kind = words[ignoresCase ? text.lowercased() : text] { return kind }
    guard capitalsAreTypes, (0x41...0x5A).contains(word[0]) else { return nil }
    return word.contains { (0x61...0x7A).contains($0) } ? .type : nil
  }

  func kind(ofSigil byte: UInt8) -> SyntaxKind? { sigils[byte] }
}

extension SyntaxLanguage {
  /// The number of bytes at the start of a text that suffice to recognise an interpreter in its first line.
  private static let firstLineSize = 128

  private static let bySuffix = all.enumerated().reduce(into: [String: Int]()) { result, language in
    for suffix in language.element.suffixes { result[suffix] = language.offset }
  }
  private static let byName = all.enumerated().reduce(into: [String: Int]()) { result, language in
    for name in language.element.fileNames { result[name.lowercased()] = language.offset }
  }
  private static let byAlias = all.enumerated().reduce(into: [String: Int]()) { result, language in
    let element = language.element
    for alias in element.suffixes + element.aliases + [element.name.lowercased()] { result[alias] = language.offset }
  }

  /// Returns the index in `all` of the language of a text by the name of its file, and else by a first line that names
  /// an interpreter; `nil` if both are unknown.
  package static func index(fileName: String, firstLine: String) -> Int? {
    let name = fileName.lowercased()
    if let known = byName[name] { return known }
    if let dot = name.lastIndex(of: "."), let known = bySuffix[String(name[name.index(after: dot)...])] { return known }
    guard firstLine.hasPrefix("#!") else { return nil }
    let words = firstLine.prefix(firstLineSize).dropFirst(2).split { $0 == " " || $0 == "/" || $0 == "\t" }
    // The interpreter may stand after env and its options, and may end with a version.
    let program = words.last { !$0.hasPrefix("-") }.map { $0.lowercased() } ?? ""
    let interpreter = program.prefix { !$0.isNumber && $0 != "." }
    return byAlias[program] ?? byAlias[String(interpreter)]
  }

  /// Returns the index in `all` of the language with a name, as in a Markdown fence; `nil` if it is unknown.
  static func index(named name: String) -> Int? { byAlias[name.lowercased()] }
}
