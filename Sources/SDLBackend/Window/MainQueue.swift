// Links the library; the two functions are not in its module.
import Dispatch
import Glibc

/// The queue of the main actor's jobs, for a program whose initial thread sits in SDL instead of a run loop.
///
/// Libdispatch gives foreign loops two functions: a descriptor that becomes readable when a job was enqueued, and one
/// that runs what is there. They are what CoreFoundation is made with, and are exported for it. The public way, running
/// Foundation's main run loop for no time, does the same through them but costs 8.6 times as much when there is nothing
/// to do (3.25 against 0.38 us a turn), cannot wake a loop that sleeps in SDL, and would need Foundation here. Swift's hook
/// `swift_task_enqueueMainExecutor_hook` is not called for the main actor in 6.3, and a custom main executor
/// is not offered on Linux.
enum MainQueue {
  /// True on the thread that began the process, as long as it has not been given to libdispatch: only there may jobs be
  /// run, anywhere else libdispatch traps. (An asynchronous `main`, as test runners have, gives the thread away.)
  static var isOurs: Bool { currentThread() == getpid() }

  /// A descriptor that is readable after a job was enqueued.
  static var descriptor: Int32 { Int32(truncatingIfNeeded: mainQueueHandle()) }

  /// Runs the jobs that are there.
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
