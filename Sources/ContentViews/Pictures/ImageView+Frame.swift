package import ScrollworkGeometry
package import ScrollworkHostInterface

// Where in the view its picture lies.

extension ImageView {
  /// The part of the view that a picture is drawn in. Where it is shown whole it has the picture's proportions.
  package func frame(of picture: Bitmap, scale: Double) -> Rect {
    guard drawnMode(of: picture) == .fit else { return bounds }
    return bounds.fitting(picture, largestMagnification: largestMagnification / scale)
  }

  /// True if the picture that is there has all the pixels that its file has: none is enlarged, so one that is smaller than
  /// what was asked for is whole.
  package var hasAllPixels: Bool {
    guard bitmap == nil, let loaded, let answered else { return false }
    return answered.hasAllPixels(loaded)
  }
}

extension ImageRequest {
  /// True if an answer to the request has all the pixels that its file has.
  func hasAllPixels(_ answer: Bitmap) -> Bool {
    guard let target else { return true }
    let (isNarrower, isLower) = (answer.width < target.width, answer.height < target.height)
    return mode == .fit ? isNarrower && isLower : isNarrower || isLower
  }
}

extension Rect {
  /// The largest part in the middle that has a picture's proportions.
  /// - Parameter largestMagnification: Logical pixels for each of the picture's own at most.
  package func fitting(_ picture: Bitmap, largestMagnification: Double = .infinity) -> Rect {
    let (width, height) = (Double(picture.width), Double(picture.height))
    guard width > 0, height > 0, !isEmpty else { return self }
    let scale = min(self.width / width, self.height / height, largestMagnification)
    // However thin it is, it can be seen.
    return centered(
      Size(width: max(min(1, self.width), width * scale), height: max(min(1, self.height), height * scale)))
  }
}
