import Dispatch
import Scrollwork

/// Reads the sizes of a folder's pictures in the background: first of those that are asked for, then of all others if
/// the folder is sorted by them.
@MainActor
final class PictureSizes {
  private(set) var table = PixelTable()
  /// Called after a size became known that was asked for.
  var onChange: (() -> Void)?
  /// Called after another hundredth of all sizes was read.
  var onProgress: (() -> Void)?
  /// Called when all sizes are known, with whether any of them is new.
  var onComplete: ((_ hasNew: Bool) -> Void)?

  /// The reading of all sizes.
  private struct Sweep {
    var entries: [FolderEntry]
    var next = 0
  }

  /// Pictures that were asked for, the newest last, because that one is most likely still visible.
  private var asked: [FolderEntry] = []
  /// The identities of `asked` and of the pictures that are being read.
  private var pending: Set<FolderEntryID> = []
  private var sweep: Sweep?
  private var isReading = false
  /// The hundredths of all sizes that were known at the last report.
  private var reported: Int?
  /// Whether a size became known since all were known last.
  private var hasNew = false
  private var isStopped = false
  private let queue = DispatchQueue(label: "scrollwork.sizes", qos: .utility)

  /// The largest number of pictures that wait: more than a screen of rows shows.
  private static let maximumAsked = 512
  /// The number of headers that are read at a time, so that new questions are answered soon.
  private static let batch = 64
  /// The number of known pictures that are skipped at a time.
  private static let maximumSkipped = 8_192

  /// Whether sizes will still become known.
  var isBusy: Bool { isReading }

  /// The part of all sizes that is known; `nil` unless they are being read.
  var progress: Double? { sweep.map { Double($0.next) / Double(max(1, $0.entries.count)) } }

  /// Returns the size of a picture, and reads it soon if it is unknown.
  /// - Returns: `nil` if the size is not known yet, or if the file is no picture.
  func size(of entry: FolderEntry) -> PixelSize? {
    if !isKnown(entry) { ask(entry) }
    return table.size(of: entry)
  }

  /// Whether `size(of:)` will not change.
  func isKnown(_ entry: FolderEntry) -> Bool { !PixelTable.mayHaveSize(entry) || table.contains(entry) }

  private func ask(_ entry: FolderEntry) {
    guard !isStopped, pending.insert(entry.id).inserted else { return }
    asked.append(entry)
    if asked.count > Self.maximumAsked { pending.remove(asked.removeFirst().id) }
    start()
  }

  /// Reads the sizes of all pictures. Replaces an earlier request.
  func readAll(_ entries: [FolderEntry]) {
    sweep = Sweep(entries: entries)
    start()
  }

  /// Ends the reading of all sizes.
  func endReadingAll() { sweep = nil }

  /// Stops the work for good.
  func stop() {
    isStopped = true
    (asked, sweep) = ([], nil)
  }

  /// Begins to read after the current frame, with everything that the frame asks for.
  private func start() {
    guard !isReading, !isStopped else { return }
    isReading = true
    DispatchQueue.main.async { [weak self] in self?.read() }
  }

  private func read() {
    let wasAsked = !asked.isEmpty
    let batch = wasAsked ? takeAsked() : takeFromSweep()
    guard !batch.isEmpty else { return end() }
    queue.async {
      let sizes = batch.map { PixelTable.read($0.path) }
      DispatchQueue.main.async { [weak self] in self?.finish(batch, sizes, wasAsked: wasAsked) }
    }
  }

  private func takeAsked() -> [FolderEntry] {
    let batch = Array(asked.suffix(Self.batch))
    asked.removeLast(batch.count)
    return batch
  }

  private func takeFromSweep() -> [FolderEntry] {
    guard var current = sweep else { return [] }
    sweep = nil
    var batch: [FolderEntry] = []
    let limit = min(current.entries.count, current.next + Self.maximumSkipped)
    while current.next < limit, batch.count < Self.batch {
      let entry = current.entries[current.next]
      if !isKnown(entry) { batch.append(entry) }
      current.next += 1
    }
    sweep = current
    return batch
  }

  /// Ends the reading if nothing is left to read.
  private func end() {
    isReading = false
    guard let sweep else { return }
    guard sweep.next == sweep.entries.count else { return start() }
    let wasNew = hasNew
    (self.sweep, hasNew) = (nil, false)
    onComplete?(wasNew)
  }

  private func finish(_ batch: [FolderEntry], _ sizes: [PixelSize?], wasAsked: Bool) {
    for (entry, size) in zip(batch, sizes) {
      table.set(size, of: entry)
      pending.remove(entry.id)
    }
    hasNew = true
    let percent = progress.map { Int($0 * 100) }
    if wasAsked { onChange?() } else if percent != reported { onProgress?() }
    reported = percent
    read()
  }
}
