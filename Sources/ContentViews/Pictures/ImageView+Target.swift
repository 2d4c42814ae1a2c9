import ScrollworkHostInterface

// How many pixels are asked for.

extension ImageView {
  /// The box to ask for where a picture covers so many pixels.
  ///
  /// At first it is just these: a picture of that size is copied when it is drawn, without being scaled. From then on it
  /// goes in steps, so that a change of the window's size decodes a picture a few times and not for each pixel. A step is
  /// never smaller than what is shown, and at most a third wider.
  func target(for shown: PixelSize, scale: Double) -> PixelSize {
    // Another display is no change that goes on.
    guard let asked, asked.source == request?.source, askedScale == scale, let former = asked.target else {
      return shown
    }
    let step = PixelSize(width: shown.width.roundedUpToStep, height: shown.height.roundedUpToStep)
    let covers = former.width >= shown.width && former.height >= shown.height
    return covers && former.width <= step.width && former.height <= step.height ? former : step
  }
}

extension Int {
  /// The next of 1, 1.25, 1.5 and 2 times the powers of two that is not less.
  fileprivate var roundedUpToStep: Int {
    guard self > 4 else { return self }
    let power = 1 << (Int.bitWidth - 1 - leadingZeroBitCount)
    return [4, 5, 6].map { power / 4 * $0 }.first { $0 >= self } ?? power * 2
  }
}
