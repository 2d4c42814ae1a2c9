public import Scrollwork

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Compares a frame, pixel by pixel, with the picture `__Snapshots__/TestFile/name.png` beside the test file.
///
/// If the environment variable `SCROLLWORK_RECORD` is 1, the picture is recorded instead.
/// - Parameter region: The compared part in logical pixels; `nil` for the whole frame. Prefer small pictures, whose
///   differences are easier to judge.
/// - Throws: ``PictureError``. For a difference, the error names a temporary folder with both pictures and a third one
///   that marks the difference.
/// - Complexity: O(*n*) in the number of pixels.
@MainActor
public func expectPicture(
  of frame: Frame, in region: Rect? = nil, named name: String, testFile: String = #filePath
) throws(PictureError) {
  var picture = try Picture(of: frame)
  if let region {
    picture = picture.cropped(
      to: Rect(
        x: region.minX * frame.scale, y: region.minY * frame.scale, width: region.width * frame.scale,
        height: region.height * frame.scale))
  }
  try expectPicture(picture, named: name, testFile: testFile)
}

/// Compares a picture with `__Snapshots__/TestFile/name.png` beside the test file, or records it like
/// ``expectPicture(of:in:named:testFile:)``.
/// - Parameter tolerance: The largest difference of a colour component, 0 to 255, that counts as equal.
/// - Throws: ``PictureError``.
/// - Complexity: O(*n*) in the number of pixels.
package func expectPicture(
  _ picture: Picture, named name: String, tolerance: Int = 0, testFile: String = #filePath
) throws(PictureError) {
  let path = TestFile.snapshotPath(name, type: "png", testFile: testFile)
  try checkPicture(picture, at: path, tolerance: tolerance, isRecording: TestFile.isRecording)
}

/// Compares a picture with that in the file at `path` or, if `isRecording`, writes it there.
/// - Parameter tolerance: The largest difference of a colour component, 0 to 255, that counts as equal.
package func checkPicture(
  _ picture: Picture, at path: String, tolerance: Int = 0, isRecording: Bool
) throws(PictureError) {
  if isRecording { return try write(picture, to: path) }
  guard TestFile.bytes(of: path) != nil else { throw .missing(path: path) }
  let expected = try Picture(contentsOf: path)
  guard !picture.matches(expected, tolerance: tolerance) else { return }
  let folder = try report(picture, expected)
  guard let place = picture.firstDifference(from: expected, tolerance: tolerance) else {
    throw .otherSize(
      path: path, recorded: "\(expected.width) x \(expected.height)", now: "\(picture.width) x \(picture.height)",
      folder: folder)
  }
  throw .different(
    path: path, x: place.x, y: place.y, recorded: expected[place.x, place.y].hexText,
    now: picture[place.x, place.y].hexText, folder: folder)
}

/// Writes both pictures and their marked difference to a new temporary folder; returns its path.
private func report(_ picture: Picture, _ expected: Picture) throws(PictureError) -> String {
  guard let folder = TestFile.temporaryFolder(named: "scrollwork-picture") else {
    throw .unwritable(path: "a temporary folder", reason: String(cString: strerror(errno)))
  }
  try write(picture, to: folder + "/actual.png")
  try write(expected, to: folder + "/expected.png")
  try write(picture.marked(whereOther: expected), to: folder + "/difference.png")
  return folder
}

private func write(_ picture: Picture, to path: String) throws(PictureError) {
  let bytes: [UInt8]
  do {
    bytes = try picture.png()
  } catch {
    throw .unwritable(path: path, reason: "\(error)")
  }
  if let reason = TestFile.write(bytes, to: path) { throw .unwritable(path: path, reason: reason) }
}
