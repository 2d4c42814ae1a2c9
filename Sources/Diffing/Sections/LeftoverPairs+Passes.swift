extension LeftoverPairs {
  /// Writes copies of the identities of a range of a part into uninitialised memory.
  @usableFromInline typealias Fill<ID> = (_ part: Int, Range<Int>, UnsafeMutablePointer<ID>) -> Void

  /// Pairs the identities of leftovers, first come, first served.
  ///
  /// They are copied side by side for it. Where the copies and their table would take more memory than there is room for,
  /// they are dealt out by their hashes: each pass copies and pairs only its own, and equal ones are in one pass.
  /// - Parameter room: So many bytes may be taken, not to the letter.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func between<ID: Hashable>(
    _ old: Leftovers, _ new: Leftovers, room: Int, hashing: IdentityHashing? = nil,
    fillOld: Fill<ID>,
    fillNew: Fill<ID>
  ) -> LeftoverPairs {
    let passes = passCount(old.count + new.count, stride: MemoryLayout<ID>.stride, room: room)
    if passes > 1 {
      return LeftoverPasses(old, new, count: passes, hashing: hashing).pairs(
        fillOld: fillOld, fillNew: fillNew)
    }
    return IdentityBuffer<ID>.with(capacity: old.count) { oldIDs in
      old.fill(&oldIDs, fillOld)
      return IdentityBuffer<ID>.with(capacity: new.count) { newIDs in
        new.fill(&newIDs, fillNew)
        return between(oldIDs.view, newIDs.view, hashing: hashing, isMistake: new.areInOneSection)
      }
    }
  }

  /// What pairing across sections may take of so many elements: 32 bytes for each, and most of what the moves take that
  /// come of it, of which none is there by then.
  @inlinable
  static func room(count: Int) -> Int { (32 + 24) * count }

  /// In how many passes so many identities fit into the room.
  @usableFromInline
  static func passCount(_ count: Int, stride: Int, room: Int) -> Int {
    // A copy, its position, and its part of the table; in passes also the positions of the pass and its pairs.
    if count < 1024 || count * (stride + 4 + 11 + 4) <= room { return 1 }
    // All the time: the pairs, and in which pass each is.
    let rest = max(count, room - 5 * count)
    return min(64, count * (stride + 4 + 11 + 8) / rest + 1)
  }
}

/// Leftovers that are paired bit by bit, to save memory.
@usableFromInline
struct LeftoverPasses<ID: Hashable> {
  @usableFromInline let old: Leftovers
  @usableFromInline let new: Leftovers
  @usableFromInline let count: Int
  @usableFromInline let hashing: IdentityHashing?

  @inlinable
  init(_ old: Leftovers, _ new: Leftovers, count: Int, hashing: IdentityHashing?) {
    self.old = old
    self.new = new
    self.count = count
    self.hashing = hashing
  }

  @inlinable
  func pairs(fillOld: LeftoverPairs.Fill<ID>, fillNew: LeftoverPairs.Fill<ID>) -> LeftoverPairs {
    var dealt: (old: [UInt8], new: [UInt8])?
    let usual = hashing ?? IdentityOperations<ID>.usualHashing
    if let old = deal(old, usual, fillOld), let new = deal(new, usual, fillNew) {
      dealt = (old, new)
    }
    guard let (passOfOld, passOfNew) = dealt ?? slowlyDealt(fillOld, fillNew) else {
      return LeftoverPairs(oldCount: old.count, newCount: new.count)
    }
    var pairs = LeftoverPairs(oldCount: old.count, newCount: new.count)
    for pass in 0..<UInt8(truncatingIfNeeded: count) {
      let oldIndices = indices(of: pass, in: passOfOld)
      let newIndices = indices(of: pass, in: passOfNew)
      if oldIndices.isEmpty || newIndices.isEmpty { continue }
      let found = withCopies(old, of: pass, passOfOld, oldIndices.count, fillOld) { oldIDs in
        withCopies(new, of: pass, passOfNew, newIndices.count, fillNew) { newIDs in
          LeftoverPairs.between(oldIDs, newIDs, hashing: hashing) {
            new.areInOneSection($0.mapped(newIndices))
          }
        }
      }
      pairs.add(found, oldIndices, newIndices)
    }
    return pairs
  }

  /// The pass of each by the hash that every type has.
  @inlinable
  func slowlyDealt(
    _ fillOld: LeftoverPairs.Fill<ID>, _ fillNew: LeftoverPairs.Fill<ID>
  ) -> (old: [UInt8], new: [UInt8])? {
    guard let old = deal(old, .standard, fillOld), let new = deal(new, .standard, fillNew) else {
      return nil
    }
    return (old, new)
  }

  /// - Returns: `nil` if this hash cannot be used.
  @inlinable
  func deal(_ leftovers: Leftovers, _ hashing: IdentityHashing, _ fill: LeftoverPairs.Fill<ID>)
    -> [UInt8]?
  {
    var passes: [UInt8] = []
    passes.reserveCapacity(leftovers.count)
    let key = IdentityHashKey.ofProcess
    var isUsable = true
    leftovers.forEachBlock(fill) { ids in
      for id in ids {
        guard let hash = IdentityOperations<ID>.hash(id, hashing, key) else {
          isUsable = false
          break
        }
        // Not by the upper bits, which say where in the table its place is.
        passes.append(UInt8(truncatingIfNeeded: ((hash & 0xFFFF) * UInt64(count)) >> 16))
      }
      ids.deinitialize()
    }
    return isUsable ? passes : nil
  }

  @inlinable
  func indices(of pass: UInt8, in passes: [UInt8]) -> [Int32] {
    var indices: [Int32] = []
    indices.reserveCapacity(passes.reduce(0) { $0 + ($1 == pass ? 1 : 0) })
    for (index, other) in passes.enumerated() where other == pass {
      indices.append(Int32(truncatingIfNeeded: index))
    }
    return indices
  }

  @inlinable
  func withCopies<Result>(
    _ leftovers: Leftovers, of pass: UInt8, _ passes: [UInt8], _ total: Int,
    _ fill: LeftoverPairs.Fill<ID>,
    _ body: (IdentityView<ID>) -> Result
  ) -> Result {
    IdentityBuffer<ID>.with(capacity: total) { copies in
      var index = 0
      for (number, part) in leftovers.parts.enumerated() {
        for position in part.range {
          if passes[index] == pass { copies.append(1) { fill(number, position..<position + 1, $0) } }
          index += 1
        }
      }
      return body(copies.view)
    }
  }
}

extension Leftovers {
  /// Appends the identities of all to an empty buffer.
  @inlinable
  func fill<ID: Hashable>(_ copies: inout IdentityBuffer<ID>, _ fill: LeftoverPairs.Fill<ID>) {
    for (index, part) in parts.enumerated() {
      copies.append(part.range.count) { fill(index, part.range, $0) }
    }
  }

  /// Calls the body with copies of the identities of all, some at a time; it has to deinitialise them.
  @inlinable
  func forEachBlock<ID: Hashable>(
    _ fill: LeftoverPairs.Fill<ID>, _ body: (UnsafeMutableBufferPointer<ID>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: ID.self, capacity: 64) { memory in
      guard let start = memory.baseAddress else { return }
      for (index, part) in parts.enumerated() {
        var next = part.range.lowerBound
        while next < part.range.upperBound {
          let end = min(part.range.upperBound, next + 64)
          fill(index, next..<end, start)
          body(UnsafeMutableBufferPointer(start: start, count: end - next))
          next = end
        }
      }
    }
  }
}

extension PositionMapping.Repetition {
  @usableFromInline
  func mapped(_ positions: [Int32]) -> PositionMapping.Repetition {
    PositionMapping.Repetition(first: Int(positions[first]), second: Int(positions[second]))
  }
}

extension LeftoverPairs {
  /// Takes in the pairs of some leftovers.
  @usableFromInline
  mutating func add(_ pairs: LeftoverPairs, _ oldIndices: [Int32], _ newIndices: [Int32]) {
    for (index, old) in pairs.oldOfNew.enumerated() where old >= 0 {
      oldOfNew[Int(newIndices[index])] = oldIndices[Int(old)]
    }
    for (index, new) in pairs.newOfOld.enumerated() where new >= 0 {
      newOfOld[Int(oldIndices[index])] = newIndices[Int(new)]
    }
    if repetition == nil { repetition = pairs.repetition?.mapped(newIndices) }
  }
}
