import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTesting
import ScrollworkViewerCore
import Synchronization
import Testing

/// The number of rounds of a random test.
#if DEBUG && !OPTIMIZED
  let rounds = 20
#else
  let rounds = 200
#endif

/// A folder for one test, deleted at its end.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/scrollwork-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw FileError(path: "/tmp", code: errno) }
    path = String(cString: made)
  }

  deinit { Self.remove(path) }

  func file(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String, mode: String = "w") throws -> String {
    let path = file(name)
    let stream = try #require(fopen(path, mode))
    let bytes = Array(bytes)
    #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    #expect(fclose(stream) == 0)
    return path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  @discardableResult
  func append(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name, mode: "a")
  }

  private static func remove(_ path: String) {
    if let reader = try? DirectoryReader(path: path) {
      while let items = try? reader.next(limit: 100), !items.isEmpty {
        for item in items {
          let inner = path + "/" + item.name
          if item.kind == .directory { remove(inner) } else { _ = PathBytes.withCString(inner) { unlink($0) } }
        }
      }
    }
    rmdir(path)
  }
}

/// Runs jobs of the main actor and makes frames until a condition holds; returns `false` if it does not hold in time.
@MainActor
func waitUntil(_ harness: ViewHarness, _ condition: () -> Bool) async -> Bool {
  for _ in 0..<20_000 {
    await Task.yield()
    harness.showIfNeeded()
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}

/// Waits until a viewer shows its content and nothing moves.
@MainActor
func waitForRest(of viewer: Viewer, in harness: ViewHarness) async throws {
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount > 0 }
  try #require(isShown)
  harness.settle()
}

/// A random generator with a seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &+ 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Collects the values of a background thread. A test can wait for an expected value.
final class Inbox<Value: Sendable>: Sendable {
  private struct State {
    /// The source of the values, which lives as long as this object.
    var source: (any Sendable)?
    var values: [Value] = []
    var waiters: [(condition: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Value, Never>)] = []
  }

  private let state = Mutex(State())

  func keep(_ source: any Sendable) {
    state.withLock { $0.source = source }
  }

  func receive(_ value: Value) {
    let due = state.withLock { state in
      state.values.append(value)
      let due = state.waiters.filter { $0.condition(value) }
      state.waiters.removeAll { $0.condition(value) }
      return due
    }
    for waiter in due { waiter.continuation.resume(returning: value) }
  }

  var values: [Value] { state.withLock { $0.values } }

  /// Returns the newest value if it satisfies the condition, otherwise the first later value that does.
  ///
  /// It stops the process after a time limit, because otherwise a test could wait forever.
  func first(where condition: @escaping @Sendable (Value) -> Bool) async -> Value {
    let watchdog = Task.detached { [self] in
      try await Task.sleep(for: .seconds(900))
      fatalError("waited in vain; the last of \(values.count) values is \(String(describing: values.last))")
    }
    defer { watchdog.cancel() }
    return await withCheckedContinuation { continuation in
      let known = state.withLock { state -> Value? in
        if let last = state.values.last, condition(last) { return last }
        state.waiters.append((condition, continuation))
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}

/// Creates a folder of files named `p100.png` and so on.
func pictureFolder(_ count: Int) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for index in 100..<(100 + count) { try folder.write("not looked at", to: "p\(index).png") }
  return folder
}

extension ViewHarness {
  /// The nodes of the visible items.
  var tiles: [SemanticsNode] { semantics.filter { $0.role == .cell } }
}
