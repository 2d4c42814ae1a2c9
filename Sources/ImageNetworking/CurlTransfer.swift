import CCurl
import Glibc
import ScrollworkImageLoading
import ScrollworkPlatform

/// One load with its redirections. After it was made it is only touched by the engine's thread.
final class CurlTransfer: @unchecked Sendable {
  // Everything that changes is changed on the one thread of `CurlEngine`; others only pass the object on.
  let request: ByteRequest
  let configuration: HTTPByteLoader.Configuration
  private var receive: (@Sendable (ByteEvent) -> Void)?
  private var redirects = RedirectPolicy()
  private(set) var address: String
  private var head = HTTPHead()
  private var isAccepted = false
  private var droppedBytes = 0
  private var headBytes = 0
  /// When it has to be over, with all redirections, on the clock that never jumps; known as soon as it begins.
  private var deadline: Int64?
  /// Why the library was told to stop.
  private var refusal: ByteError?
  /// What the library works with, as long as it works.
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

  /// Of all that the load may take.
  var millisecondsLeft: Int {
    let now = ProcessStatistics.monotonicNanoseconds
    let deadline = deadline ?? now + Int64(configuration.totalTime * 1e9)
    self.deadline = deadline
    return Int((deadline - now) / 1_000_000)
  }

  /// The lines of the request's head that are not the library's own.
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
    // A line break would begin a field that nobody meant.
    return fields.map { $0.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" } }
  }

  func end(_ event: ByteEvent) {
    let receive = receive
    self.receive = nil
    receive?(event)
  }

  // MARK: - What comes in

  /// - Returns: How much of it was taken; less than all of it makes the library stop.
  func takeHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    headBytes += bytes.count
    guard headBytes < 256 << 10 else { return refuse(.dropped("the head of the answer has no end")) }
    var line = String(decoding: bytes, as: UTF8.self)[...]
    while line.last?.isNewline == true { line = line.dropLast() }
    head.append(line)
    return head.isComplete && !isAccepted ? accept(bytes.count) : bytes.count
  }

  private func accept(_ count: Int) -> Int {
    guard let response = head.response(isConditional: request.known != nil) else { return count }
    if let encoding = head.fields["content-encoding"]?.lowercased(), encoding != "identity" {
      return refuse(.unsupported("an answer that is packed as \(encoding), which was not asked for"))
    }
    isAccepted = true
    receive?(.response(response))
    return count
  }

  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isAccepted, receive != nil {
      receive?(.bytes(Array(bytes)))
      return bytes.count
    }
    // What comes with an error is read to keep the connection, as long as it is short.
    droppedBytes += bytes.count
    return droppedBytes <= 64 << 10 ? bytes.count : 0
  }

  private func refuse(_ error: ByteError) -> Int {
    refusal = error
    return 0
  }

  // MARK: - The end

  /// What follows from the library's result: an event, or `nil` if the load goes on at another address.
  func finish(_ result: Int32, _ library: CurlLibrary, _ handle: CurlLibrary.Handle) -> ByteEvent? {
    if let refusal { return .failure(refusal) }
    guard head.isComplete else { return .failure(error(result, library, handle)) }
    if head.isRedirection { return redirect(library.redirection(of: handle)) }
    guard isAccepted else { return .failure(statusError) }
    return result == 0 ? .end : .failure(error(result, library, handle))
  }

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

  private var statusError: ByteError {
    if head.status == 416 || head.status == 206 { return .dropped("the server cannot send the rest") }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .status(head.status, retryAfter: head.retryAfter(at: Double(time.tv_sec)))
  }

  private func error(_ result: Int32, _ library: CurlLibrary, _ handle: CurlLibrary.Handle) -> ByteError {
    let words = library.errorText(result).map { String(cString: $0) } ?? "error \(result)"
    switch result {
    // The library does not know an answer without a status line.
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
