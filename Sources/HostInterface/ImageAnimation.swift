/// A picture that plays: its frames, decoded when they are asked for.
///
/// Used from one background thread at a time. A frame builds on those before it, so going forward is cheap.
public protocol ImageAnimation: AnyObject, Sendable {
  var pixelSize: PixelSize { get }
  var frameCount: Int { get }
  /// How often it plays; `nil` for ever.
  var repeatCount: Int? { get }

  /// How long a frame is shown, in seconds; never less than 0.02.
  func duration(ofFrame index: Int) -> Double

  /// The whole picture as it looks at that frame, in its own size.
  func frame(at index: Int) throws(ImageError) -> Bitmap
}
