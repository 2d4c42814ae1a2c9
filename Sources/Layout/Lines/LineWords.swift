/// The lines that start with each of several consecutive items, encoded as 64-bit words.
///
/// A run of equal lines is two words: the number of its items, and the line. A chunk of different lines has one word
/// more than items: the negated number of its items, then the line of each. So when lines are added up, the words of
/// the items inside a line need not be read.
struct LineWords: Sendable {
  /// The smallest number of equal lines that form a run. Fewer lines become part of a chunk, unless they continue a run
  /// or were part of one.
  static let shortestRun = 4

  /// A run or a chunk among words.
  struct Piece {
    /// The position of the first word.
    var word: Int
    /// The position of the word after the last.
    var wordEnd: Int
    var items: Range<Int>
    var isRun: Bool

    /// Reads the piece that starts at a word.
    /// - Parameter first: The position of its first item.
    @inline(__always)
    init(at word: Int, first: Int, _ source: UnsafeBufferPointer<Int64>) {
      let header = Int(source[word])
      self.word = word
      isRun = header > 0
      wordEnd = word + (header > 0 ? 2 : 1 - header)
      items = Range(uncheckedBounds: (first, first + abs(header)))
    }

    /// Returns the line that starts with an item of the piece.
    @inline(__always)
    func line(_ item: Int, _ source: UnsafeBufferPointer<Int64>) -> Line {
      Line(word: source[word + 1 + (isRun ? 0 : item - items.lowerBound)])
    }
  }

  private(set) var words: [Int64] = []
  /// The position of the first word of the last piece; -1 if there is none.
  private var last = -1
  /// The number of equal lines at the end of the last piece if that is a chunk, counted up to `shortestRun`.
  private var equal = 0

  var count: Int { words.count }
  private var isRunLast: Bool { last >= 0 && words[last] > 0 }
  private var isChunkLast: Bool { last >= 0 && words[last] < 0 }

  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    last = -1
  }

  /// Appends `line` for each of the next `count` items, as the line that starts with that item.
  mutating func append(_ line: Line, count: Int = 1) {
    guard count > 0 else { return }
    let word = line.word
    if last >= 0 {
      let header = words[last]
      if header > 0, words[last + 1] == word {
        words[last] = header + Int64(count)
        return
      }
      if header < 0, count == 1, words[words.count - 1] != word, line.cells <= LineTree.longestLine {
        words[last] = header - 1
        words.append(word)
        equal = 1
        return
      }
    }
    let before = isChunkLast && words[words.count - 1] == word ? equal : 0
    // So no chunk has a line that reaches further than those that are too long to be stored.
    guard before + count < Self.shortestRun, line.cells <= LineTree.longestLine else {
      return appendRun(word, count: count, taking: before)
    }
    if !isChunkLast {
      last = words.count
      words.append(0)
    }
    words[last] -= Int64(count)
    for _ in 0..<count { words.append(word) }
    equal = before + count
  }

  /// Appends a run, and moves the last `before` lines of the chunk at the end into it.
  private mutating func appendRun(_ word: Int64, count: Int, taking before: Int) {
    if before > 0 {
      words.removeLast(before)
      words[last] += Int64(before)
      if words[last] == 0 { words.removeLast() }
    }
    last = words.count
    words.append(Int64(before + count))
    words.append(word)
  }

  /// Appends the lines of some items of a piece. They need no more words than the whole piece.
  mutating func append(_ items: Range<Int>, of piece: Piece, _ source: UnsafeBufferPointer<Int64>) {
    if piece.isRun {
      let line = piece.line(items.lowerBound, source)
      let continuesRun = isRunLast && words[last + 1] == line.word
      // A short part of a run remains a run if it would need more words in a chunk.
      if continuesRun || !((isChunkLast ? 3 : 2)..<Self.shortestRun).contains(items.count) {
        append(line, count: items.count)
      } else {
        appendRun(line.word, count: items.count, taking: 0)
      }
      return
    }
    var items = items
    // The first lines may continue or complete a run. The others are copied as they are.
    while let first = items.first {
      append(piece.line(first, source))
      items.removeFirst()
      if isChunkLast { break }
    }
    guard !items.isEmpty else { return }
    let first = piece.word + 1 + items.lowerBound - piece.items.lowerBound
    words.append(contentsOf: UnsafeBufferPointer(rebasing: source[first..<first + items.count]))
    words[last] -= Int64(items.count)
    countEqual()
  }

  /// Appends all pieces that lie in a range of words.
  mutating func append(_ range: Range<Int>, of source: UnsafeBufferPointer<Int64>) {
    guard !range.isEmpty else { return }
    let piece = Piece(at: range.lowerBound, first: 0, source)
    append(piece.items, of: piece, source)
    var word = piece.wordEnd
    guard word < range.upperBound else { return }
    let start = words.count - word
    words.append(contentsOf: UnsafeBufferPointer(rebasing: source[word..<range.upperBound]))
    while word < range.upperBound {
      last = start + word
      word = Piece(at: word, first: 0, source).wordEnd
    }
    countEqual()
  }

  private mutating func countEqual() {
    equal = 1
    let end = words.count - 1
    while equal < Self.shortestRun, end - equal > last, words[end - equal] == words[end] { equal += 1 }
  }
}
