import ArgumentParser
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkViewerCore

/// The jobs of the benchmarks' child processes. The argument after `--child` names a job and a path, as `NAME:PATH`.
enum BenchmarkChild: String {
  /// Tags the rows of a table one by one until all have a tag or the process is killed.
  case tags
  /// Opens a table in a window, and prints the time from the start of the process to the frame with its first rows.
  case firstRows = "first-rows"
  /// Opens a folder and prints the time from the start of the process to the first frame, and its number of items.
  case firstPictures = "first-pictures"
  /// Opens a window without content and prints the time to its first frame.
  case emptyWindow = "empty-window"

  /// The option before the name of a job.
  static let option = "--child"

  /// Does the job that an argument names.
  @MainActor
  static func run(_ argument: String) throws {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let job = BenchmarkChild(rawValue: parts[0]) else {
      throw ValidationError("--child takes NAME:PATH.")
    }
    switch job {
    case .tags: try TagBenchmarks.writeTags(of: parts[1])
    case .firstRows: try FirstRowsBenchmark.showFirstRows(of: parts[1])
    case .firstPictures: try FirstPicturesBenchmark.showFirstFrame(of: parts[1])
    case .emptyWindow: try FirstPicturesBenchmark.showEmptyWindow()
    }
  }

  /// Returns the command line that starts the job, in which the shell replaces itself by the job's process.
  func command(_ path: String) -> String { "exec '\(FilePath.executable ?? "")' \(Self.option) '\(rawValue):\(path)'" }
}
