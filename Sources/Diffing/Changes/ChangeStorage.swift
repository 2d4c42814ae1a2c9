/// The memory of lists of changes: one piece of the heap for all of them, because most updates are small, and to ask for
/// memory and to give it back takes as long as to find out what changed.
///
/// Never written again once a list can be read from it; a list that is edited gets its own.
@usableFromInline
final class ChangeStorage: ManagedBuffer<Void, Int> {
  /// - Parameter fill: Writes at most so many words.
  @inline(__always)
  static func make(capacity: Int, _ fill: (inout ChangeWriter) -> Void) -> ChangeStorage {
    let storage = unsafeDowncast(create(minimumCapacity: capacity) { _ in () }, to: ChangeStorage.self)
    storage.withUnsafeMutablePointerToElements { words in
      var writer = ChangeWriter(words, capacity: capacity)
      fill(&writer)
    }
    return storage
  }

  @inlinable
  @inline(__always)
  func withWords<Result>(_ body: (UnsafeMutablePointer<Int>) -> Result) -> Result {
    withUnsafeMutablePointerToElements(body)
  }
}

/// Writes changes one after the other.
struct ChangeWriter {
  private let words: UnsafeMutablePointer<Int>
  private let capacity: Int
  /// The word that is written next.
  private(set) var next: Int

  @inline(__always)
  init(_ words: UnsafeMutablePointer<Int>, capacity: Int) {
    self.words = words
    self.capacity = capacity
    next = 0
  }

  @inline(__always)
  mutating func add<Change: BitwiseCopyable>(_ change: Change) {
    let size = ChangeLayout<Change>.wordCount
    precondition(size <= capacity &- next, "\(size) words where \(capacity &- next) have room")
    UnsafeMutableRawPointer(words + next).storeBytes(of: change, as: Change.self)
    next &+= size
  }

  /// - Parameter body: Writes so many words.
  @inline(__always)
  mutating func write(_ count: Int, _ body: (UnsafeMutablePointer<Int>) -> Void) {
    precondition(count <= capacity &- next, "\(count) words where \(capacity &- next) have room")
    body(words + next)
    next &+= count
  }

  /// Leaves room for something that is written later.
  @inline(__always)
  mutating func skip(_ count: Int) { next &+= count }

  /// Writes a word that was left free.
  @inline(__always)
  func set(_ index: Int, _ word: Int) { words[index] = word }

  /// Lends what was written from a word on.
  func withWritten<Change: BitwiseCopyable>(
    from start: Int, as type: Change.Type, _ body: (UnsafeMutableBufferPointer<Change>) -> Void
  ) {
    let count = (next - start) / ChangeLayout<Change>.wordCount
    UnsafeMutableRawPointer(words + start).withMemoryRebound(to: Change.self, capacity: count) { changes in
      body(UnsafeMutableBufferPointer(start: changes, count: count))
    }
  }
}

/// How changes of one type lie in words.
@usableFromInline
enum ChangeLayout<Change: BitwiseCopyable> {
  @inlinable
  static var wordCount: Int { (MemoryLayout<Change>.stride &+ 7) / 8 }
}
