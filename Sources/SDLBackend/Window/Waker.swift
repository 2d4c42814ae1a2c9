import CSDL
import Glibc
import Synchronization

/// Wakes the loop from any thread and from signal handlers.
///
/// All requests write to one pipe. Without a window system, the loop itself sleeps on the pipe. With one, the loop
/// sleeps inside SDL, which cannot wait for descriptors but accepts events from any thread. A watching thread then
/// reads the pipe and pushes events.
enum Waker {
  /// The pipe to which requests are written. Neither end blocks: a write to a full pipe fails without harm, because its
  /// reading end is readable already.
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
  /// The bit that stands for the main queue in the result of `sleep(on: descriptors, milliseconds:)`, and in the `code`
  /// of wake-up events.
  static let mainQueueBit: Int32 = 2
  /// SDL's number for our wake-up events, whose `code` is a result of `sleep(on:milliseconds:)`.
  @MainActor static let eventType: UInt32 = SDL_RegisterEvents(1)

  /// Whether a wake-up was requested that the loop has not noticed yet. Until the loop notices it, further requests add
  /// no event.
  private static let isPending = Atomic<Bool>(false)
  @MainActor private static var isWatching = false

  /// Makes the loop take a turn soon. Thread-safe.
  static func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    signal()
  }

  /// Clears the pending wake-up, so that later requests wake the loop again.
  /// - Returns: Whether a wake-up was requested.
  static func acknowledge() -> Bool { isPending.exchange(false, ordering: .acquiringAndReleasing) }

  /// Makes the pipe readable. Safe inside a signal handler if the pipe exists already.
  static func signal() {
    var byte: UInt8 = 1
    _ = write(pipe.writeEnd, &byte, 1)
  }

  /// Reads the waiting bytes of a descriptor, so that it is no longer readable.
  private static func clear(_ descriptor: Int32) {
    // The main queue's descriptor is a counter of 8 bytes; the pipe rarely holds more than two bytes.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
      _ = read(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  /// Waits until at least one descriptor is readable, and clears those that are.
  /// - Parameter milliseconds: The time-out; -1 for none.
  /// - Returns: A number in which bit *n* is set if the *n*th descriptor was readable; 0 after a time-out.
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

  /// Starts the watching thread, once per process. The thread never ends.
  @MainActor
  static func startWatching() {
    guard !isWatching else { return }
    isWatching = true
    let order = UnsafeMutablePointer<WatchOrder>.allocate(capacity: 1)
    order.initialize(to: WatchOrder(descriptors: descriptors, eventType: eventType))
    var thread = pthread_t()
    // Signals are left to the initial thread, because they must end its sleep.
    var all = sigset_t()
    var former = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &former)
    pthread_create(&thread, nil, watch, order)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    pthread_detach(thread)
  }

  /// The descriptors that wake the loop: the pipe's, and the main queue's if the loop runs its jobs.
  @MainActor static let descriptors = MainQueue.isOurs ? [pipe.readEnd, MainQueue.descriptor] : [pipe.readEnd]
}

/// The arguments of the watching thread.
private struct WatchOrder {
  var descriptors: [Int32]
  var eventType: UInt32
}

/// Runs the watching thread. It is not a closure, because a closure in main-actor code traps on other threads.
@Sendable
private nonisolated func watch(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let order = argument.assumingMemoryBound(to: WatchOrder.self).move()
  argument.deallocate()
  var event = SDL_Event()
  event.type = order.eventType
  while true {
    // If SDL's queue is full, pushing fails, but then the loop is awake anyway.
    event.user.code = Waker.sleep(on: order.descriptors, milliseconds: -1)
    if event.user.code != 0 { SDL_PushEvent(&event) }
  }
}
