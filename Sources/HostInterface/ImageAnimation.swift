/// A picture of several frames, each decoded on request.
///
/// One background thread uses it at a time. A frame builds on the frames before it, so playing forwards is cheap; a
/// step back may decode again from the first frame.
public protocol ImageAnimation: AnyObject, Sendable {
  /// The size of the whole picture before reduction.
  var pixelSize: PixelSize { get }
  /// The number of frames; at least one.
  var frameCount: Int { get }
  /// The number of times that the animation plays; `nil` for an endless loop.
  var repeatCount: Int? { get }

  /// The memory in use, in bytes: the file and the pixels of the frame being composed.
  var byteCount: Int { get }

  /// Returns the display time of a frame in seconds; at least 0.02.
  func duration(ofFrame index: Int) -> Double

  /// Returns the whole picture as it looks at that frame, reduced like ``ImageDecoding/decode(_:target:mode:)``.
  /// - Precondition: `index` is in `0..<frameCount`.
  /// - Throws: ``ImageError/corrupt(_:)`` if the frame's data are damaged.
  func frame(at index: Int, target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap
}
