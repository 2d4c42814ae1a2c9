import Scrollwork

/// The bar that asks for a line of text.
extension Viewer {
  func connectPrompt() {
    view.prompt.onClose = { [weak self] in _ = self?.closePrompt() }
  }

  /// Opens the bar with a question.
  func ask(_ question: PromptBar.Question) {
    view.prompt.ask(question)
    view.showsPrompt = true
    root.host?.focus(view.prompt.field)
    view.prompt.field.selectAll()
  }

  /// Closes the bar. Returns `false` if it is not open.
  func closePrompt() -> Bool {
    guard view.showsPrompt else { return false }
    (screen as? TextScreen)?.timeSearch?.cancel()
    let hadFocus = root.host?.focusedView?.isInside(view.prompt) ?? true
    view.showsPrompt = false
    if hadFocus { focusList() }
    return true
  }

  /// Asks for the row to go to. Returns `false` if the current screen has no rows with numbers.
  func openGoTo() -> Bool {
    guard let source = screen as? any FindSource, source.hasRowNumbers else { return false }
    let noun = source.rowNoun
    if let bytes = source as? BytesScreen { return openGoTo(in: bytes) }
    let hasTimes = source is TextScreen
    ask(
      PromptBar.Question(
        name: "Go to \(noun)", placeholder: hasTimes ? "Number, 50% or 14:02" : "Number or 50%", symbol: .arrowDown,
        verb: "Go", width: 200,
        hint: source.shownCount > 0 ? "1 to \(Formats.count(source.rowTotal.count))" : "",
        onChange: { [weak source] _ in (source as? TextScreen)?.timeSearch?.cancel() }
      ) { [weak self, weak source] text in
        guard let self, let source, source === screen else { return }
        go(to: text, in: source)
      })
    return true
  }

  /// Scrolls to the row or time that the user typed. The bar stays open if there is a message to show in it.
  private func go(to text: String, in source: any FindSource) {
    do throws(ExpressionError) {
      if let lines = source as? TextScreen, let time = try LogTime(text) {
        view.prompt.say("Searching")
        return lines.go(to: time) { [weak self, weak lines] arrival in
          guard let self, let lines, lines === screen, view.showsPrompt else { return }
          answer(arrival)
          lines.showFocus()
        }
      }
      answer(source.go(to: try RowTarget(text, noun: source.rowNoun)))
    } catch {
      // The reason names an example of a number, and for a time one of a time.
      let isIncomplete = source is TextScreen && !error.description.contains("14:02")
      view.prompt.say(error.description + (isIncomplete ? ", or 14:02" : ""), isFailure: true)
    }
  }

  /// Asks for the offset to go to in a file of bytes.
  private func openGoTo(in bytes: BytesScreen) -> Bool {
    let last = bytes.reader.size > 0 ? "0 to 0x" + String(bytes.reader.size - 1, radix: 16) : ""
    ask(
      PromptBar.Question(
        name: "Go to offset", placeholder: "0x1f40, 8000 or 50%", symbol: .arrowDown, verb: "Go", width: 220,
        hint: last
      ) { [weak self, weak bytes] text in
        guard let self, let bytes, bytes === screen else { return }
        do throws(ExpressionError) {
          answer(bytes.go(to: try ByteTarget(text)))
        } catch {
          view.prompt.say(error.description, isFailure: true)
        }
      })
    return true
  }

  /// Closes the bar after scrolling to a row; if `arrival` has a message, shows it in the bar instead.
  private func answer(_ arrival: RowArrival) {
    guard !arrival.words.isEmpty else {
      _ = closePrompt()
      return
    }
    view.prompt.say(arrival.words)
    view.prompt.field.selectAll()
  }
}
