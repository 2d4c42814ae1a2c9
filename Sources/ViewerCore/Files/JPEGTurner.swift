import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Turns the pictures in JPEG files without loss, by the program jpegtran of libjpeg-turbo. It moves the coefficients
/// of the picture, so that no pixel is encoded again.
package struct JPEGTurner: Sendable {
  /// The name of the program, which is searched in `PATH`, or its path.
  package var program: String

  /// Creates a turner.
  package init(program: String = "jpegtran") { self.program = program }

  /// A saved change, which `revert` can undo.
  struct Saved: Sendable {
    var path: String
    /// The turn that was applied to the stored pixels.
    var turn: PictureTurn
    /// The orientation in the metadata before.
    var orientation: PictureOrientation
    /// The status of the file after it was written.
    var info: FileInfo
  }

  /// The largest length of a file, in bytes.
  private static let fileLimit = 256 << 20

  /// Saves a picture as the user sees it: turns the pixels by the orientation in the metadata and then by `turn`, and
  /// sets the orientation in the metadata to upright. Blocks; never call it on the main thread.
  /// - Throws: If that is not possible without loss, or fails; the file is then unchanged.
  func save(_ turn: PictureTurn, to path: String) throws(FileError) -> Saved {
    let (bytes, info) = try Self.read(path)
    let former = try Self.orientation(of: bytes, path)
    let whole = PictureTurn(former).followed(by: turn)
    let written = try write(whole, .upright, to: path, bytes, info)
    return Saved(path: path, turn: whole, orientation: former, info: written)
  }

  /// Undoes a saved change. Blocks; never call it on the main thread.
  /// - Returns: The change that was made, which can be reverted too.
  /// - Throws: If the file was changed since, or writing fails; the file is then unchanged.
  func revert(_ saved: Saved) throws(FileError) -> Saved {
    let (bytes, info) = try Self.read(saved.path)
    // A file that was moved away and back is the same.
    var expected = saved.info
    expected.statusChanged = info.statusChanged
    guard info == expected else {
      throw FileError(path: saved.path, reason: .content("it was changed afterwards"), action: .write)
    }
    let former = try Self.orientation(of: bytes, saved.path)
    let written = try write(saved.turn.inverse, saved.orientation, to: saved.path, bytes, info)
    return Saved(path: saved.path, turn: saved.turn.inverse, orientation: former, info: written)
  }

  private static func read(_ path: String) throws(FileError) -> ([UInt8], FileInfo) {
    let info = try FileInfo(path: path)
    let file = try RandomAccessFile(path: path)
    guard info.size <= fileLimit else {
      throw FileError(path: path, reason: .content("it has more than 256 MB"), action: .write)
    }
    return (try file.bytes(at: 0, count: info.size), info)
  }

  private static func orientation(of bytes: [UInt8], _ path: String) throws(FileError) -> PictureOrientation {
    do throws(ImageError) {
      return try JPEGOrientation.read(bytes)
    } catch {
      let isOther = if case .unsupported = error { true } else { false }
      let reason = isOther ? "it is not a JPEG picture, and only those can be turned without loss" : error.reason
      throw FileError(path: path, reason: .content(reason), action: .write)
    }
  }

  /// Writes the turned picture with an orientation, and returns the status of the new file.
  private func write(
    _ turn: PictureTurn, _ orientation: PictureOrientation, to path: String, _ bytes: [UInt8], _ info: FileInfo
  ) throws(FileError) -> FileInfo {
    if turn != .none, JPEGOrientation.hasMore(bytes) {
      throw FileError(
        path: path,
        reason: .content("it contains more than a picture, such as a film, and jpegtran would remove that"),
        action: .write)
    }
    var new = turn == .none ? bytes : try turned(turn, path)
    JPEGOrientation.write(orientation, to: &new)
    // The program read the file by itself.
    guard try FileInfo(path: path) == info else {
      throw FileError(path: path, reason: .content("it changed in the meantime"), action: .write)
    }
    try OutputFile.save(to: path, replacing: true) { writer throws(FileError) in try writer.write(new) }
    return try FileInfo(path: path)
  }

  /// Returns the file with turned pixels.
  private func turned(_ turn: PictureTurn, _ path: String) throws(FileError) -> [UInt8] {
    func failure(_ words: String) -> FileError { FileError(path: path, reason: .content(words), action: .write) }
    let output: ChildProcess.Output
    do throws(FileError) {
      let arguments = ["-copy", "all", "-optimize", "-perfect"] + Self.arguments(turn) + [path]
      output = try ChildProcess.run(program, arguments, limit: Self.fileLimit * 2)
    } catch {
      let isMissing = error.reason == .notFound
      throw failure(
        isMissing
          ? "jpegtran is not installed; it turns JPEG pictures without loss and is part of the package "
            + "libjpeg-turbo-progs"
          : "jpegtran of the package libjpeg-turbo-progs cannot be started: \(error.reason.words)")
    }
    let message = output.message.split(separator: "\n").first.map(String.init) ?? "it says nothing"
    if message.contains("not perfect") {
      throw failure("its size is not a multiple of the JPEG blocks, so pixels at an edge would be lost")
    }
    guard output.code == 0, (try? JPEGOrientation.read(output.bytes)) != nil else {
      throw failure("jpegtran cannot turn it: \(message)")
    }
    return output.bytes
  }

  /// Returns the arguments of jpegtran for a change.
  private static func arguments(_ turn: PictureTurn) -> [String] {
    switch turn.orientation {
    case .upright: []
    case .mirrored: ["-flip", "horizontal"]
    case .upsideDown: ["-rotate", "180"]
    case .flipped: ["-flip", "vertical"]
    case .transposed: ["-transpose"]
    case .turnedRight: ["-rotate", "90"]
    case .transversed: ["-transverse"]
    case .turnedLeft: ["-rotate", "270"]
    }
  }
}
