import ScrollworkPlatform

/// The sandbox for a thumbnailer, which may read untrusted files: limits for its memory and output and, if bubblewrap
/// is installed, isolation as in GNOME. The isolated program sees the system read-only, its input, and a folder of its
/// own. It has no network and sees no other process.
package struct ThumbnailSandbox: Sendable {
  /// The arguments for bubblewrap; `nil` if programs are not isolated.
  private let options: [String]?

  /// Limits only, without isolation.
  package static let limits = ThumbnailSandbox(options: nil)

  /// Isolation by bubblewrap; only limits if bubblewrap is missing or the system does not permit it.
  ///
  /// - Complexity: Runs a program the first time.
  package static let current: ThumbnailSandbox = {
    let options = systemOptions
    guard DesktopEntry.isInstalled(bubblewrap),
      (try? ChildProcess.run(bubblewrap, options + ["true"], limit: 0))?.code == 0
    else { return limits }
    return ThumbnailSandbox(options: options)
  }()

  /// Whether programs are isolated.
  package var isClosed: Bool { options != nil }

  private static let bubblewrap = "bwrap"
  /// The largest memory of a program, in kilobytes, and the largest file that it may write, in blocks of 512 bytes.
  private static let (memory, fileSize) = (4 << 20, 1 << 17)
  /// The folder of the program in the sandbox, and the thumbnail in it.
  private static let (folder, drawing) = ("/tmp", "/tmp/thumbnail.png")
  /// The folders with programs and libraries.
  private static let roots = ["/usr", "/opt", "/nix/store", "/gnu/store"]
  /// Other parts of the system that programs read: libraries, alternatives, fonts and image filters.
  private static let parts = [
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/fonts",
    "/etc/ImageMagick-6", "/etc/ImageMagick-7", "/etc/mime.types", "/var/cache/fontconfig",
  ]
  /// The environment variables that would give access to services outside of the sandbox.
  private static let hidden = ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SSH_AUTH_SOCK"]

  /// The arguments that isolate a program and make the system visible to it, read-only.
  private static var systemOptions: [String] {
    var options = ["--unshare-all", "--die-with-parent"]
    for path in roots + parts { options += ["--ro-bind-try", path, path] }
    for path in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
      guard let target = FilePath.resolved(path) else { continue }
      options += target == path ? ["--ro-bind", path, path] : ["--symlink", target, path]
    }
    options += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", folder, "--chdir", folder]
    options += ["--setenv", "HOME", folder, "--setenv", "GIO_USE_VFS", "local"]
    return options + hidden.flatMap { ["--unsetenv", $0] }
  }

  /// Returns the command line that draws a file.
  /// - Parameters:
  ///   - program: The thumbnailer.
  ///   - output: The path of the thumbnail. In a sandbox the file must exist, and be empty.
  ///   - side: The largest width and height in pixels.
  func words(for program: Thumbnailer, drawing path: String, to output: String, side: Int) -> [String] {
    let limits = "ulimit -v \(Self.memory); ulimit -f \(Self.fileSize); "
    guard let options else {
      return ["sh", "-c", limits + "exec \"$@\"", "sh"] + program.words(for: path, output: output, side: side)
    }
    let words = program.words(for: path, output: Self.drawing, side: side)
    // Some programs write another file and rename it, which is not possible with a single visible file.
    let script = limits + "out=$1; shift; \"$@\" && cat \(Self.drawing) > \"$out\""
    return [Self.bubblewrap] + options + Self.views(ofProgram: words.first ?? "")
      + ["--ro-bind", path, path, "--bind", output, output, "sh", "-c", script, "sh", output] + words
  }

  /// Returns the arguments that show a program outside of the system's folders, for instance in the user's home.
  private static func views(ofProgram name: String) -> [String] {
    guard let path = DesktopEntry.path(ofProgram: name),
      !(roots + ["/bin", "/sbin"]).contains(where: { path.hasPrefix($0 + "/") })
    else { return [] }
    return ["--ro-bind", path, path]
  }
}
