/// The distribution of remaining space among flexible gaps and edges: all get the same extent, but none less than its
/// minimum.
enum WaterLevel {
  /// Returns the level to which all are raised; those with a higher minimum keep it.
  /// - Parameters:
  ///   - available: The total extent of all of them.
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

  /// Returns the level in whole subpixels; the remainder of the division is not distributed.
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
