import ScrollworkHostInterface

extension PixelSize {
  /// Returns the size to which a picture of this size is reduced for a box, in pixels; never larger than the picture.
  ///
  /// With `fill` and `fillUpper` the result covers the box, with `fit` it stays inside. Without a box or with `center`,
  /// it equals the picture's size.
  func reduced(to target: PixelSize?, mode: ContentMode) -> PixelSize {
    guard let target, mode != .center else { return self }
    let box = PixelSize(width: max(1, target.width), height: max(1, target.height))
    // Compares aspect ratios by cross products, which are exact.
    let isWider = width.multipliedFullWidth(by: box.height) > height.multipliedFullWidth(by: box.width)
    if isWider == (mode == .fit) {
      guard box.width < width else { return self }
      let exact = Double(height) * Double(box.width) / Double(width)
      return PixelSize(width: box.width, height: min(height, Self.rounded(exact, mode)))
    }
    guard box.height < height else { return self }
    let exact = Double(width) * Double(box.height) / Double(height)
    return PixelSize(width: min(width, Self.rounded(exact, mode)), height: box.height)
  }

  /// Rounds a side: to the nearest for `fit`, upwards for `fill` and `fillUpper`, so that the box stays covered.
  private static func rounded(_ value: Double, _ mode: ContentMode) -> Int {
    max(1, Int(mode == .fit ? value.rounded() : value.rounded(.up)))
  }
}
