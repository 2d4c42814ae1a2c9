import Dispatch
import Glibc
import Scrollwork
import ScrollworkHostInterface
package import ScrollworkImageLoading
import ScrollworkPlatform
import ScrollworkSDLBackend
import Synchronization

/// Finds and makes thumbnails of films, documents and other files that this program cannot draw: in the folder shared
/// by all programs of the desktop, and with the desktop's thumbnailers. All calls block.
package final class ThumbnailMaker: Sendable {
  package typealias Found = ThumbnailCache.Found

  /// The result of making a thumbnail.
  package enum Outcome: Hashable, Sendable {
    case made(Found)
    /// There is no program for the file, or it failed.
    case none
    /// The file was written a moment ago, and may not be complete.
    case tooNew
  }

  /// The queue on which programs are run, so that only one runs at a time.
  let queue = DispatchQueue(label: "scrollwork.thumbnails.make", qos: .utility)
  /// The programs by the types of files.
  private let programs: [String: Thumbnailer]
  private let dataFolders: [String]
  private let cache: ThumbnailCache
  private let decoder = BitmapDecoder()
  /// The time after which a program is killed, in seconds.
  private let patience: Double
  /// The time for which a file must be unchanged before a thumbnail is made, in seconds.
  private let settlingTime: Int64
  /// Returns the sandbox for programs. It may run a program itself.
  private let sandbox: @Sendable () -> ThumbnailSandbox
  private let types = Mutex<FileTypes?>(nil)
  private let child = Mutex<(running: pid_t?, isStopped: Bool)>((nil, false))

  /// Reads the descriptions of the programs.
  /// - Parameters:
  ///   - dataFolders: The folders that have `thumbnailers` and `mime`, the most important one first.
  ///   - folder: The folder of the thumbnails.
  ///   - patience: The seconds after which a program is ended.
  ///   - settlingTime: The seconds for which a file has to rest before it is drawn.
  ///   - sandbox: Returns the surroundings of programs.
  package init(
    dataFolders: [String], folder: String, patience: Double = 10, settlingTime: Int = 3,
    sandbox: @escaping @Sendable () -> ThumbnailSandbox = { .current }
  ) {
    (self.dataFolders, self.patience, self.settlingTime) = (dataFolders, patience, Int64(settlingTime))
    self.sandbox = sandbox
    cache = ThumbnailCache(folder: folder, encoder: BitmapEncoder())
    programs = Self.programs(in: dataFolders)
  }

  /// The thumbnails of the current user; `nil` if the environment names no folder for caches.
  package static var current: ThumbnailMaker? {
    DesktopThumbnails.standard.map {
      ThumbnailMaker(dataFolders: DesktopPrograms.currentDataFolders, folder: $0.folder)
    }
  }

  /// Returns the thumbnailers by MIME type. Those in a more important folder take precedence.
  private static func programs(in dataFolders: [String]) -> [String: Thumbnailer] {
    var programs: [String: Thumbnailer] = [:]
    var done: Set<String> = []
    for folder in dataFolders.map({ $0 + "/thumbnailers" }) {
      for name in ((try? TreeCopy.names(in: folder)) ?? []).sorted()
      where name.hasSuffix(".thumbnailer") && done.insert(name).inserted {
        guard let text = SmallFile.text(of: FolderEntry.join(folder, name)), let program = Thumbnailer(text) else {
          continue
        }
        for type in program.types where programs[type] == nil { programs[type] = program }
      }
    }
    return programs
  }

  /// Whether there is a program for films or documents, so that a grid shows them as tiles.
  var drawsFilmsOrDocuments: Bool {
    programs.keys.contains { $0.hasPrefix("video/") || $0.hasPrefix("application/") }
  }

  /// Returns the thumbnail of a file; `nil` if there is no valid one.
  /// - Parameter side: The requested side in pixels. If there is no thumbnail of that size, a smaller one is returned.
  package func find(_ path: String, side: Int) -> Found? { cache.find(path: path, side: side) }

  /// Makes the thumbnail of a file with a thumbnailer. A file for which that failed is skipped until it changes, also
  /// in later runs.
  package func make(_ path: String, side: Int) -> Outcome {
    guard let program = program(for: path), !cache.hasFailed(path: path) else { return .none }
    guard let info = try? FileInfo(path: path), info.kind == .regular else { return .none }
    let age = FileTime.now.seconds - info.modified.seconds
    // A time in the future says nothing about the file.
    if age >= 0, age < settlingTime { return .tooNew }
    let found = cache.make(path: path, side: side, decoder: decoder) { output in
      let sandbox = sandbox()
      if sandbox.isClosed, !Self.makeEmptyFile(output) { return false }
      return run(sandbox.words(for: program, drawing: path, to: output, side: side))
    }
    if let found { return .made(found) }
    // A file that changed meanwhile, or a program that was ended with this one, is no failure.
    let isSame = (try? FileInfo(path: path)).map { $0.modified == info.modified && $0.size == info.size } ?? false
    if isSame, !child.withLock({ $0.isStopped }) { cache.recordFailure(path: path) }
    return .none
  }

  /// Kills the running program, prevents further ones, and waits until unfinished files are removed. It must not be
  /// called on `queue`.
  package func stop() {
    child.withLock { child in
      child.isStopped = true
      if let running = child.running { kill(-running, SIGKILL) }
    }
    queue.sync {}
  }

  /// Returns the thumbnailer for a file; `nil` if there is none.
  private func program(for path: String) -> Thumbnailer? {
    guard !programs.isEmpty else { return nil }
    let known = types.withLock { types in
      let known = types ?? FileTypes(folders: dataFolders)
      types = known
      return known
    }
    return known.types(of: path).lazy.compactMap { self.programs[$0] }.first
  }

  private static func makeEmptyFile(_ path: String) -> Bool {
    let file = PathBytes.withCString(path) { open($0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600) }
    if file >= 0 { close(file) }
    return file >= 0
  }

  /// Runs a program. If it takes too long, kills it and all processes that it started.
  /// - Returns: Whether the program succeeded.
  private func run(_ words: [String]) -> Bool {
    guard let program = words.first, let running = start(program, Array(words.dropFirst())) else { return false }
    let end = ContinuousClock.now + .seconds(patience)
    var (state, pause) = (siginfo_t(), UInt32(2_000))
    // The program's number stays taken until `reap`, so that no other process can be ended in its place.
    while waitid(P_PID, id_t(running), &state, WEXITED | WNOHANG | WNOWAIT) == 0 || errno == EINTR {
      if state.si_signo == SIGCHLD { return reap(running) }
      if ContinuousClock.now >= end {
        _ = reap(running)
        return false
      }
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
    return reap(running)
  }

  private func start(_ program: String, _ arguments: [String]) -> pid_t? {
    child.withLock { child in
      guard !child.isStopped,
        case .success(let running) = ChildProcess.start(program, arguments, startsSession: true)
      else { return nil }
      child.running = running
      return running
    }
  }

  /// Kills a program and all processes that it started.
  /// - Returns: Whether the program had already ended with success.
  private func reap(_ running: pid_t) -> Bool {
    kill(-running, SIGKILL)
    return child.withLock { child in
      var status: Int32 = 0
      while waitpid(running, &status, 0) < 0 { if errno != EINTR { break } }
      child.running = nil
      return status == 0
    }
  }
}
