/// The pairs found so far between the prefix and the suffix of two sequences, both ways.
@usableFromInline
struct PositionTables: ~Copyable {
  /// The position of the first entry of both tables.
  @usableFromInline let start: Int
  @usableFromInline let oldOfNew: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let newOfOld: UnsafeMutableBufferPointer<Int32>
  /// Gets the new positions whose content differs; `nil` if content is not compared.
  @usableFromInline let updates: UnsafeMutablePointer<ContentMarks>?

  /// No pairs.
  /// - Parameter oldOfNew: With the others, memory that outlives the tables: -1 everywhere.
  @inlinable
  init(
    start: Int, oldOfNew: UnsafeMutableBufferPointer<Int32>, newOfOld: UnsafeMutableBufferPointer<Int32>,
    updates: UnsafeMutablePointer<ContentMarks>? = nil
  ) {
    self.start = start
    self.oldOfNew = oldOfNew
    self.newOfOld = newOfOld
    self.updates = updates
  }

  /// No pairs.
  /// - Parameters:
  ///   - newCount: How many entries `oldOfNew` has; the rest of the memory is `newOfOld`.
  ///   - memory: Outlives the tables: -1 everywhere.
  @inlinable
  init(
    start: Int, newCount: Int, memory: UnsafeMutableBufferPointer<Int32>,
    updates: UnsafeMutablePointer<ContentMarks>? = nil
  ) {
    self.init(
      start: start, oldOfNew: UnsafeMutableBufferPointer(rebasing: memory[..<newCount]),
      newOfOld: UnsafeMutableBufferPointer(rebasing: memory[newCount...]), updates: updates)
  }

  @inlinable
  @inline(__always)
  func link(old: Int, new: Int) {
    oldOfNew[new &- start] = Int32(truncatingIfNeeded: old)
    newOfOld[old &- start] = Int32(truncatingIfNeeded: new)
  }

  /// Pairs two elements and notes whether their content differs.
  @inlinable
  @inline(__always)
  func link<Source: IdentitySource>(old: Int, of oldSource: Source, new: Int, of newSource: Source) {
    link(old: old, new: new)
    if Source.comparesContent, !newSource.isContentEqual(at: new, to: oldSource, at: old) {
      updates?.pointee.insert(new)
    }
  }

  /// The partner of an old position, or -1.
  @inlinable
  func newPosition(ofOld old: Int) -> Int { Int(newOfOld[old - start]) }

  @inlinable
  func isFree(old: Int) -> Bool { newOfOld[old - start] < 0 }

  /// Writes the positions without a partner, the old ones first, both ascending.
  @inlinable
  func collectFree(into positions: UnsafeMutableBufferPointer<Int32>) {
    var count = 0
    collectFree(in: UnsafeBufferPointer(newOfOld), into: positions, &count)
    collectFree(in: UnsafeBufferPointer(oldOfNew), into: positions, &count)
  }

  @inlinable
  func collectFree(
    in table: UnsafeBufferPointer<Int32>, into positions: UnsafeMutableBufferPointer<Int32>, _ count: inout Int
  ) {
    var index = table.firstNegative(from: 0)
    while index < table.count {
      positions[count] = Int32(truncatingIfNeeded: start + index)
      count += 1
      index = table.firstNegative(from: index + 1)
    }
  }

  /// Takes the pairs of these positions back.
  @inlinable
  func clear(positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int) {
    for index in 0..<oldCount { newOfOld[Int(positions[index]) - start] = -1 }
    for index in oldCount..<positions.count {
      let position = Int(positions[index])
      oldOfNew[position - start] = -1
      updates?.pointee.remove(position)
    }
  }
}
