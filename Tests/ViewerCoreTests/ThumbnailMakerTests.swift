import Dispatch
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkViewerCore
import Synchronization
import Testing

// Thumbnails that other programs draw or have drawn, with thumbnailers that the tests write.

@Test func `a thumbnailer draws a file, and the thumbnail is kept for all programs`() throws {
  let desktop = try ThumbnailDesktop(["a b.pdf"])
  let maker = desktop.maker()
  #expect(maker.find(desktop.file("a b.pdf"), side: 256) == nil)
  guard case .made(let found) = maker.make(desktop.file("a b.pdf"), side: 256) else {
    Issue.record("nothing was made: \(desktop.calls)")
    return
  }
  #expect(found.path.hasPrefix(desktop.cache + "/large/") && found.side == 256)
  #expect(desktop.calls.count == 1)
  let call = desktop.calls.first?.split(separator: "|") ?? []
  #expect(call.first == "\(desktop.file("a b.pdf"))", "\(call)")
  #expect(call.last == "file://\(desktop.files)/a%20b.pdf" && call.dropFirst(2).first == "256", "\(call)")
  // The sample is larger than the standard permits.
  let bytes = try RandomAccessFile(path: found.path).bytes(at: 0, count: 1 << 20)
  #expect(try BitmapDecoder().pixelSize(of: Array(bytes)) == PixelSize(width: 256, height: 171))
  #expect(desktop.stored.count == 1, "\(desktop.stored)")
  #expect(desktop.maker().find(desktop.file("a b.pdf"), side: 256) == found)
}

@Test func `a thumbnail is not used after the file changed`() throws {
  let desktop = try ThumbnailDesktop(["a.pdf"])
  let maker = desktop.maker()
  _ = maker.make(desktop.file("a.pdf"), side: 256)
  #expect(maker.find(desktop.file("a.pdf"), side: 256) != nil)
  let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
  #expect(utimensat(AT_FDCWD, desktop.file("a.pdf"), [time, time], 0) == 0)
  #expect(maker.find(desktop.file("a.pdf"), side: 256) == nil)
  guard case .made = maker.make(desktop.file("a.pdf"), side: 256) else {
    Issue.record("nothing was made: \(desktop.calls)")
    return
  }
  #expect(maker.find(desktop.file("a.pdf"), side: 256) != nil && desktop.stored.count == 1)
}

@Test func `a thumbnail of another program is used, in the size that fits best`() throws {
  let desktop = try ThumbnailDesktop(["a.xcf", "old.xcf"])
  let maker = desktop.maker()
  try desktop.store("old.xcf", side: 256, time: 17)
  #expect(maker.find(desktop.file("old.xcf"), side: 256) == nil)
  try desktop.store("a.xcf", side: 128)
  #expect(maker.find(desktop.file("a.xcf"), side: 256)?.side == 128)
  for side in [1_024, 512] { try desktop.store("a.xcf", side: side) }
  #expect(maker.find(desktop.file("a.xcf"), side: 256)?.side == 512)
  #expect(maker.make(desktop.file("a.xcf"), side: 256) == .none && desktop.calls.isEmpty)
}

@Test(arguments: [
  "exit 1", "cp \"$HERE/sample.png\" \"$2\"; exit 3", "true", "echo no picture > \"$2\"", ": > \"$2\"",
  "mkfifo \"$2\"", "ln -s \"$HERE/sample.png\" \"$2\"", "head -c 300 \"$HERE/sample.png\" > \"$2\"",
  "kill -SEGV $$", "ln -s /dev/zero \"$2\"",
])
func `a broken thumbnailer makes nothing, and is not run again for the file`(script: String) throws {
  let desktop = try ThumbnailDesktop(["a.pdf"], script: script)
  #expect(desktop.maker().make(desktop.file("a.pdf"), side: 256) == .none)
  #expect(desktop.calls.count == 1)
  #expect(desktop.stored.count == 1 && desktop.stored.allSatisfy { $0.hasPrefix("fail/") }, "\(desktop.stored)")
  #expect(desktop.maker().make(desktop.file("a.pdf"), side: 256) == .none)
  #expect(desktop.calls.count == 1, "the failure is known in the next run")
  try desktop.folder.append("more", to: "files/a.pdf")
  #expect(desktop.maker().make(desktop.file("a.pdf"), side: 256) == .none)
  #expect(desktop.calls.count == 2, "another version of the file")
}

/// Returns whether a process runs. A process that has ended but was not waited for does not.
private func isRunning(_ process: String) -> Bool {
  let state = TemporaryFolder.text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ").first
  return state.map { $0 != "Z" && $0 != "X" } ?? false
}

@Test func `a thumbnailer that hangs is ended with all that it started`() throws {
  let script = "sleep 300 &\necho $! > \"$HERE/other\"\necho $$ > \"$HERE/own\"\ntrap '' TERM INT\nsleep 300"
  let desktop = try ThumbnailDesktop(["a.pdf"], script: script)
  #expect(desktop.maker(patience: 0.5).make(desktop.file("a.pdf"), side: 256) == .none)
  for name in ["own", "other"] {
    let process = TemporaryFolder.text(desktop.folder.file(name)).split(separator: "\n").joined()
    #expect(!process.isEmpty)
    for _ in 0..<2_000 where isRunning(process) { usleep(1_000) }
    #expect(!isRunning(process), "\(name)")
  }
  #expect(desktop.stored.allSatisfy { $0.hasPrefix("fail/") } && desktop.stored.count == 1)
}

@Test func `the end of the program ends its thumbnailer, which is no failure of the file`() throws {
  let desktop = try ThumbnailDesktop(["a.pdf"], script: "sleep 3000")
  let maker = desktop.maker(patience: 3_000)
  let outcome = Mutex<ThumbnailMaker.Outcome?>(nil)
  // A thread of its own, because other tests can keep the threads of tasks for minutes.
  let queue = DispatchQueue(label: "make")
  queue.async {
    let made = maker.make(desktop.file("a.pdf"), side: 256)
    outcome.withLock { $0 = made }
  }
  for _ in 0..<60_000 where desktop.calls.isEmpty { usleep(1_000) }
  maker.stop()
  queue.sync {}
  #expect(outcome.withLock { $0 } == ThumbnailMaker.Outcome.none && desktop.stored.isEmpty, "\(desktop.stored)")
  #expect(maker.make(desktop.file("a.pdf"), side: 256) == .none && desktop.calls.count == 1)
}

@Test func `a file that is still being written is not drawn`() throws {
  let desktop = try ThumbnailDesktop(["a.pdf"])
  let maker = desktop.maker(settlingTime: 1_000)
  #expect(maker.make(desktop.file("a.pdf"), side: 256) == .tooNew && desktop.calls.isEmpty)
  let changing = try ThumbnailDesktop(["a.pdf"], script: "cp \"$HERE/sample.png\" \"$2\"; echo more >> \"$1\"")
  #expect(changing.maker().make(changing.file("a.pdf"), side: 256) == .none)
  #expect(changing.stored.isEmpty, "neither a thumbnail nor a failure: \(changing.stored)")
}

@Test(arguments: ["", "[Desktop Entry]\nExec=sh\n", "[Thumbnailer Entry]\nExec=\n", "[Thumbnailer Entry]\nExec=\"\"\n"])
func `a description without a program is no thumbnailer`(text: String) throws {
  let desktop = try ThumbnailDesktop(["a.pdf"])
  try desktop.folder.write(text + "MimeType=application/pdf;\n", to: "data/thumbnailers/test.thumbnailer")
  #expect(desktop.maker().make(desktop.file("a.pdf"), side: 256) == .none && desktop.stored.isEmpty)
}

@Test func `a thumbnailer that is not installed is left out, and one of the user replaces another`() throws {
  let desktop = try ThumbnailDesktop(["a.pdf"])
  try desktop.enter("a.thumbnailer", "sh \"\(desktop.folder.path)/draw\" gone %o", more: "TryExec=/nowhere/gone\n")
  try desktop.enter("b.thumbnailer", "/nowhere/gone %o")
  try desktop.enter("c.thumbnailer", "sh \"\(desktop.folder.path)/draw\" 100%% %o")
  _ = desktop.maker().make(desktop.file("a.pdf"), side: 256)
  #expect(desktop.calls.first?.hasPrefix("100%|") == true, "\(desktop.calls)")
}

// The words in capitals stand for paths; the file to draw is a picture itself.
@Test(
  .enabled(if: ThumbnailSandbox.current.isClosed, "bubblewrap is not installed"),
  arguments: [
    ("cp %i %o", true), ("cp SAMPLE %o", false), ("echo more >> %i; cp %i %o", true),
    ("echo more > OTHER; cp %i %o", true), ("grep -q eth /proc/net/dev || cp %i %o", true),
    ("test -e FILES/b.pdf || cp %i %o", true), ("test -w /usr || cp %i %o", true), ("cp %i x && mv x %o", true),
    ("mkfifo %o", false), ("cp %i %o; exit 3", false),
  ])
func `a thumbnailer in a sandbox reads its file and the system, and writes only its thumbnail`(
  command: String, isMade: Bool
) throws {
  let desktop = try ThumbnailDesktop(["b.pdf"])
  let picture = try RandomAccessFile(path: desktop.folder.file("sample.png")).bytes(at: 0, count: 1 << 20)
  try desktop.folder.write(picture, to: "files/a.pdf")
  let words = command.replacing("SAMPLE", with: desktop.folder.file("sample.png"))
    .replacing("OTHER", with: desktop.file("c.pdf")).replacing("FILES", with: desktop.files)
  try desktop.enter("test.thumbnailer", "sh -c \"\(words)\"")
  let made = desktop.maker(patience: 3, sandbox: .current).make(desktop.file("a.pdf"), side: 256)
  if case .made = made { #expect(isMade) } else { #expect(!isMade) }
  #expect(try RandomAccessFile(path: desktop.file("a.pdf")).size == picture.count)
  #expect((try? FileInfo(path: desktop.file("c.pdf"))) == nil)
  #expect(desktop.stored.count == 1, "\(desktop.stored)")
}

@Test(arguments: [ThumbnailSandbox.limits, .current])
func `a thumbnailer that writes more than a thumbnail needs is ended`(sandbox: ThumbnailSandbox) throws {
  let desktop = try ThumbnailDesktop(["a.pdf"])
  try desktop.enter("test.thumbnailer", "sh -c \"head -c 200000000 /dev/zero > %o\"")
  #expect(desktop.maker(sandbox: sandbox).make(desktop.file("a.pdf"), side: 256) == .none)
  #expect(desktop.stored.count == 1 && desktop.stored.allSatisfy { $0.hasPrefix("fail/") }, "\(desktop.stored)")
}
