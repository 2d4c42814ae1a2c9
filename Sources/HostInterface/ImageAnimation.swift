/// A picture that plays: its frames, decoded when they are asked for.
///
/// Used from one background thread at a time. A frame builds on those before it, so going forward is cheap.
public protocol ImageAnimation: AnyObject, Sendable {
  var pixelSize: PixelSize { get }
  var frameCount: Int { get }
  /// How often it plays; `nil` for ever.
  var repeatCount: Int? { get }

  /// Memory that it takes: the bytes of the file and the pixels it works on.
  var byteCount: Int { get }

  /// How long a frame is shown, in seconds; never less than 0.02.
  func duration(ofFrame index: Int) -> Double

  /// The whole picture as it looks at that frame, reduced as by `ImageDecoding.decode`.
  /// - Precondition: `index` is one of the frames.
  func frame(at index: Int, target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap
}
