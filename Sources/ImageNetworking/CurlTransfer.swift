import CCurl
import Glibc
import ScrollworkImageLoading
import ScrollworkPlatform

/// One load with all its redirections. Once it has started, only the engine's thread uses it.
final class CurlTransfer: @unchecked Sendable {
  // Sendable: all changes happen on the thread of `CurlEngine`; other threads only pass the reference on.
  let request: ByteRequest
  let configuration: HTTPByteLoader.Configuration
  /// The receiver of events; `nil` after the last event.
  private var receive: (@Sendable (ByteEvent) -> Void)?
  private var redirects = RedirectPolicy()
  /// The current address; each redirection changes it.
  private(set) var address: String
  private var head = HTTPHead()
  /// Whether the head was valid and was reported.
  private var isAccepted = false
  /// The number of discarded body bytes, which belong to error answers.
  private var droppedBytes = 0
  /// The length in bytes of all heads of the current request.
  private var headBytes = 0
  /// The time at which the whole load times out, in nanoseconds of the monotonic clock; set when the load begins.
  private var deadline: Int64?
  /// The error with which a callback made libcurl stop.
  private var refusal: ByteError?
  /// The libcurl objects of the running request.
  var handle: CurlLibrary.Handle?
  var headers: CurlLibrary.List?

  init(
    _ request: ByteRequest, _ configuration: HTTPByteLoader.Configuration,
    _ receive: @escaping @Sendable (ByteEvent) -> Void
  ) {
    self.request = request
    self.configuration = configuration
    self.receive = receive
    address = request.address
  }

  /// The remaining time for the whole load in milliseconds. The first access starts the countdown.
  var millisecondsLeft: Int {
    let now = ProcessStatistics.monotonicNanoseconds
    let deadline = deadline ?? now + Int64(configuration.totalTime * 1e9)
    self.deadline = deadline
    return Int((deadline - now) / 1_000_000)
  }

  /// The request's header fields, except for those that libcurl adds itself.
  var fields: [String] {
    var fields = ["Accept: image/*"]
    if request.bypassesCaches { fields += ["Cache-Control: no-cache", "Pragma: no-cache"] }
    if request.offset > 0, let mark = request.known?.strong {
      fields += ["Range: bytes=\(request.offset)-", "If-Range: \(mark)"]
    } else if let known = request.known {
      if let tag = known.entityTag { fields.append("If-None-Match: \(tag)") }
      if let date = known.lastModified { fields.append("If-Modified-Since: \(date)") }
    }
    let own = HTTPAddress.origin(of: address).flatMap { configuration.fields[$0] } ?? [:]
    fields += own.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    // Drop line breaks, which would inject further fields.
    return fields.map { $0.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" } }
  }

  /// Reports the last event; later calls do nothing.
  func end(_ event: ByteEvent) {
    let receive = receive
    self.receive = nil
    receive?(event)
  }

  // MARK: - Incoming bytes

  /// Takes one line of the head.
  /// - Returns: The bytes taken; fewer than all of them make libcurl stop.
  func takeHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    headBytes += bytes.count
    // This bounds the memory: libcurl limits only the length of each line.
    guard headBytes < 256 << 10 else { return refuse(.dropped("the header of the answer is too long")) }
    var line = String(decoding: bytes, as: UTF8.self)[...]
    while line.last?.isNewline == true { line = line.dropLast() }
    head.append(line)
    return head.isComplete && !isAccepted ? accept(bytes.count) : bytes.count
  }

  /// Checks the complete head and reports it as the response. A redirection, an error status or an inconsistent head is
  /// not reported here; `finish` handles it.
  /// - Returns: `count`, the bytes of the last line; 0 to make libcurl stop.
  private func accept(_ count: Int) -> Int {
    guard let response = head.response(isConditional: request.known != nil) else { return count }
    if let encoding = head.fields["content-encoding"]?.lowercased(), encoding != "identity" {
      return refuse(.unsupported("an answer packed as \(encoding), which was not requested"))
    }
    isAccepted = true
    receive?(.response(response))
    return count
  }

  /// Reports a piece of the body.
  /// - Returns: The bytes taken; fewer than all of them make libcurl stop.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isAccepted, receive != nil {
      receive?(.bytes(Array(bytes)))
      return bytes.count
    }
    // A short body of an error is read to the end, so that the connection can be used again.
    droppedBytes += bytes.count
    return droppedBytes <= 64 << 10 ? bytes.count : 0
  }

  /// Makes libcurl stop the request, which then ends with `error`.
  private func refuse(_ error: ByteError) -> Int {
    refusal = error
    return 0
  }

  // MARK: - End

  /// Returns the last event of the load; `nil` if it continues at another address.
  /// - Parameter result: libcurl's result code of the request.
  func finish(_ result: Int32, _ library: CurlLibrary, _ handle: CurlLibrary.Handle) -> ByteEvent? {
    if let refusal { return .failure(refusal) }
    guard head.isComplete else { return .failure(error(result, library, handle)) }
    if head.isRedirection { return redirect(library.redirection(of: handle)) }
    guard isAccepted else { return .failure(statusError) }
    return result == 0 ? .end : .failure(error(result, library, handle))
  }

  /// Follows a redirection if the policy allows it.
  private func redirect(_ target: String?) -> ByteEvent? {
    do throws(ByteError) {
      guard let target else { throw .redirection("a redirection to nowhere") }
      address = try redirects.follow(from: address, to: target)
      (head, isAccepted, droppedBytes, headBytes) = (HTTPHead(), false, 0, 0)
      return nil
    } catch {
      return .failure(error)
    }
  }

  /// The error for an answer with an unsuccessful status. The statuses 416 and 206 with a wrong range concern only
  /// resumed loads, so their error is transient.
  private var statusError: ByteError {
    if head.status == 416 || head.status == 206 { return .dropped("the server cannot send the rest") }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .status(head.status, retryAfter: head.retryAfter(at: Double(time.tv_sec)))
  }

  /// Returns the error for a `CURLcode`; the groups are those of curl/curl.h.
  private func error(_ result: Int32, _ library: CurlLibrary, _ handle: CurlLibrary.Handle) -> ByteError {
    let words = library.errorText(result).map { String(cString: $0) } ?? "error \(result)"
    switch result {
    // Code 0 reaches this place if libcurl accepted an answer without a status line (HTTP/0.9).
    case 0, 1: return .dropped("the answer is not http")
    case 3: return .unsupported("the address \(address)")
    case 5, 6, 7: return .unreachable(words)
    case 28:
      let isConnected = library.connectionCount(of: handle) > 0 || head.status > 0
      return isConnected ? .timedOut("it took too long") : .unreachable("no connection in time")
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: return .untrusted(words)
    default: return .dropped(words)
    }
  }
}
