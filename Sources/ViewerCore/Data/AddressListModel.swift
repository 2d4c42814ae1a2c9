import Dispatch
import Scrollwork
import ScrollworkPlatform
import Synchronization

/// The picture addresses in a text file as entries of a list, updated when the file changes.
///
/// `onChange` gets each new snapshot on a background thread; `snapshot` is the newest one.
package final class AddressListModel: EntryModel {
  /// The largest size of an address list, in bytes. A larger file is shown as text.
  static let sizeLimit = 16 << 20

  private let path: String
  private let worker: Mutex<AddressListWorker>
  /// The number of jobs queued or running.
  private let waitingWork = Atomic(0)
  private let isStopped = Atomic(false)
  private let queue = DispatchQueue(label: "scrollwork.addresses", qos: .userInitiated)
  /// The watcher of the file; `nil` if it cannot be watched.
  private let watcher: Mutex<PathWatcher?> = Mutex(nil)
  private let onChange: @Sendable (FolderSnapshot) -> Void

  /// Starts to read the file in the background.
  package init(path: String, onChange: @escaping @Sendable (FolderSnapshot) -> Void) {
    self.path = path
    self.onChange = onChange
    worker = Mutex(AddressListWorker(path: path))
    enqueue { model in
      let watcher = try? PathWatcher(paths: [model.path], includesContent: true) { [weak model] _ in
        model?.reload()
      }
      model.watcher.withLock { $0 = watcher }
      if model.isStopped.load(ordering: .relaxed) { watcher?.cancel() }
      model.work { worker in
        worker.isWatched = watcher != nil
        worker.read()
      }
    }
  }

  deinit { stop() }

  package var snapshot: FolderSnapshot { worker.withLock { $0.snapshot } }

  package var isBusy: Bool {
    let watcher = watcher.withLock { $0 }
    return watcher?.hasNews == true || waitingWork.load(ordering: .acquiring) > 0
  }

  package func reload() { enqueue { model in model.work { $0.read() } } }

  package func sort(by order: FolderOrder?) { enqueue { model in model.work { $0.sort(by: order) } } }

  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    watcher.withLock { $0?.cancel() }
  }

  /// Runs a job on the worker, and reports the snapshot if the job made a new one.
  private func work(_ body: (inout AddressListWorker) -> Void) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    let (before, after) = worker.withLock { worker in
      let before = worker.snapshot.revision
      body(&worker)
      return (before, worker.snapshot)
    }
    if after.revision != before { onChange(after) }
  }

  /// Runs a job on the queue and counts it while it waits or runs.
  private func enqueue(_ work: @escaping @Sendable (AddressListModel) -> Void) {
    waitingWork.add(1, ordering: .relaxed)
    queue.async { [weak self] in
      guard let self else { return }
      work(self)
      waitingWork.subtract(1, ordering: .releasing)
    }
  }
}

/// The part of the model that reads and sorts. It is used by one thread at a time.
struct AddressListWorker: Sendable {
  /// Whether changes of the file are noticed.
  var isWatched = false
  private(set) var snapshot: FolderSnapshot
  private let path: String
  /// The entries in the order of the file.
  private var entries: [FolderEntry] = []
  /// The current order; `nil` for the order in the file.
  private var order: FolderOrder?

  init(path: String) {
    self.path = path
    snapshot = FolderSnapshot(path: "", state: .loading, entries: [], isWatched: false, revision: 0)
  }

  /// Reads the file again.
  mutating func read() {
    do {
      let file = try RandomAccessFile(path: path)
      let text = try file.bytes(at: 0, count: AddressListModel.sizeLimit)
      entries = Self.entries(PictureAddress.list(in: text) ?? [])
      update(.complete)
    } catch {
      update(snapshot.state == .loading ? .failed(error) : .vanished)
    }
  }

  mutating func sort(by order: FolderOrder?) {
    self.order = order
    update(snapshot.state)
  }

  /// Makes the next snapshot.
  private mutating func update(_ state: FolderSnapshot.State) {
    snapshot = FolderSnapshot(
      path: "", state: state, entries: order?.sorted(entries) ?? entries, isWatched: isWatched,
      revision: snapshot.revision + 1)
  }

  /// Makes the entries of addresses. The identity of an entry is made of the FNV-1a hash of its address and the number
  /// of earlier entries with this address.
  static func entries(_ addresses: [String]) -> [FolderEntry] {
    var counts: [String: UInt32] = [:]
    var names = EntryNameMaker()
    for address in addresses { names.append(address, title: PictureAddress.name(of: address)) }
    return zip(addresses, names.names(folder: "")).map { address, name in
      let number = counts[address, default: 0]
      counts[address] = number + 1
      let hash = address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
      let id = FolderEntryID(file: FileIdentity(device: 0, inode: hash), generation: number)
      let file = FileURL.path(of: address).flatMap { try? FileInfo(path: $0) }
      return FolderEntry(id: id, address: name, file: file)
    }
  }
}
