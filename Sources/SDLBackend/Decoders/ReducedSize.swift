import ScrollworkHostInterface

extension PixelSize {
  /// The size in which a picture of this size is decoded for a box: never larger than it is.
  ///
  /// `fill` covers the box with the whole picture, `fit` lies inside it; in its own size without a box or for `center`.
  func reduced(to target: PixelSize?, mode: ContentMode) -> PixelSize {
    guard let target, mode != .center else { return self }
    let box = PixelSize(width: max(1, target.width), height: max(1, target.height))
    // Whether the picture is wider than the box, by cross products, so that nothing is rounded.
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

  private static func rounded(_ value: Double, _ mode: ContentMode) -> Int {
    max(1, Int(mode == .fit ? value.rounded() : value.rounded(.up)))
  }
}
