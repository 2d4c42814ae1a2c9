import Scrollwork
import ScrollworkPlatform

/// Opening files with the programs that the desktop has for them.
extension Viewer {
  /// The largest number of files that are opened together.
  private static let maximumPrograms = 16

  /// The files and addresses to open: the selection of a folder, or what is shown.
  var outsideTargets: [String] {
    if let folder = screen as? FolderScreen { return folder.selectedEntries.map(\.path) }
    let path = (screen as? PictureScreen)?.path ?? screen.crumbs.last?.path ?? ""
    return path.hasPrefix("/") || PictureAddress.isAddress(path) ? [path] : []
  }

  var objectionToOpeningOutside: String? {
    if let folder = screen as? FolderScreen {
      if folder.list.selectedCount == 0 { return "nothing is selected" }
      return folder.list.selectedCount > Self.maximumPrograms ? "select at most \(Self.maximumPrograms) files" : nil
    }
    return outsideTargets.isEmpty ? "this is not a file" : nil
  }

  /// Opens the chosen files with their default programs.
  func openOutside() {
    let targets = outsideTargets
    guard let first = targets.first else { return }
    if !files.opener.isInstalled, objectionToChoosingProgram == nil { return openWithDefaults(targets) }
    let name = "“\(PathBytes.display(FilePath.lastComponent(of: first)))”"
    tellOfFiles("Opening \(targets.count == 1 ? name : "\(targets.count) files") with the program of the desktop")
    for target in targets {
      files.opener.open(target) { [weak self] failure in self?.tellOfFiles(failure) }
    }
  }

  /// Opens files without xdg-open, each with its default program according to the desktop entries, or else with the
  /// first program that can open it.
  private func openWithDefaults(_ targets: [String]) {
    let (programs, opener) = (files.programs, files.opener)
    let search: @Sendable (() -> Bool) -> [DesktopEntry?] = { _ in
      targets.map { target in
        let choices = programs.choices(for: [target])
        return (choices.first(where: \.isDefault) ?? choices.first(where: \.isSuggested))?.entry
      }
    }
    files.work = FindTask(search) { [weak self] entries in
      guard let self else { return }
      files.work = nil
      for (target, entry) in zip(targets, entries) {
        guard let entry else {
          // Says that it is not installed.
          opener.open(target) { [weak self] failure in self?.tellOfFiles(failure) }
          continue
        }
        open([target], with: entry)
      }
    }
  }

  var objectionToChoosingProgram: String? {
    if let objection = objectionToOpeningOutside { return objection }
    if isChangingFiles { return "files are still being changed" }
    return outsideTargets.allSatisfy { $0.hasPrefix("/") } ? nil : "programs are chosen for files of this machine"
  }

  /// Lists the programs for the chosen files, and opens the files with the one that the user chooses.
  func chooseProgram() {
    let (targets, programs) = (outsideTargets, files.programs)
    let search: @Sendable (() -> Bool) -> [DesktopPrograms.Choice] = { _ in programs.choices(for: targets) }
    files.work = FindTask(search) { [weak self] choices in
      guard let self else { return }
      files.work = nil
      guard !choices.isEmpty else {
        return tellOfFiles("No programs are known: no desktop entries are in the folders of XDG_DATA_DIRS")
      }
      offer(choices, for: targets)
    }
  }

  private func offer(_ choices: [DesktopPrograms.Choice], for targets: [String]) {
    let rows = choices.map { choice in
      CommandPalette.Choice(
        id: choice.entry.id, title: choice.entry.name,
        group: choice.isDefault ? "opens such files" : choice.isSuggested ? "" : "Other program", key: "",
        isOn: choice.isDefault)
    }
    let titles = CommandPalette.Titles(
      name: "Open \(words(targets)) with", placeholder: "Open \(words(targets)) with…",
      noMatch: "No program has these words")
    view.present(
      CommandPalette(rows, titles) { [weak self] id in
        guard let entry = choices.first(where: { $0.entry.id == id })?.entry else { return }
        self?.open(targets, with: entry)
      })
  }

  private func open(_ paths: [String], with program: DesktopEntry) {
    for command in program.commandLines(for: paths) {
      if let failure = ProgramOpener.start(command, title: program.name) { return tellOfFiles(failure) }
    }
    tellOfFiles("Opening \(words(paths)) with \(program.name)")
  }

  /// Returns the screen for a file of zero bytes whose name says document, archive, video or sound; `nil` for other
  /// files.
  func emptyScreen(for path: String, _ info: FileInfo) -> MessageScreen? {
    let entry = FolderEntry(path: path, info: info)
    guard info.size == 0, [.archive, .video, .audio, .document].contains(entry.kind) else { return nil }
    return MessageScreen(
      path: path,
      Notice(
        symbol: entry.symbol, title: "Empty file",
        detail: "The name says “\(entry.kindTitle)”, but there are no bytes in it.", button: "Look again"
      ) { [weak self] in self?.openReportingErrors(path) })
  }

  /// Returns the screen for a file that only another program can show; `nil` for other files.
  func foreignScreen(for path: String, _ info: FileInfo) throws(FileError) -> MessageScreen? {
    guard let foreign = try ForeignFile(try RandomAccessFile(path: path), info: info) else { return nil }
    let size = Formats.bytes(info.size)
    return MessageScreen(
      path: path,
      Notice(
        symbol: FolderEntry(path: path, info: info).symbol, title: foreign.title,
        detail: "\(size). Its own program shows its content.",
        button: Command.openWith.title
      ) { [weak self] in self?.openOutside() })
  }
}
