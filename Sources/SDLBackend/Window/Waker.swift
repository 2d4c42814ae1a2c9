import CSDL
import Glibc
import Synchronization

/// Wakes the loop out of its sleep, from any thread and from signal handlers.
///
/// Everything that wants the loop's attention writes to one pipe. Without a window system the loop itself sleeps
/// on it. With one the loop sleeps inside SDL, which knows no descriptors but takes events from any thread; there a
/// watching thread turns the one into the other.
enum Waker {
  /// Neither end ever blocks: a full pipe is readable, which is all that is wanted.
  static let pipe: (readEnd: Int32, writeEnd: Int32) = {
    var ends: [Int32] = [-1, -1]
    let status = Glibc.pipe(&ends)
    precondition(status == 0, "no pipe: \(String(cString: strerror(errno)))")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }()
  /// The bit of `sleep(on:milliseconds:)` that stands for the main queue in `descriptors`.
  static let mainQueueBit: Int32 = 2
  /// SDL's number for our wake-up events; their `code` is what `sleep(on:milliseconds:)` returned.
  @MainActor static let eventType: UInt32 = SDL_RegisterEvents(1)

  /// True from a wake-up until the loop notices it: thousands of calls make one event.
  private static let isPending = Atomic<Bool>(false)
  @MainActor private static var isWatching = false

  /// Makes the loop take a turn soon. Safe on any thread.
  static func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    signal()
  }

  /// The loop noticed. What is asked for from now on wakes it again.
  static func acknowledge() -> Bool { isPending.exchange(false, ordering: .acquiringAndReleasing) }

  /// Makes the pipe readable. Safe inside a signal handler once the pipe has been made.
  static func signal() {
    var byte: UInt8 = 1
    _ = write(pipe.writeEnd, &byte, 1)
  }

  /// Makes a descriptor unreadable again.
  private static func clear(_ descriptor: Int32) {
    // The main queue's descriptor counts in 8 bytes and is read at once; the pipe hardly ever holds more than two.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
      _ = read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Waits until one of the descriptors is readable, and makes it unreadable again.
  /// - Parameter milliseconds: How long at most; -1 for as long as it takes.
  /// - Returns: Bit *n* is set if the *n*th of the descriptors was.
  static func sleep(on descriptors: [Int32], milliseconds: Int32) -> Int32 {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: descriptors.count) { waits in
      for (index, descriptor) in descriptors.enumerated() {
        waits.initializeElement(at: index, to: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
      guard poll(waits.baseAddress, nfds_t(descriptors.count), milliseconds) > 0 else { return 0 }
      var readable: Int32 = 0
      for (index, wait) in waits.enumerated() where wait.revents != 0 {
        clear(wait.fd)
        readable |= 1 << Int32(index)
      }
      return readable
    }
  }

  /// Starts the watching thread, once in a process. It lives as long as the process.
  @MainActor
  static func startWatching() {
    guard !isWatching else { return }
    isWatching = true
    let order = UnsafeMutablePointer<WatchOrder>.allocate(capacity: 1)
    order.initialize(to: WatchOrder(descriptors: descriptors, eventType: eventType))
    var thread = pthread_t()
    // Signals are for the initial thread, so that its sleep ends.
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &former)
    pthread_create(&thread, nil, watch, order)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    pthread_detach(thread)
  }

  /// What wakes the loop: our own descriptor, and, where the loop runs its jobs, the main queue's.
  @MainActor static let descriptors = MainQueue.isOurs ? [pipe.readEnd, MainQueue.descriptor] : [pipe.readEnd]
}

private struct WatchOrder {
  var descriptors: [Int32]
  var eventType: UInt32
}

/// The watching thread. Not a closure: one that is written in main-actor code traps on any other thread.
@Sendable
private nonisolated func watch(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let order = argument.assumingMemoryBound(to: WatchOrder.self).move()
  argument.deallocate()
  var event = SDL_Event()
  event.type = order.eventType
  while true {
    // An event that SDL has no room for is not missed: the loop is awake then.
    event.user.code = Waker.sleep(on: order.descriptors, milliseconds: -1)
    if event.user.code != 0 { SDL_PushEvent(&event) }
  }
}
