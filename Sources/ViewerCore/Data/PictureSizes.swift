import Dispatch
import Scrollwork

/// Reads the sizes of a folder's pictures in the background: first the requested ones, then all others if the folder is
/// sorted by size.
@MainActor
final class PictureSizes {
  private(set) var table = PixelTable()
  /// Called after a requested size became known.
  var onChange: (() -> Void)?
  /// Called after another hundredth of all sizes was read.
  var onProgress: (() -> Void)?
  /// Called when all sizes are known. `hasNew` tells whether any became known since the last call.
  var onComplete: ((_ hasNew: Bool) -> Void)?

  /// The state of reading the sizes of all pictures.
  private struct Sweep {
    var entries: [FolderEntry]
    var next = 0
  }

  /// The requested pictures, the newest last. They are read from the newest, which is most likely still visible.
  private var asked: [FolderEntry] = []
  /// The identities of `asked` and of the pictures that are being read.
  private var pending: Set<FolderEntryID> = []
  private var sweep: Sweep?
  private var isReading = false
  /// The hundredths of all sizes that were known at the last report.
  private var reported: Int?
  /// Whether a size became known since the last time that all were known.
  private var hasNew = false
  private var isStopped = false
  private let queue = DispatchQueue(label: "scrollwork.sizes", qos: .utility)

  /// The largest number of waiting requests, more than a screen shows.
  private static let maximumAsked = 512
  /// The number of headers that are read at a time, few so that new requests are served soon.
  private static let batch = 64
  /// The number of known pictures that are skipped at a time.
  private static let maximumSkipped = 8_192

  /// Whether sizes are still being read.
  var isBusy: Bool { isReading }

  /// The share of all sizes that is known, 0 to 1; `nil` unless all sizes are being read.
  var progress: Double? { sweep.map { Double($0.next) / Double(max(1, $0.entries.count)) } }

  /// Returns the size of a picture, and requests it if it is not known.
  /// - Returns: `nil` if the size is not known yet, or if the file is not a picture.
  func size(of entry: FolderEntry) -> PixelSize? {
    if !isKnown(entry) { ask(entry) }
    return table.size(of: entry)
  }

  /// Whether the result of `size(of:)` is final.
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

  /// Ends reading the sizes of all pictures. Requested ones are still read.
  func endReadingAll() { sweep = nil }

  /// Stops the work for good.
  func stop() {
    isStopped = true
    (asked, sweep) = ([], nil)
  }

  /// Starts reading after the current frame, when all requests of the frame are known.
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
