import Scrollwork
import ScrollworkPlatform

/// Saving rows of a table or folder to a file.
extension Viewer {
  /// Asks where to save. Returns `false` if the current screen has nothing to save.
  func openSave() -> Bool {
    guard let screen = screen as? any SavingScreen, let rows = screen.rowsToSave else { return false }
    let count = "\(Formats.count(rows.count)) \(rows.isSelection ? "selected " : "")"
    replacedPath = nil
    ask(
      PromptBar.Question(
        name: "Save \(Words.count(rows.noun, 2)) as", placeholder: "Name, or path", symbol: .file, verb: "Save",
        text: PathBytes.display(rows.name), width: 360,
        hint: count + Words.count(rows.noun, rows.count),
        onChange: { [weak self] _ in
          self?.replacedPath = nil
          self?.view.prompt.accept.title = "Save"
        },
        onAnswer: { [weak self, weak screen] name in
          guard let self, let screen, screen === self.screen, let rows = screen.rowsToSave else { return }
          save(rows, as: name)
        }))
    return true
  }

  private func save(_ rows: RowsToSave, as name: String) {
    let prompt = view.prompt
    guard saving?.isBusy != true else { return }
    if let objection = rows.objection { return prompt.say(objection, isFailure: true) }
    let path = absolute(name, in: rows.folder)
    guard !name.isEmpty, !path.hasSuffix("/") else { return prompt.say("Type the name of a file", isFailure: true) }
    guard path == Compression.plainName(of: path) else {
      return prompt.say("Rows are saved uncompressed; leave out the last ending", isFailure: true)
    }
    if let source = rows.source, isSame(path, source) {
      return prompt.say("This is the table itself; choose another name", isFailure: true)
    }
    if let source = rows.source, isSame(path, TagFile<TagChange>(table: source).path) {
      return prompt.say("This file has the tags of the table; choose another name", isFailure: true)
    }
    let replaces = replacedPath == path
    if OutputFile.exists(path), !replaces {
      replacedPath = path
      prompt.accept.title = "Replace"
      return prompt.say("There is a file of this name. Return replaces it")
    }
    let save = rows.save
    prompt.say("Saving")
    let write: @Sendable (() -> Bool) -> FileError? = { _ in
      do throws(FileError) {
        try save(path, replaces)
        return nil
      } catch {
        return error
      }
    }
    saving = FindTask(write) { [weak self] error in self?.finishSaving(rows, path, error) }
  }

  private func finishSaving(_ rows: RowsToSave, _ path: String, _ error: FileError?) {
    saving = nil
    if let error {
      replacedPath = nil
      view.prompt.accept.title = "Save"
      if !view.showsPrompt { _ = openSave() }
      return view.prompt.say(Words.sentence("\(error)"), isFailure: true)
    }
    _ = closePrompt()
    tell("Saved \(Formats.count(rows.count)) \(Words.count(rows.noun, rows.count)) as \(PathBytes.display(path))")
  }

  private func absolute(_ name: String, in folder: String) -> String {
    let name = PathBytes.written(name)
    if name.hasPrefix("/") { return name }
    if name.hasPrefix("~/"), let home = FilePath.home { return home + name.dropFirst() }
    return FilePath.absolute(folder + "/" + name)
  }

  /// Whether two paths name the same file.
  private func isSame(_ a: String, _ b: String) -> Bool {
    guard let a = try? RandomAccessFile(path: a).identity, let b = try? RandomAccessFile(path: b).identity else {
      return a == b
    }
    return a == b
  }
}
