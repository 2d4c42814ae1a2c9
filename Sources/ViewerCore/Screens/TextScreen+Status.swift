import Scrollwork
import ScrollworkPlatform

extension TextScreen: LossReporting {
  var decodedPath: String? { coding.isPlain ? nil : origin }
}

extension TextScreen: SortableScreen {
  var status: Status {
    var status = Status()
    guard let snapshot else { return status }
    status.items = countItems(snapshot)
    status.passed = status.items.first?.passedWords ?? ""
    if let size = lines.selector.size {
      status.items.append(
        .init(strong: Formats.count(size.count), text: "\(Words.count(size.noun, size.count)) selected"))
    } else if selectedLineCount > 0 {
      status.items.append(.init(strong: Formats.count(selectedLineCount), text: "selected"))
    }
    if !display.bookmarks.isEmpty {
      let count = display.bookmarks.count
      status.items.append(.init(strong: Formats.count(count), text: Words.count("bookmark", count)))
    }
    if !filters.isEmpty, snapshot.longLines.largestCount > LinePieces.longestSearched / LineText.byteLimit {
      status.items.append(.init(text: "Of lines beyond 64 MB, only the first 64 MB are searched"))
    }
    if let words = errorWords { status.items.append(.init(text: words)) }
    if let work = work(on: snapshot) {
      status.progress = work.progress
      status.items.append(.init(text: "\(work.name) \(Formats.percent(work.progress))", tellsProgress: true))
    }
    status.menu = "Wrap and marks"
    status.form = [snapshot.encoding.name]
    if let objection = sorting?.objection { status.items.append(.init(text: objection)) }
    status.trailing = (sortKey.map { [$0.words] } ?? []) + [kindTitle]
    if let replacement { status.trailing.append(replacement) }
    if snapshot.isGone { status.trailing.append("The file is gone") }
    status.trailing += coding.words
    let reading = readingProgress(snapshot)
    // The decoded text of a compressed file does not follow changes of the file.
    guard coding.isPlain, !snapshot.isGone, snapshot.error == nil, !isStream || !snapshot.isEnded else {
      if let reading { status.trailing.append(reading) }
      return status
    }
    let isWatched = isStream || index?.isWatched == true
    // A document does not grow, so that its state would tell nothing.
    guard !isWatched || growsLater else { return status }
    status.isLive = isWatched
    // The end of what a search found so far is no end.
    let isSearched = search == nil || matches?.isCaughtUp == true
    let isAtEnd = isFollowing && snapshot.isCaughtUp && isSearched && sortKey == nil
    status.trailing.append(!status.isLive ? "Not watched" : isAtEnd ? "Following" : reading ?? "Live")
    return status
  }

  /// Returns the number of lines, or of those that pass the filter and around them.
  private func countItems(_ snapshot: LineIndexSnapshot) -> [Status.Item] {
    let count = snapshot.wholeLineCount
    guard let matches else { return [.init(strong: Formats.count(count), text: Words.count("line", count))] }
    let found = snapshot.longLines.wholeCount(of: matches)
    let items: [Status.Item] = [.passing(found, of: Formats.count(count), Words.count("line", count))]
    guard matches.hasContext else { return items }
    return items + [.init(strong: Formats.count(context), text: "\(Words.count("line", context)) around each")]
  }

  /// Returns the words for the state of reading a stream or a compressed file; `nil` for other files.
  private func readingProgress(_ snapshot: LineIndexSnapshot) -> String? {
    guard isStream else { return nil }
    if snapshot.error != nil { return "Incomplete" }
    if snapshot.isEnded { return isPipe ? "Ended" : nil }
    return index?.isReadingPaused == true ? "Reading on demand" : "Reading"
  }

  /// Shows or removes the bar that reports an incomplete file or stream, if the error changed.
  func updateErrorBar(before: FileError?, now snapshot: LineIndexSnapshot) {
    guard snapshot.error != before else { return }
    if let error = snapshot.error, isStream { onInputLoss?("\(error)") }
    // Without any line, the notice in place of the list reports the error.
    guard let error = snapshot.error, snapshot.count > 0 else { return holder.showBar(nil) }
    holder.showBar(
      Notice(
        symbol: .warning, title: "The lines after these \(isPipe ? "are lost" : "cannot be read")",
        detail: Words.sentence("\(error)"), isFailure: true))
  }

  /// Returns the placeholder of an empty list; `nil` if there are lines.
  func notice(_ snapshot: LineIndexSnapshot) -> Notice? {
    if snapshot.count == 0, snapshot.isCaughtUp {
      if let error = snapshot.error {
        return Notice(
          symbol: .warning, title: "Cannot read this \(isPipe ? "stream" : "file")",
          detail: Words.pathAndReason(error), isFailure: true)
      }
      if isPipe, snapshot.isEnded {
        return Notice(symbol: .fileText, title: "No input", detail: "The input ended without any text.")
      }
      return Notice(
        symbol: .fileText, title: isPipe ? "No input yet" : "Empty file",
        detail: coding.isPlain ? "New lines appear here by themselves." : "There is no text in it.")
    }
    if let matches, matches.isEmpty, matches.isCaughtUp {
      return noMatch(in: snapshot.wholeLineCount, "line")
    }
    return nil
  }

  /// Whether the lines come from a pipe.
  var isPipe: Bool { isStream && coding.isPlain }

  var failure: String? { isStream ? nil : snapshot?.error.map { "\($0)" } }

  /// Returns the name of the background work, and its progress from 0 to 1; `nil` if there is none.
  private func work(on snapshot: LineIndexSnapshot) -> (name: String, progress: Double)? {
    // Of a stream that goes on, the trailing text tells the state: the share of what arrived so far means nothing.
    if !snapshot.isCaughtUp, !isStream || snapshot.isEnded { return ("Indexing", min(0.99, snapshot.progress)) }
    if search != nil, matches?.isCaughtUp != true {
      return ("Searching", min(0.99, Double(matches?.searched ?? 0) / Double(max(1, snapshot.count))))
    }
    return sorting?.progress.map { ("Sorting", $0) }
  }

  /// The details of the text, and of the selected line.
  var inspection: Inspection? {
    guard let snapshot else { return nil }
    var inspection = Inspection(title: title, symbol: kind == .log ? .pipe : .fileText, path: origin)
    inspection.rows = [
      .init(label: "Kind", value: ([kindTitle] + coding.words + (isPipe ? ["a stream"] : [])).joined(separator: ", ")),
      .init(label: "Lines", value: Formats.count(snapshot.newestLineCount)),
      .init(label: "Size", value: Inspection.size(snapshot.totalBytes - snapshot.files.base)),
      .init(label: "Encoding", value: snapshot.encoding.name),
    ]
    if let origin {
      inspection.rows.append(.init(label: "Folder", value: PathBytes.display(FilePath.parent(of: origin))))
    }
    if let line = selectedLine, line < snapshot.count, !snapshot.isBreak(line) {
      let text = snapshot.string(at: line)
      let (name, parts) = ("Line \(Formats.count(snapshot.number(of: line) + 1))", snapshot.parts(of: line))
      let part = "\(name), part \(Formats.count(line - parts.lowerBound + 1)) of \(Formats.count(parts.count))"
      inspection.rows.append(.init(label: parts.count > 1 ? part : name, value: text, isSource: true))
    }
    return inspection
  }

  var sortFields: [SortKey.Field] { [.line, .text] }
  var sortKeys: [SortKey] { [sortKey ?? SortKey(.line)] }
  var ownOrder: String? { nil }

  private var kindTitle: String { kind == .log ? "Log" : "Text" }

  /// The line that is selected, or that contains the selected text; `nil` if there is none or several.
  var selectedLine: Int? {
    if let selection = lines.selector.selection { return selection.isInOneLine ? selection.anchor.line : nil }
    guard list.selectedCount == 1, let row = list.selectedRanges(inSection: 0).first?.lowerBound else { return nil }
    return shown?.line(at: row)
  }

  /// The number of selected rows. Lines between two files do not count.
  private var selectedLineCount: Int {
    guard let snapshot, let shown, !snapshot.fileStarts.isEmpty else { return list.selectedCount }
    return snapshot.fileRowCount(of: list.selectedRanges(inSection: 0), in: shown)
  }

  /// The selected text or lines, up to the limits of `CopiedText`.
  var copied: CopiedText? {
    if let copied = lines.selector.copied { return copied }
    guard let snapshot, let shown, selectedLineCount > 0 else { return nil }
    let rows = list.selectedRanges(inSection: 0).lazy.flatMap { range in range.lazy.map { (range, $0) } }
    let lines = rows.compactMap { range, row -> (String, String)? in
      guard let line = shown.line(at: row), line < snapshot.count, !snapshot.isBreak(line) else { return nil }
      // Only the next part of the same line follows without a line end.
      let goesOn = row + 1 < range.upperBound && shown.line(at: row + 1) == line + 1
      return (snapshot.string(at: line), goesOn && snapshot.lineEnd(of: line).isEmpty ? "" : "\n")
    }
    return CopiedText(lines, count: selectedLineCount, noun: "line")
  }
}
