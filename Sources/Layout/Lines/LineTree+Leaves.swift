/// Reads and writes leaves.
extension LineTree {
  /// A builder of leaves: the leaves made so far from consecutive lines, and the words (``LineWords``) of the next one.
  struct LeafMaker {
    /// The largest number of words in the next leaf.
    var limit: Int
    var leaves: [Int32] = []
    var next = LineWords()
  }

  /// Adds the same line for each of the next `count` items.
  mutating func add(_ line: Line, count: Int = 1, to maker: inout LeafMaker) {
    guard count > 0 else { return }
    if maker.next.count + min(count + 1, LineWords.shortestRun) > maker.limit { finishLeaf(&maker) }
    maker.next.append(line, count: count)
  }

  /// Adds the lines in a range of words.
  mutating func add(_ range: Range<Int>, of source: UnsafeBufferPointer<Int64>, to maker: inout LeafMaker) {
    var word = range.lowerBound
    while word < range.upperBound {
      let piece = LineWords.Piece(at: word, first: 0, source)
      if piece.isRun {
        add(piece.line(0, source), count: piece.items.count, to: &maker)
      } else {
        add(piece, of: source, to: &maker)
      }
      word = piece.wordEnd
    }
  }

  /// Adds the lines of the items of a chunk.
  private mutating func add(_ chunk: LineWords.Piece, of source: UnsafeBufferPointer<Int64>, to maker: inout LeafMaker)
  {
    var items = chunk.items
    while !items.isEmpty {
      // A chunk takes one word more than it has items.
      let room = maker.limit - maker.next.count - 1
      guard room > 0 || maker.next.count == 0 else {
        finishLeaf(&maker)
        continue
      }
      let part = items.prefix(max(1, room))
      maker.next.append(part, of: chunk, source)
      items.removeFirst(part.count)
    }
  }

  /// Makes a leaf of the words that were added since the last one.
  private mutating func finishLeaf(_ maker: inout LeafMaker) {
    guard maker.next.count > 0 else { return }
    let leaf = makeLeaf()
    write(maker.next, to: leaf)
    maker.leaves.append(leaf)
    maker.next.removeAll()
    maker.limit = capacity
  }

  /// Finishes the last leaf, and returns the leaves of all lines that were added.
  mutating func close(_ maker: inout LeafMaker) -> [Int32] {
    finishLeaf(&maker)
    return maker.leaves
  }

  /// Replaces the lines of a leaf. The new ones must fit into it.
  mutating func write(_ new: LineWords, to leaf: Int32) {
    precondition(new.count <= capacity, "\(new.count) words for a leaf of \(capacity)")
    let start = Int(nodes[Int(leaf)].left) * capacity
    new.words.withUnsafeBufferPointer { new in
      words.withUnsafeMutableBufferPointer { words in
        _ = UnsafeMutableBufferPointer(rebasing: words[start..<start + new.count]).update(fromContentsOf: new)
      }
    }
    (nodes[Int(leaf)].used, nodes[Int(leaf)].offset) = (Int32(new.count), -1)
    refreshLeaf(leaf)
  }

  /// Recomputes the number of items and the reach of a leaf from its words.
  private mutating func refreshLeaf(_ leaf: Int32) {
    let range = wordRange(of: leaf)
    // Lines that start before the last `span` items of a piece end in the piece.
    let span = min(max(longestSpan, Int(unmeasured.cells)), Self.longestLine + 1)
    let (count, end) = words.withUnsafeBufferPointer { source in
      var (word, count, end) = (range.lowerBound, 0, 0)
      while word < range.upperBound {
        let piece = LineWords.Piece(at: word, first: count, source)
        (word, count) = (piece.wordEnd, piece.items.upperBound)
        let start = piece.isRun ? count - 1 : max(piece.items.lowerBound, count - span)
        for item in start..<count { end = max(end, item + Self.span(piece.line(item, source))) }
      }
      return (count, end)
    }
    nodes[Int(leaf)].count = count
    nodes[Int(leaf)].reach = Int32(clamping: end - count)
  }

  /// Returns the distance from the first item of a line to the last item that affects the line.
  @inline(__always)
  static func span(_ line: Line) -> Int { line.cells > 0 ? Int(line.cells) : longestLine + 1 }

  /// Visits the lines of a leaf in order, the first of which starts at `offset`, until `body` returns false. Equal
  /// lines are visited in one call. A line that is too long to be stored is computed with the breaker.
  /// - Parameters:
  ///   - first: The position of the leaf's first item.
  ///   - offset: Changed to the offset of the next line.
  /// - Returns: False if `body` returned false.
  @inline(__always)
  func forEachLine(
    of leaf: Int32, first: Int, from offset: inout Int, _ breaker: inout some LineBreaker,
    _ body: (_ number: Int, _ line: Line) -> Bool
  ) -> Bool {
    let range = wordRange(of: leaf)
    return words.withUnsafeBufferPointer { source in
      var (word, start) = (range.lowerBound, 0)
      while word < range.upperBound {
        let piece = LineWords.Piece(at: word, first: start, source)
        (word, start) = (piece.wordEnd, piece.items.upperBound)
        while offset < start {
          var (line, number) = (piece.line(offset, source), 1)
          if line.cells == 0 {
            OperationCounter.step()
            line = breaker.line(from: first + offset, atMost: .max) ?? line
          } else if piece.isRun {
            number = Self.quotient(start - offset, Int(line.cells))
          }
          guard body(number, line) else { return false }
          offset += number * Int(line.cells)
        }
      }
      return true
    }
  }
}
