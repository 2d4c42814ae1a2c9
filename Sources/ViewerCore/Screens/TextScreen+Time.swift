import Scrollwork

/// Navigation to the times of a log.
extension TextScreen {
  /// Goes to the first line at or after a time, which is searched in the background.
  /// - Parameter report: Called with the message about the result, unless `timeSearch` was cancelled.
  func go(to time: LogTime, _ report: @escaping @MainActor @Sendable (RowArrival) -> Void) {
    timeSearch?.cancel()
    guard let snapshot, let shown, shown.count > 0 else { return report(RowArrival(words: "There are no lines")) }
    let line = shown.line(at: currentPosition) ?? 0
    let search: @Sendable (() -> Bool) -> LogTimeSearch.Answer? = { isCancelled in
      LogTimeSearch.find(time, from: line, in: snapshot, isCancelled)
    }
    timeSearch = FindTask(search) { [weak self] answer in
      guard let self, let answer else { return }
      guard self.snapshot?.generation == snapshot.generation else {
        return report(RowArrival(words: "The file was replaced; try again"))
      }
      report(arrive(at: answer, time))
    }
  }

  private func arrive(at answer: LogTimeSearch.Answer, _ time: LogTime) -> RowArrival {
    switch answer {
    case .noTimes: return RowArrival(words: "No line has a time of day")
    case .end(let line):
      _ = arrive(atRow: line)
      return RowArrival(words: "All lines are earlier; this is the last one with a time")
    case .line(let line, let hasDay):
      let arrival = arrive(atRow: line)
      guard arrival.words.isEmpty, time.day != nil, !hasDay else { return arrival }
      return RowArrival(words: "The lines have no dates; this is the first one at that time of day")
    }
  }
}
