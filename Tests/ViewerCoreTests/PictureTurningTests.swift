import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of saving the rotation of a picture, as a user does it.

private let hasJPEGTran = access("/usr/bin/jpegtran", X_OK) == 0 && OptionalLibrary.turboJPEG.isPresent

/// A viewer with an opened picture.
@MainActor
private struct Stage {
  let folder: TemporaryFolder
  let path: String
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ bytes: [UInt8] = TurnableJPEG.picture, name: String = "a b.jpg") async throws {
    folder = try TemporaryFolder()
    path = try folder.write(bytes, to: name)
    try viewer.open(path)
    harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 600))
    let viewer = viewer
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    try await rest()
  }

  /// Completes the loads of pictures until none is pending and no file is being changed.
  func rest() async throws {
    let bitmap = Bitmap(width: 48, height: 64, color: Color(hex: 0x3060C0))
    let isDone = await waitUntil(harness) {
      for load in harness.images.pending { harness.images.finish(load.request.source, with: bitmap) }
      return !viewer.isChangingFiles && !viewer.isBusy
    }
    try #require(isDone)
    harness.settle()
  }

  /// Presses keys one after the other.
  func keys(_ texts: String...) async throws {
    for text in texts {
      let shortcut = try #require(KeyShortcut(text: text))
      harness.key(shortcut.key, modifiers: shortcut.modifiers)
      try await rest()
    }
  }

  var status: String {
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }

  /// The words of the toast; empty without one.
  var toast: String {
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 44 }?.text ?? ""
  }

  var bytes: [UInt8] {
    (try? RandomAccessFile(path: path)).flatMap { file in
      (try? file.size).flatMap { try? file.bytes(at: 0, count: $0) }
    } ?? []
  }

  /// The names of all files in the folder.
  var names: [String] {
    ((try? DirectoryReader(path: folder.path).next(limit: 100)) ?? []).map { PathBytes.display($0.name) }.sorted()
  }
}

/// Returns the initials of the quarters' colours in an upright picture: top left, top right, bottom left and right.
private func quarters(_ bytes: [UInt8]) throws -> String {
  let bitmap = try BitmapDecoder().decode(bytes, target: nil, mode: .fit)
  return String(
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y -> Character in
      let pixel = bitmap.pixels[bitmap.height * y / 4 * bitmap.width + bitmap.width * x / 4]
      let isBright = [pixel >> 16 & 255 > 128, pixel >> 8 & 255 > 128, pixel & 255 > 128]
      return isBright == [true, true, true] ? "w" : isBright[0] ? "r" : isBright[1] ? "g" : "b"
    })
}

@MainActor
@Test(
  .enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"),
  arguments: [
    (["R"], "wbgr"), (["Shift+R"], "rgbw"), (["R", "R"], "gwrb"), (["H"], "rbgw"), (["V"], "wgbr"),
    (["H", "R"], "grwb"), (["R", "H"], "bwrg"),
  ])
func `Ctrl+S writes a JPEG as it is turned on the screen, with its metadata`(keys: [String], result: String)
  async throws
{
  let stage = try await Stage()
  #expect(try quarters(stage.bytes) == "brwg")
  for key in keys { try await stage.keys(key) }
  try await stage.keys("Ctrl+S")
  #expect(stage.toast == "Saved “a b.jpg” as it is shown. Ctrl+Z takes that back", "\(stage.toast)")
  let bytes = stage.bytes
  #expect(try quarters(bytes) == result)
  #expect(try JPEGOrientation.read(bytes) == .upright, "other programs turn it no further")
  #expect(PictureMetadata(bytes).camera == "Camera7")
  #expect(stage.names == ["a b.jpg"], "nothing else is left")
  try await stage.keys("Ctrl+S")
  #expect(stage.status.contains("Ctrl+S does nothing here: the picture is not turned"))
}

@MainActor @Test(.enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"))
func `Ctrl+Z takes a saved rotation back without loss`() async throws {
  let stage = try await Stage()
  let before = try BitmapDecoder().decode(stage.bytes, target: nil, mode: .fit)
  try await stage.keys("R", "Ctrl+S", "Ctrl+Z")
  #expect(stage.status.contains("“a b.jpg” is as it was before"), "\(stage.status)")
  #expect(try JPEGOrientation.read(stage.bytes) == .turnedRight)
  #expect(try BitmapDecoder().decode(stage.bytes, target: nil, mode: .fit).pixels == before.pixels)
  try await stage.keys("Ctrl+Y")
  #expect(stage.status.contains("“a b.jpg” is turned again"), "\(stage.status)")
  #expect(try JPEGOrientation.read(stage.bytes) == .upright)
  try await stage.keys("Ctrl+Z")
  #expect(try BitmapDecoder().decode(stage.bytes, target: nil, mode: .fit).pixels == before.pixels)
  try await stage.keys("Ctrl+Z")
  #expect(stage.status.contains("no file was changed"))
}

@MainActor @Test(.enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"))
func `a file that was changed after it was saved is not turned back`() async throws {
  let stage = try await Stage()
  try await stage.keys("R", "Ctrl+S")
  try stage.folder.append("more", to: "a b.jpg")
  let bytes = stage.bytes
  try await stage.keys("Ctrl+Z")
  #expect(stage.status.contains("“a b.jpg” stays as it is: it was changed afterwards"), "\(stage.status)")
  #expect(stage.bytes == bytes)
}

@MainActor @Test(.enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"))
func `a rotation that would lose pixels at an edge is not saved`() async throws {
  let stage = try await Stage(TurnableJPEG.odd)
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("pixels at an edge would be lost"), "\(stage.status)")
  #expect(stage.bytes == TurnableJPEG.odd)
}

@MainActor @Test(.enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"))
func `a JPEG with a film behind its picture is not turned, because the film would be lost`() async throws {
  let bytes = TurnableJPEG.picture + Array("a film".utf8)
  let stage = try await Stage(bytes)
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("it contains more than a picture"), "\(stage.status)")
  #expect(stage.bytes == bytes)
}

@MainActor @Test func `a picture that is no JPEG is not saved, whatever its name`() async throws {
  let stage = try await Stage(Array("GIF89a, or so it seems".utf8))
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("it is not a JPEG picture, and only those can be turned without loss"))
}

@MainActor @Test func `without jpegtran the package that has it is named`() async throws {
  let stage = try await Stage()
  stage.viewer.files.turner.program = "/nowhere/jpegtran"
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("is part of the package libjpeg-turbo-progs"), "\(stage.status)")
  #expect(stage.bytes == TurnableJPEG.picture)
}

@MainActor @Test(arguments: ["exit 3", "echo no picture", "kill -9 $$", "echo it is bad >&2; exit 1"])
func `a program that fails leaves the file as it is`(script: String) async throws {
  let stage = try await Stage()
  let tools = try TemporaryFolder()
  let program = try tools.write("#!/bin/sh\n\(script)\n", to: "jpegtran")
  #expect(chmod(program, 0o755) == 0)
  stage.viewer.files.turner.program = program
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("“a b.jpg” was not saved: jpegtran cannot turn it"), "\(stage.status)")
  #expect(stage.bytes == TurnableJPEG.picture && stage.names == ["a b.jpg"])
}

@MainActor @Test(.enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"))
func `a file that vanishes while it is turned is not written again`() async throws {
  let stage = try await Stage()
  let tools = try TemporaryFolder()
  let program = try tools.write("#!/bin/sh\n/usr/bin/jpegtran \"$@\"\nrm '\(stage.path)'\n", to: "jpegtran")
  #expect(chmod(program, 0o755) == 0)
  stage.viewer.files.turner.program = program
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("“a b.jpg” was not saved: no such file or folder"), "\(stage.status)")
  #expect(stage.names.isEmpty)
}

@MainActor
@Test(
  .enabled(if: hasJPEGTran, "libjpeg-turbo-progs or libturbojpeg0 is not installed"),
  .enabled(if: geteuid() != 0, "root may write in every folder"))
func `in a folder that cannot be written the file stays`() async throws {
  let stage = try await Stage()
  #expect(chmod(stage.folder.path, 0o555) == 0)
  defer { chmod(stage.folder.path, 0o755) }
  try await stage.keys("R", "Ctrl+S")
  #expect(stage.status.contains("“a b.jpg” was not saved: permission denied"), "\(stage.status)")
  #expect(stage.bytes == TurnableJPEG.picture)
}
