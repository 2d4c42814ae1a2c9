/// The distribution of remaining space among flexible gaps and edges. All get the same extent, except those whose
/// minimum is larger.
enum FlexDistribution {
  /// Returns the extent that flexible gaps and edges get; those with a larger minimum get their minimum.
  /// - Parameters:
  ///   - available: The total extent to distribute, including the minima.
  ///   - minima: Calls its argument with each minimum.
  /// - Complexity: O(*k*²) in the number of different minima at worst, O(*k*) as a rule.
  static func level(available: Double, minima: ((Double) -> Void) -> Void) -> Double {
    var (level, last) = (0.0, -1)
    while true {
      var (count, left) = (0, available)
      minima { minimum in
        if last >= 0, minimum > level { left -= minimum } else { count += 1 }
      }
      guard count > 0, count != last else { return level }
      (level, last) = (max(0, left / Double(count)), count)
    }
  }

  /// Returns the extent in whole subpixels that flexible gaps and edges get. The remainder of the division is not
  /// distributed.
  static func level(available: Int64, minima: ((Int64) -> Void) -> Void) -> Int64 {
    var (level, last) = (Int64(0), Int64(-1))
    while true {
      var (count, left) = (Int64(0), available)
      minima { minimum in
        if last >= 0, minimum > level { left -= minimum } else { count += 1 }
      }
      guard count > 0, count != last else { return level }
      (level, last) = (max(0, left / count), count)
    }
  }
}
