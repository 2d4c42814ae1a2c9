// For linking the library; its module does not declare the two functions.
import Dispatch
import Glibc

/// The queue of the main actor's jobs, for a program whose initial thread runs SDL's event loop instead of a run loop.
///
/// Libdispatch exports two functions for foreign event loops, which CoreFoundation uses: one returns a descriptor that
/// is readable when a job was enqueued, the other runs the jobs. The public alternative, running Foundation's main run
/// loop for no time, uses the same functions but costs 8.6 times as much when idle (3.25 against 0.38 us per turn),
/// cannot wake a loop that sleeps in SDL, and would need Foundation here. In Swift 6.3,
/// `swift_task_enqueueMainExecutor_hook` is not called for the main actor, and custom main executors are not available
/// on Linux.
enum MainQueue {
  /// Whether this is the process's initial thread, as long as it was not given to libdispatch; on any other thread
  /// libdispatch traps when jobs are run. (An asynchronous `main`, as in test runners, gives the thread away.)
  static var isOurs: Bool { currentThread() == getpid() }

  /// The descriptor that is readable after a job was enqueued.
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
