/// A picture of several frames, each decoded when it is requested.
///
/// Only one background thread at a time may use the animation. A frame builds on the frames before it, so playing
/// forwards is cheap; a step back may decode again from the first frame.
package protocol ImageAnimation: AnyObject, Sendable {
  /// The size of the picture in the file, before any reduction.
  var pixelSize: PixelSize { get }
  /// The number of frames; at least one.
  var frameCount: Int { get }
  /// The number of times that the animation plays; `nil` for an endless loop.
  var repeatCount: Int? { get }

  /// The memory that the animation holds, in bytes: the file and the pixels of the frame being composed.
  var byteCount: Int { get }

  /// Returns the time for which a frame is shown, in seconds; at least 0.02.
  func duration(ofFrame index: Int) -> Double

  /// Returns the complete picture of a frame, reduced to `target` and `mode` like
  /// ``ImageDecoding/decode(_:target:mode:)``.
  /// - Precondition: `index` is in `0..<frameCount`.
  /// - Throws: ``ImageError/corrupt(_:)`` if the frame's data are damaged.
  func frame(at index: Int, target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap
}
