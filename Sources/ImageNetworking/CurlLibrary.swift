import CCurl
import ScrollworkPlatform

/// The functions of libcurl that we use, loaded with the first network picture.
struct CurlLibrary: @unchecked Sendable {
  // Sendable: the function pointers never change. libcurl's functions may be called from any thread as long as one
  // thread at a time uses a handle, which `CurlEngine` ensures.
  typealias Handle = UnsafeMutableRawPointer
  typealias List = UnsafeMutableRawPointer

  // curl_easy: one request.
  let makeEasy: @convention(c) () -> Handle?
  let freeEasy: @convention(c) (Handle) -> Void
  let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let appendHeader: @convention(c) (List?, UnsafePointer<CChar>) -> List?
  let freeHeaders: @convention(c) (List?) -> Void
  // curl_multi: all requests of the thread.
  let makeMulti: @convention(c) () -> Handle?
  let add: @convention(c) (Handle, Handle) -> Int32
  let remove: @convention(c) (Handle, Handle) -> Int32
  let perform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
  let poll: @convention(c) (Handle, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
  let wakeUp: @convention(c) (Handle) -> Int32
  let readMessage: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<ScrollworkCurlMessage>?
  // Functions with variable arguments, called through CCurl.
  private let setEasy: UnsafeMutableRawPointer
  private let getInfo: UnsafeMutableRawPointer

  /// The library; `nil` if it is missing or older than 7.68.
  static let shared: CurlLibrary? = DynamicLibrary(names: OptionalLibrary.curl.fileNames).flatMap {
    try? CurlLibrary($0)
  }

  /// Looks all functions up and initialises libcurl.
  /// - Throws: `MissingSymbol` if the library is too old.
  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    let initialize: @convention(c) (Int) -> Int32 = try library.function("curl_global_init")
    makeEasy = try library.function("curl_easy_init")
    freeEasy = try library.function("curl_easy_cleanup")
    errorText = try library.function("curl_easy_strerror")
    appendHeader = try library.function("curl_slist_append")
    freeHeaders = try library.function("curl_slist_free_all")
    makeMulti = try library.function("curl_multi_init")
    add = try library.function("curl_multi_add_handle")
    remove = try library.function("curl_multi_remove_handle")
    perform = try library.function("curl_multi_perform")
    poll = try library.function("curl_multi_poll")
    wakeUp = try library.function("curl_multi_wakeup")
    readMessage = try library.function("curl_multi_info_read")
    setEasy = try library.function("curl_easy_setopt")
    getInfo = try library.function("curl_easy_getinfo")
    // CURL_GLOBAL_ALL.
    let everything = 3
    _ = initialize(everything)
  }

  // MARK: - Options, by their numbers in curl/curl.h

  /// Options with a number.
  enum Number: Int32 {
    case lowSpeedLimit = 19
    case lowSpeedTime = 20
    case followsRedirections = 52
    case verifiesPeer = 64
    case verifiesHost = 81
    case httpVersion = 84
    case withoutSignals = 99
    case timeout = 155
    case connectTimeout = 156
    case protocols = 181
    case withoutProxyHeads = 265
  }

  /// Options with a text.
  enum Text: Int32 {
    case address = 10002
    case proxy = 10004
    case userAgent = 10018
    case certificates = 10065
  }

  /// Options with a pointer.
  enum Pointer: Int32 {
    case bodyContext = 10001
    case headers = 10023
    case headContext = 10029
  }

  /// Options with a callback for incoming bytes.
  enum Receiver: Int32 {
    case body = 20011
    case head = 20079
  }

  /// Sets a numeric option.
  func set(_ option: Number, _ value: Int, of handle: Handle) {
    _ = scrollwork_curl_set_long(setEasy, handle, option.rawValue, value)
  }

  /// Sets a text option; libcurl copies the text.
  func set(_ option: Text, _ value: String, of handle: Handle) {
    _ = value.withCString { scrollwork_curl_set_pointer(setEasy, handle, option.rawValue, $0) }
  }

  /// Sets a pointer option; the target must outlive the transfer.
  func set(_ option: Pointer, _ value: UnsafeRawPointer?, of handle: Handle) {
    _ = scrollwork_curl_set_pointer(setEasy, handle, option.rawValue, value)
  }

  /// Sets a callback.
  func set(_ option: Receiver, _ receive: @escaping ScrollworkCurlReceive, of handle: Handle) {
    _ = scrollwork_curl_set_receive(setEasy, handle, option.rawValue, receive)
  }

  /// Returns the number of new connections that a transfer made.
  func connectionCount(of handle: Handle) -> Int {
    var count = 0
    let numberOfConnects: Int32 = 0x20_001A
    _ = scrollwork_curl_get_long(getInfo, handle, numberOfConnects, &count)
    return count
  }

  /// Returns the target of a redirection as an absolute address; `nil` for other responses.
  func redirection(of handle: Handle) -> String? {
    var text: UnsafePointer<CChar>?
    let redirectAddress: Int32 = 0x10_001F
    _ = scrollwork_curl_get_text(getInfo, handle, redirectAddress, &text)
    return text.map { String(cString: $0) }
  }
}
