/// Decides whether to make a check that may save work. After many useless checks, checks pause for a while.
struct OptionalCheck: Sendable {
  /// The number of useless checks until the next pause.
  private var credit = maximumCredit
  /// The number of checks that are still skipped.
  private var pause = 0

  private static let maximumCredit = 64
  /// The number of useless checks that one saved line makes up for.
  private static let reward = 4
  private static let longPause = 128

  /// Returns whether to check now. During a pause it returns `false` and shortens the pause.
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
