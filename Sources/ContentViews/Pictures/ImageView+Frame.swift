package import ScrollworkGeometry
package import ScrollworkHostInterface

// The rectangle that a picture covers in its view, and the tests for pictures at their full size.

extension ImageView {
  /// Returns the rectangle into which a picture is drawn. For a picture that is fitted (see `drawnMode(of:)`), this is
  /// a centred rectangle with the picture's proportions, limited by `largestMagnification`. For all others it is the
  /// bounds, even if a picture in the mode `center` is smaller.
  /// - Parameters:
  ///   - scale: Device pixels per logical pixel.
  ///   - isWhole: Whether the picture has all pixels of its file; `nil` for what is known of the loaded one.
  package func frame(of picture: Bitmap, scale: Double, isWhole: Bool? = nil) -> Rect {
    guard drawnMode(of: picture, isWhole: isWhole) == .fit else { return bounds }
    let size = wholeSize(of: picture, isWhole: isWhole)
    if size == nil, isWhole == false { return bounds }
    return bounds.fitting(size ?? picture.pixelSize, largestMagnification: largestMagnification / scale)
  }

  /// Returns the size of the picture in its file, even if `picture` is a reduced copy; `nil` if it is unknown.
  private func wholeSize(of picture: Bitmap, isWhole: Bool?) -> PixelSize? {
    picture.originalSize ?? (isWhole ?? (bitmap != nil || hasAllPixels) ? picture.pixelSize : nil)
  }

  /// Returns the radius of a picture's corners. For a picture that does not fill the view, it is at most a tenth of the
  /// shorter side, so that the corners of a small picture stay visible.
  func radius(in frame: Rect) -> Double {
    enlargesToFill || frame == bounds ? cornerRadius : min(cornerRadius, min(frame.width, frame.height) / 10)
  }

  /// Returns the mode in which a picture is drawn: `fit` if filling would show less than `leastFilledShare` of it, or
  /// enlarge it beyond `largestMagnification` while `enlargesToFill` is `false`; otherwise ``mode``.
  /// - Parameter isWhole: Whether the picture has all pixels of its file; `nil` for what is known of the loaded one.
  func drawnMode(of picture: Bitmap, isWhole: Bool? = nil) -> ContentMode {
    guard mode == .fill || mode == .fillUpper, !bounds.isEmpty, picture.width > 0, picture.height > 0 else {
      return mode
    }
    let whole = wholeSize(of: picture, isWhole: isWhole)
    let size = whole ?? picture.pixelSize
    let (x, y) = (bounds.width / Double(size.width), bounds.height / Double(size.height))
    if min(x, y) < leastFilledShare * max(x, y) { return .fit }
    guard !enlargesToFill, whole != nil else { return mode }
    return max(x, y) * (host?.environment.scale ?? 1) > largestMagnification ? .fit : mode
  }

  /// Whether `other`, a version of the loaded picture, is sharper than the loaded one in the target size of `wanted`.
  func isSharper(_ other: Bitmap, in wanted: ImageRequest) -> Bool {
    guard let loaded, let target = wanted.target, player == nil, !hasAllPixels else { return false }
    return other.width > loaded.width && (loaded.width < target.width || loaded.height < target.height)
  }

  /// Whether the picture has several frames that are played.
  package var isPlaying: Bool { player != nil }

  /// Whether the loaded picture has all pixels of its file, so that a load for a larger view would gain nothing.
  package var hasAllPixels: Bool {
    guard bitmap == nil, let loaded, let loadedRequest else { return false }
    return loadedRequest.hasAllPixels(loaded)
  }
}

extension ImageRequest {
  /// Whether `answer`, the result of this request, has all pixels of its file.
  ///
  /// Decoders never enlarge, so a picture smaller than the request's target was not reduced.
  func hasAllPixels(_ answer: Bitmap) -> Bool {
    guard let target else { return true }
    if let original = answer.originalSize { return original == answer.pixelSize }
    let (isNarrower, isLower) = (answer.width < target.width, answer.height < target.height)
    return mode == .fit ? isNarrower && isLower : isNarrower || isLower
  }
}

extension Rect {
  /// Returns the largest rectangle inside this one that has the same centre and the proportions of a picture.
  /// - Parameter largestMagnification: The largest number of logical pixels for one picture pixel.
  package func fitting(_ picture: PixelSize, largestMagnification: Double = .infinity) -> Rect {
    let (width, height) = (Double(picture.width), Double(picture.height))
    guard width > 0, height > 0, !isEmpty else { return self }
    let scale = min(self.width / width, self.height / height, largestMagnification)
    // A very thin picture still gets one pixel, so that it stays visible.
    return centered(
      Size(width: max(min(1, self.width), width * scale), height: max(min(1, self.height), height * scale)))
  }
}
