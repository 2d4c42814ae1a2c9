import Dispatch
import ScrollworkPlatform
import Synchronization

/// Filters the lines of a file in the background and tells what it has found so far, again and again.
///
/// Give it each new snapshot of the index: it goes on from where it was. To filter by something else, cancel it and make another.
package final class LineFilter: Sendable {
  private struct Shared {
    var lines: FilteredLines
    var waiting: LineIndexSnapshot?
    var isWorking = false
  }

  private let shared: Mutex<Shared>
  private let worker: Mutex<LineFilterWorker>
  private let isCancelled = Atomic(false)
  private let queue = DispatchQueue(label: "scrollwork.filter", qos: .userInitiated)
  private let onChange: @Sendable (FilteredLines) -> Void

  /// - Parameter onChange: Called from a background thread, not any more after `cancel` has returned and a call under way has ended.
  package init(_ filter: Filter, onChange: @escaping @Sendable (FilteredLines) -> Void) {
    let worker = LineFilterWorker(filter: filter)
    shared = Mutex(Shared(lines: worker.lines(isCaughtUp: false)))
    self.worker = Mutex(worker)
    self.onChange = onChange
  }

  /// What is known now.
  package var lines: FilteredLines { shared.withLock { $0.lines } }

  /// True if a snapshot was given whose lines are not all looked at yet.
  package var isBusy: Bool { shared.withLock { $0.waiting != nil || $0.isWorking } }

  /// Looks at the lines that are new in the snapshot, or at all if the file started anew. Returns at once.
  package func update(_ snapshot: LineIndexSnapshot) {
    let isFirst = shared.withLock { shared in
      defer { shared.waiting = snapshot }
      return shared.waiting == nil
    }
    if isFirst { queue.async { [weak self] in self?.search() } }
  }

  /// Stops soon, and lets go of what was learnt about the expressions.
  package func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    queue.async { [self] in worker.withLock { $0.forget() } }
  }

  /// What was done for the lines so far, and what is held of it. Waits for work that is under way.
  package var work: FilterWork { worker.withLock { $0.work } }

  private func search() {
    let snapshot = shared.withLock { shared in
      defer { shared.waiting = nil }
      shared.isWorking = true
      return shared.waiting
    }
    defer { shared.withLock { $0.isWorking = false } }
    guard let snapshot, !isCancelled.load(ordering: .relaxed) else { return }
    worker.withLock { worker in
      worker.search(snapshot, isCancelled: { isCancelled.load(ordering: .relaxed) }, publish: publish)
    }
  }

  private func publish(_ lines: FilteredLines) {
    guard !isCancelled.load(ordering: .relaxed) else { return }
    shared.withLock { $0.lines = lines }
    onChange(lines)
  }
}

/// The part of a line filter that reads. Used by one thread at a time.
struct LineFilterWorker: Sendable {
  private var filter: Filter
  private var generation = 0
  private var matches = ChunkedList<Int>()
  /// The line to go on with, and where it begins.
  private var next = LinePoint(line: 0, offset: 0)
  private var searched = 0

  private static let firstPublication = 1 << 18
  private static let largestStep = 1 << 24

  init(filter: Filter) {
    self.filter = filter
  }

  var work: FilterWork { filter.work }

  mutating func forget() { filter.forget() }

  func lines(isCaughtUp: Bool) -> FilteredLines {
    FilteredLines(generation: generation, searched: searched, isCaughtUp: isCaughtUp, lines: matches)
  }

  /// Searches what the snapshot has and an earlier one had not.
  mutating func search(
    _ snapshot: LineIndexSnapshot, isCancelled: () -> Bool, publish: (FilteredLines) -> Void
  ) {
    if snapshot.generation != generation { self = LineFilterWorker(filter: filter, generation: snapshot.generation) }
    // A line that is not complete may be another one when more of it comes: it is looked at again then.
    matches.truncate(to: matches.partitioningIndex { $0 < next.line })
    let complete = snapshot.endsWithNewline ? snapshot.count : snapshot.count - 1
    let resume = LinePoint(line: complete, offset: snapshot.offset(of: complete))
    let end = snapshot.isCaughtUp ? snapshot.indexedBytes : resume.offset
    guard scan(snapshot.file, to: end, isCancelled: isCancelled, publish: publish) else { return }
    next = resume
    publish(lines(isCaughtUp: snapshot.isCaughtUp))
  }

  private init(filter: Filter, generation: Int) {
    self.filter = filter
    self.generation = generation
  }

  /// Reads from `next` to `end`. False if it was cancelled.
  private mutating func scan(
    _ file: RandomAccessFile?, to end: Int, isCancelled: () -> Bool, publish: (FilteredLines) -> Void
  ) -> Bool {
    guard let file, end > next.offset else { return !isCancelled() }
    var (line, offset, nextPublication) = (next.line, next.offset, next.offset + Self.firstPublication)
    let start = offset
    var pieces = LinePieces()
    // A file that cannot be read any more gives no more lines; the index tells why.
    try? pieces.forEach { buffer throws(FileError) -> Int in
      if isCancelled() { return 0 }
      if offset >= nextPublication {
        searched = line
        publish(lines(isCaughtUp: false))
        nextPublication = offset + min(offset - start, Self.largestStep)
      }
      let count = try file.read(at: offset, into: .init(rebasing: buffer[..<min(buffer.count, end - offset)]))
      offset += count
      return count
    } _: { piece throws(FileError) -> Bool in
      if piece.isStart {
        let isMatch = filter.matches(line: piece.text(ofLine: line), isCancelled: isCancelled)
        if isCancelled() { return false }
        if isMatch { matches.append(line) }
        line += 1
      }
      return true
    }
    searched = line
    return !isCancelled()
  }
}
