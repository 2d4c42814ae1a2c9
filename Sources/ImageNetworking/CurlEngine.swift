import CCurl
import Glibc
import ScrollworkImageLoading
import Synchronization

/// The network thread of the process.
///
/// It drives all transfers through libcurl's multi interface. While there are no transfers, it sleeps without a
/// time-out.
final class CurlEngine: Sendable {
  /// The only engine; `nil` if libcurl is missing or too old.
  static let shared: CurlEngine? = CurlLibrary.shared.flatMap { CurlEngine($0) }

  /// The orders that wait for the network thread, which takes all of them at once.
  private struct Orders {
    /// Transfers to start.
    var starting: [CurlTransfer] = []
    /// Transfers to cancel.
    var cancelled: [CurlTransfer] = []
    var isEmpty: Bool { starting.isEmpty && cancelled.isEmpty }
  }

  private struct Multi: @unchecked Sendable {
    // Sendable: only the engine's thread uses the handle, except for waking the thread up, which libcurl allows from
    // any thread.
    let handle: CurlLibrary.Handle
  }

  private let library: CurlLibrary
  private let multi: Multi
  private let orders = Mutex(Orders())

  /// Starts the thread; returns `nil` if libcurl has no memory or the system no thread.
  private init?(_ library: CurlLibrary) {
    guard let handle = library.makeMulti() else { return nil }
    self.library = library
    multi = Multi(handle: handle)
    var thread = pthread_t()
    guard pthread_create(&thread, nil, curlThreadMain, Unmanaged.passRetained(self).toOpaque()) == 0 else { return nil }
    pthread_detach(thread)
  }

  /// Starts a transfer; returns at once.
  func start(_ transfer: CurlTransfer) { order { $0.starting.append(transfer) } }

  /// Cancels a transfer, which ends with `.cancelled` unless it has already ended.
  func cancel(_ transfer: CurlTransfer) { order { $0.cancelled.append(transfer) } }

  /// Adds an order and wakes up the thread.
  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    _ = library.wakeUp(multi.handle)
  }

  // MARK: - On the thread

  /// Runs as long as the process: takes orders, lets libcurl work, reads the results, and sleeps.
  fileprivate func run() {
    // Loading must not delay the thread that draws frames. On Linux, `nice` affects only the calling thread.
    _ = nice(5)
    var running: [CurlLibrary.Handle: CurlTransfer] = [:]
    while true {
      let orders = orders.withLock { orders in
        defer { orders = Orders() }
        return orders
      }
      for transfer in orders.starting { begin(transfer, &running) }
      for transfer in orders.cancelled { stop(transfer, &running) }
      var count: Int32 = 0
      _ = library.perform(multi.handle, &count)
      readMessages(&running)
      if self.orders.withLock({ $0.isEmpty }) {
        // One hour stands for "no time-out"; libcurl shortens it to its own next deadline.
        _ = library.poll(multi.handle, nil, 0, 3_600_000, nil)
      }
    }
  }

  /// Starts the first request of a transfer or the next one after a redirection; ends the transfer if that fails.
  private func begin(_ transfer: CurlTransfer, _ running: inout [CurlLibrary.Handle: CurlTransfer]) {
    guard let handle = library.makeEasy() else { return transfer.end(.failure(.dropped("no memory for a transfer"))) }
    transfer.handle = handle
    configure(handle, for: transfer)
    running[handle] = transfer
    if library.add(multi.handle, handle) != 0 {
      release(transfer, &running)
      transfer.end(.failure(.dropped("the transfer could not be started")))
    }
  }

  /// Sets the options of one request.
  private func configure(_ handle: CurlLibrary.Handle, for transfer: CurlTransfer) {
    let configuration = transfer.configuration
    library.set(.address, transfer.address, of: handle)
    library.set(.userAgent, configuration.userAgent, of: handle)
    if !configuration.usesProxies { library.set(.proxy, "", of: handle) }
    if let certificates = configuration.certificates { library.set(.certificates, certificates, of: handle) }
    let (http, https, http2OverTLS) = (1, 2, 4)
    for (option, value) in [
      // Redirections are followed here and not by libcurl, so that each target is checked: `RedirectPolicy`.
      (CurlLibrary.Number.withoutSignals, 1), (.withoutProxyHeads, 1), (.followsRedirections, 0),
      (.protocols, http | https),
      (.httpVersion, http2OverTLS), (.verifiesPeer, 1), (.verifiesHost, 2),
      (.connectTimeout, Int(configuration.connectTime * 1000)), (.timeout, max(1, transfer.millisecondsLeft)),
      (.lowSpeedLimit, 1), (.lowSpeedTime, max(1, Int(configuration.idleTime))),
    ] {
      library.set(option, value, of: handle)
    }
    for field in transfer.fields { transfer.headers = library.appendHeader(transfer.headers, field) }
    library.set(.headers, transfer.headers, of: handle)
    // libcurl gets an unretained pointer; `running` keeps the transfer as long as libcurl may call it.
    let context = UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque())
    library.set(.bodyContext, context, of: handle)
    library.set(.headContext, context, of: handle)
    library.set(.body, { takeFromCurl($0, $1 * $2, $3) { $0.takeBody($1) } }, of: handle)
    library.set(.head, { takeFromCurl($0, $1 * $2, $3) { $0.takeHead($1) } }, of: handle)
  }

  /// Ends a transfer with `.cancelled`.
  private func stop(_ transfer: CurlTransfer, _ running: inout [CurlLibrary.Handle: CurlTransfer]) {
    release(transfer, &running)
    transfer.end(.failure(.cancelled))
  }

  /// Frees the libcurl objects of a transfer if it has any.
  private func release(_ transfer: CurlTransfer, _ running: inout [CurlLibrary.Handle: CurlTransfer]) {
    guard let handle = transfer.handle else { return }
    transfer.handle = nil
    _ = library.remove(multi.handle, handle)
    library.freeEasy(handle)
    library.freeHeaders(transfer.headers)
    transfer.headers = nil
    running[handle] = nil
  }

  /// Handles the results of finished requests: ends their transfers or follows a redirection.
  private func readMessages(_ running: inout [CurlLibrary.Handle: CurlTransfer]) {
    var left: Int32 = 0
    while let message = library.readMessage(multi.handle, &left)?.pointee {
      // 1 is CURLMSG_DONE, the only message that libcurl defines.
      guard message.message == 1, let handle = message.handle, let transfer = running[handle] else { continue }
      let event = transfer.finish(message.data.result, library, handle)
      release(transfer, &running)
      if let event { transfer.end(event) } else { begin(transfer, &running) }
    }
  }
}

/// Passes a piece of the head or body to its transfer; libcurl's `CURLOPT_WRITEFUNCTION`.
/// - Returns: The bytes taken; any other number than `count` makes libcurl abort the transfer.
private func takeFromCurl(
  _ bytes: UnsafeMutablePointer<CChar>?, _ count: UInt, _ context: UnsafeMutableRawPointer?,
  _ take: (CurlTransfer, UnsafeRawBufferPointer) -> Int
) -> UInt {
  guard let context else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  return UInt(take(transfer, UnsafeRawBufferPointer(start: bytes, count: Int(count))))
}

/// Runs the network thread; `argument` is the retained engine.
private func curlThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<CurlEngine>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
