import Glibc
import ScrollworkImageLoading

/// The head of an HTTP response, parsed line by line as the lines arrive (RFC 9112).
struct HTTPHead {
  /// The status code; 0 before the status line.
  private(set) var status = 0
  /// The header values by field name in lower case; for a repeated field the last value.
  private(set) var fields: [String: String] = [:]

  /// Whether the final head is complete. An interim response (1xx) does not count: another head follows it.
  private(set) var isComplete = false

  /// Adds a line without its line break. A status line starts a new head, for example after an interim response.
  mutating func append(_ line: Substring) {
    if line.hasPrefix("HTTP/") {
      self = HTTPHead()
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if line.isEmpty {
      isComplete = status >= 200
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields[line[..<colon].lowercased()] = String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }

  /// Whether the response redirects to another address.
  var isRedirection: Bool { [301, 302, 303, 307, 308].contains(status) && fields["location"] != nil }

  /// Returns the seconds that the server asks to wait, given as a number or as a date; `nil` if it does not ask.
  /// - Parameter wallTime: The current time, in seconds since 1970.
  func retryAfter(at wallTime: Double) -> Double? {
    guard let text = fields["retry-after"] else { return nil }
    if let seconds = Double(text) { return max(0, seconds) }
    return Self.seconds(ofDate: text).map { max(0, $0 - wallTime) }
  }

  /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7) into seconds since 1970.
  private static func seconds(ofDate text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int32(parts[1]), let year = Int32(parts[3]), (1970...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int32($0) }
    guard clock.count == 3, (1...31).contains(day), clock.allSatisfy({ (0..<62).contains($0) }) else { return nil }
    var time = tm()
    (time.tm_mday, time.tm_mon, time.tm_year) = (day, Int32(month), year - 1900)
    (time.tm_hour, time.tm_min, time.tm_sec) = (clock[0], clock[1], clock[2])
    return Double(timegm(&time))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the head as a pipeline's response; `nil` for an unsuccessful status or an inconsistent head.
  /// - Parameter isConditional: Whether the request allowed the answer "304 Not Modified".
  func response(isConditional: Bool) -> ByteResponse? {
    var response = ByteResponse()
    response.length = fields["content-length"].flatMap { Int($0) }
    response.validators = ByteValidators(entityTag: fields["etag"], lastModified: fields["last-modified"])
    response.acceptsRanges = fields["accept-ranges"]?.lowercased().contains("bytes") ?? false
    response.freshness = fields["cache-control"].map { ByteFreshness(cacheControl: $0) } ?? ByteFreshness()
    switch status {
    case 304 where isConditional: response.kind = .unchanged
    case 206:
      guard let range else { return nil }
      response.kind = .rest(from: range.start)
      response.total = range.total
    case 200..<300: response.kind = .whole
    default: return nil
    }
    return response
  }

  /// The first byte and the total in `Content-Range: bytes 100-199/200`; the total is `nil` if the server does not know
  /// it.
  private var range: (start: Int, total: Int?)? {
    guard let text = fields["content-range"], text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst("bytes ".count).split(separator: "/", maxSplits: 1)
    guard let start = parts.first.flatMap({ Int($0.prefix { $0.isNumber }) }) else { return nil }
    return (start, parts.count > 1 ? Int(parts[1]) : nil)
  }
}
