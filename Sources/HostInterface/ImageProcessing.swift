/// A step that changes the pixels of a decoded picture, for example to grayscale.
///
/// Two steps are equal if their identifiers are equal, and the image cache uses steps as part of its keys. An
/// identifier must therefore name the kind of step and all its parameters.
package struct ImageProcessing: Hashable, Sendable {
  /// The name of the step with its parameters, such as `"blur-4"`.
  package let identifier: String
  private let body: @Sendable (Bitmap) throws(ImageError) -> Bitmap

  /// Creates a step.
  /// - Parameters:
  ///   - identifier: The name of the step with all its parameters.
  ///   - body: The function that returns the changed picture. It is called on background threads.
  package init(identifier: String, _ body: @escaping @Sendable (Bitmap) throws(ImageError) -> Bitmap) {
    self.identifier = identifier
    self.body = body
  }

  /// Returns the changed picture.
  /// - Throws: The error of the step's function.
  package func process(_ bitmap: Bitmap) throws(ImageError) -> Bitmap { try body(bitmap) }

  /// Whether both steps have the same identifier.
  package static func == (a: ImageProcessing, b: ImageProcessing) -> Bool { a.identifier == b.identifier }

  /// Hashes the identifier.
  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension ImageProcessing {
  /// A step that replaces colours by shades of gray of the same perceived brightness (luma by ITU-R BT.601).
  package static let grayscale = ImageProcessing(identifier: "grayscale") { bitmap in
    let pixels = bitmap.pixels.map { pixel in
      // The weights 0.299, 0.587 and 0.114 as multiples of 1/256, which avoids floating point. They are right for
      // premultiplied channels too.
      let gray = ((pixel >> 16 & 255) * 77 + (pixel >> 8 & 255) * 150 + (pixel & 255) * 29) >> 8
      return pixel & 0xFF00_0000 | gray << 16 | gray << 8 | gray
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels, isOpaque: bitmap.isOpaque)
  }
}
