import Glibc
import ScrollworkPlatform
import Synchronization
import Testing

/// A temporary folder, removed after the test.
final class Scratch: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/scrollwork-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw FileError(path: "/tmp", code: errno) }
    path = String(cString: made)
  }

  deinit {
    if let reader = try? DirectoryReader(path: path) {
      while let items = try? reader.next(limit: 100), !items.isEmpty {
        for item in items {
          if item.kind == .directory { rmdir(path + "/" + item.name) } else { unlink(path + "/" + item.name) }
        }
      }
    }
    rmdir(path)
  }

  @discardableResult
  func write(_ text: String, to name: String, mode: String = "w") throws -> String {
    let stream = try #require(fopen(path + "/" + name, mode))
    #expect(fputs(text, stream) >= 0)
    #expect(fclose(stream) == 0)
    return path + "/" + name
  }
}

/// Collects events from a background thread. A test can wait until they satisfy a condition.
final class EventLog<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var waiter: (condition: @Sendable ([Event]) -> Bool, continuation: CheckedContinuation<[Event], Never>)?
  }

  private let state = Mutex(State())

  func add(_ events: [Event]) {
    let due = state.withLock { state -> (CheckedContinuation<[Event], Never>, [Event])? in
      state.events += events
      guard let waiter = state.waiter, waiter.condition(state.events) else { return nil }
      state.waiter = nil
      return (waiter.continuation, state.events)
    }
    if let due { due.0.resume(returning: due.1) }
  }

  /// Returns all events so far, once they satisfy the condition.
  func wait(for condition: @escaping @Sendable ([Event]) -> Bool) async -> [Event] {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> [Event]? in
        if condition(state.events) { return state.events }
        state.waiter = (condition, continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
