/// Decides whether a check that may save work is made. After many checks in vain it is left out for a while.
struct OptionalCheck: Sendable {
  /// The number of checks in vain that are still accepted.
  private var credit = maximumCredit
  /// The number of checks that are left out from now on.
  private var pause = 0

  private static let maximumCredit = 64
  /// The number of checks that a saved line pays for.
  private static let reward = 4
  private static let longPause = 128

  /// Whether to check now.
  mutating func isDue() -> Bool {
    guard pause > 0 else { return true }
    pause -= 1
    return false
  }

  /// Records a check.
  /// - Parameter saved: The number of lines that need no more work; 0 if the check was in vain.
  mutating func record(saved: Int) {
    credit = saved > 0 ? min(Self.maximumCredit, credit + Self.reward * saved) : credit - 1
    if credit < 0 { (credit, pause) = (Self.maximumCredit / 4, Self.longPause) }
  }
}
