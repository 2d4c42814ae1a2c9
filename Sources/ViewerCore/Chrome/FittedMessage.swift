/// Messages that fit a bar.
enum FittedMessage {
  /// The number of characters of a name that are kept, even if they do not fit.
  private static let leastName = 9

  /// Returns a message with the first quoted name shortened in its middle as far as necessary.
  /// - Parameter isTooLong: Whether a text does not fit.
  static func text(_ message: String, isTooLong: (String) -> Bool) -> String {
    guard isTooLong(message), let open = message.firstIndex(of: "“"), let close = message[open...].firstIndex(of: "”")
    else { return message }
    let name = message[open..<close].dropFirst()
    func shortened(to count: Int) -> String {
      message[...open] + name.prefix(count - count / 2) + "…" + name.suffix(count / 2) + message[close...]
    }
    // The largest number of characters that fits lies between these two.
    var (fits, isTooMany) = (min(leastName, name.count), name.count)
    while isTooMany - fits > 1 {
      let count = (fits + isTooMany) / 2
      if isTooLong(shortened(to: count)) { isTooMany = count } else { fits = count }
    }
    return fits < name.count ? shortened(to: fits) : message
  }
}
