// The import links libdispatch; its module does not declare the two functions below.
import Dispatch
import Glibc

/// The queue of the main actor's jobs, for a program whose initial thread runs SDL's event loop instead of a run loop.
///
/// Libdispatch exports two functions for foreign event loops such as CoreFoundation's. One returns a descriptor that is
/// readable after a job was enqueued, the other runs the jobs.
///
/// The public alternative is to run Foundation's main run loop for no time. It uses the same functions but takes 8.6
/// times as long at rest (3.25 against 0.38 us per turn), cannot wake a loop that sleeps in SDL, and needs Foundation.
/// In Swift 6.3, `swift_task_enqueueMainExecutor_hook` is not called for the main actor, and custom main executors are
/// not available on Linux.
enum MainQueue {
  /// Whether this is the process's initial thread and libdispatch does not own it; on any other thread, libdispatch
  /// traps when jobs are run. (An asynchronous `main`, as in test runners, gives the initial thread to libdispatch.)
  static var isOurs: Bool { currentThread() == getpid() }

  /// A descriptor that is readable after a job was enqueued.
  static var descriptor: Int32 { Int32(truncatingIfNeeded: mainQueueHandle()) }

  /// Runs the waiting jobs.
  @MainActor
  static func drain() {
    drainMainQueue(nil)
  }
}

@_silgen_name("gettid")
private func currentThread() -> pid_t

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> UInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: UnsafeMutableRawPointer?)
