import Scrollwork
import ScrollworkPlatform

/// Saving rows of a table to a file.
extension Viewer {
  /// Asks where to save. Returns `false` if the current screen has nothing to save.
  func openSave() -> Bool {
    guard let table = screen as? TableScreen else { return false }
    let handed = table.handedRows
    let rows = "\(Formats.count(handed.count)) \(handed.isSelection ? "selected " : "")"
    replacedPath = nil
    ask(
      PromptBar.Question(
        name: "Save rows as", placeholder: "Name, or path", symbol: .file, verb: "Save",
        text: PathBytes.display(table.proposedName), width: 360,
        hint: rows + Words.count("row", handed.count),
        onChange: { [weak self] _ in
          self?.replacedPath = nil
          self?.view.prompt.accept.title = "Save"
        },
        onAnswer: { [weak self, weak table] name in
          guard let self, let table, table === screen else { return }
          save(table, as: name)
        }))
    return true
  }

  private func save(_ table: TableScreen, as name: String) {
    let prompt = view.prompt
    guard saving?.isBusy != true else { return }
    guard let snapshot = table.snapshot, snapshot.isRowCountExact else {
      return prompt.say("The table is still being read; try again when it is complete", isFailure: true)
    }
    let path = absolute(name, beside: table.path)
    guard !name.isEmpty, !path.hasSuffix("/") else { return prompt.say("Type the name of a file", isFailure: true) }
    guard path == Compression.plainName(of: path) else {
      return prompt.say("Rows are saved uncompressed; leave out the last ending", isFailure: true)
    }
    guard !isSame(path, table.path) else {
      return prompt.say("This is the table itself; choose another name", isFailure: true)
    }
    let replaces = replacedPath == path
    if OutputFile.exists(path), !replaces {
      replacedPath = path
      prompt.accept.title = "Replace"
      return prompt.say("There is a file of this name. Return replaces it")
    }
    let handed = table.handedRows
    let saver = RowSaver(snapshot, rows: handed.rows)
    let format = RowSaver.format(of: path, source: table.path)
    prompt.say("Saving")
    let write: @Sendable (() -> Bool) -> FileError? = { _ in
      do throws(FileError) {
        try saver.save(as: format, to: path, replacing: replaces)
        return nil
      } catch {
        return error
      }
    }
    saving = FindTask(write) { [weak self] error in self?.finishSaving(handed.count, path, error) }
  }

  private func finishSaving(_ count: Int, _ path: String, _ error: FileError?) {
    saving = nil
    if let error {
      replacedPath = nil
      view.prompt.accept.title = "Save"
      if !view.showsPrompt { _ = openSave() }
      return view.prompt.say(Words.sentence("\(error)"), isFailure: true)
    }
    _ = closePrompt()
    tell("Saved \(Formats.count(count)) \(Words.count("row", count)) as \(PathBytes.display(path))")
  }

  private func absolute(_ name: String, beside table: String) -> String {
    let name = PathBytes.written(name)
    if name.hasPrefix("/") { return name }
    if name.hasPrefix("~/"), let home = FilePath.home { return home + name.dropFirst() }
    return FilePath.absolute(FilePath.parent(of: table) + "/" + name)
  }

  /// Whether two paths lead to one file.
  private func isSame(_ a: String, _ b: String) -> Bool {
    guard let a = try? RandomAccessFile(path: a).identity, let b = try? RandomAccessFile(path: b).identity else {
      return a == b
    }
    return a == b
  }
}
