import Dispatch
package import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// All windows of the program.
///
/// Each has a viewer with its own screen, history and selection. The settings, the saved positions and the undo of file
/// changes are shared. The last window stays in the list after it is closed, because its state is saved at the end.
@MainActor
package final class ViewerWindows {
  /// A window with its viewer.
  package struct Member {
    package let viewer: Viewer
    package let window: Window
  }

  /// The windows, the oldest first.
  package private(set) var members: [Member] = []
  private let program: ViewerProgram
  private let shared = SharedState()
  private let saver = StateSaver()
  /// The time at which the user was asked to quit again, because files were being written; `nil` if never.
  private var quitQuestion: Instant?
  /// The time in seconds within which a second quit request ends the program. After it, the user is asked again.
  private static let answerSeconds = 10.0
  /// The viewers of closed windows that are still changing files.
  private var leaving: [Viewer] = []
  /// Whether a part of the input of a closed window is lost.
  private var lostInput = false
  /// The thumbnails of films and documents; `nil` if a script drives the program, or without a cache.
  private lazy var thumbnails = program.options.isDriven ? nil : ThumbnailMaker.current
  /// The appearance of the desktop; `nil` until it is known.
  private var desktop: DesktopAppearance?

  package init(_ program: ViewerProgram) {
    self.program = program
  }

  /// The newest window.
  /// - Precondition: The first window was opened.
  var last: Member { members[members.count - 1] }

  /// Whether a part of a stream was lost. The loss has been reported already.
  var hasLostInput: Bool { lostInput || members.contains { $0.viewer.inputLoss != nil } }

  // MARK: Opening

  /// Opens the window with the input of the command line.
  package func openFirst() throws {
    let options = program.options
    let viewer = makeViewer()
    viewer.picksRows = options.picks
    viewer.form = options.form
    var problems: [String] = []
    viewer.settings =
      program.settingsFile?.read(commands: viewer.commands.names) { problems.append($0) } ?? ViewerSettings()
    for problem in problems { ViewerProgram.report(problem) }
    shared.places = program.positionFile?.read { ViewerProgram.report($0) }
    try program.open(options.input, in: viewer)
    let window = try program.makeWindow(showing: viewer.root, viewer.settings, at: program.lastFrame)
    connect(viewer, window)
    try program.applyFilterAndSort(viewer)
    if let first = problems.first {
      // Programs that start from the desktop have no terminal.
      viewer.tellOfFiles(first + (problems.count > 1 ? ", and \(problems.count - 1) more" : ""))
    }
    // A window without a display cannot lose it.
    if window.screen.window != nil {
      Application.setDisplayLossHandler { [self] in program.endOnDisplayLoss(self) }
    }
    window.services.images.onDiskProblemChange = { [weak self, weak images = window.services.images] in
      for member in self?.members ?? [] { member.viewer.updateStatus() }
      if let problem = images?.diskProblem { ViewerProgram.report(problem) }
    }
    if !options.isDriven, !options.isHeadless { followDesktop() }
  }

  /// Opens a window of the same size next to another one. It shows `path`, or the same content if `path` is `nil`.
  private func openAnother(beside other: Member, at path: String?) {
    let viewer = makeViewer()
    viewer.settings = other.viewer.settings
    if let path { viewer.openFirst(path) } else { viewer.open(at: other.viewer) }
    do {
      let frame = WindowFrame(beside: other.window, textFactor: program.textFactor(viewer.settings))
      let window = try program.makeWindow(showing: viewer.root, viewer.settings, at: frame)
      connect(viewer, window)
      adopt(program.theme(viewer.settings, desktop), program.motion(viewer.settings, desktop), in: window)
      Application.show(window)
    } catch {
      viewer.stop()
      other.viewer.tell("No window could be opened: \(error)")
    }
  }

  private func makeViewer() -> Viewer {
    leaving.removeAll { !$0.isWorkingOnFiles }
    let viewer = Viewer(shared)
    viewer.onInputLoss = { ViewerProgram.report($0) }
    viewer.files.thumbnails = thumbnails
    viewer.userFolders = { UserFolders.current }
    return viewer
  }

  /// Connects a viewer with its window.
  private func connect(_ viewer: Viewer, _ window: Window) {
    let member = Member(viewer: viewer, window: window)
    members.append(member)
    program.applyTextSize(viewer.settings.textSize, instead: 100, to: window)
    window.recorder.isEnabled = program.options.stats != nil
    window.onClose = { [weak self, weak viewer] in self?.didClose(viewer) }
    window.shouldClose = { [weak self, weak viewer] in
      guard let self, let viewer else { return true }
      return members.count > 1 || mayQuit(asking: viewer)
    }
    viewer.onClose = { [weak window] in
      if let window, window.shouldClose?() ?? true { Application.close(window) }
    }
    viewer.onQuit = { [weak self, weak viewer] in
      if let self, let viewer, mayQuit(asking: viewer) { Application.stop() }
    }
    viewer.onPick = { Application.stop() }
    // A script drives one window.
    if !program.options.isDriven {
      viewer.onNewWindow = { [weak self, weak viewer] path in
        guard let self, let member = members.first(where: { $0.viewer === viewer }) else { return }
        openAnother(beside: member, at: path)
      }
    }
    viewer.onDragOut = { [weak self, weak window] content, then in
      guard let self, let window else { return false }
      return beginDrag(of: content, from: window, then: then)
    }
    viewer.onFullScreen = { [weak window] in window?.screen.window?.isFullScreen = $0 }
    viewer.onDebugOverlay = { [weak window] in window?.showsDebugOverlay.toggle() }
    viewer.onSettingsChange = { [weak self] old, new in self?.settingsDidChange(from: old, to: new) }
    window.title = viewer.title
    viewer.focusList()
    saveAfterChanges(of: member)
  }

  /// Begins a drag of files out of a window. Other windows of the program accept the files.
  private func beginDrag(
    of content: DraggedContent, from window: Window, then completion: @escaping @MainActor (Bool) -> Void
  ) -> Bool {
    let over: @MainActor (XDrag.OwnPlace?) -> XDragSource.Action? = { [weak self, weak window] place in
      guard let self else { return nil }
      let target = place.flatMap { self.target(at: $0, of: content, from: window) }
      for member in members where member.viewer !== target?.viewer { member.viewer.endDragOver() }
      guard let target, target.viewer.drag(target.drag, over: target.point) else { return nil }
      return target.drag.isMove ? .move : .copy
    }
    let end: @MainActor (XDrag.End) -> Void = { [weak self, weak window] end in
      if case .dropped(let place) = end, let target = self?.target(at: place, of: content, from: window) {
        target.viewer.receiveDrop(target.drag, at: target.point)
      }
      completion(end == .taken)
    }
    let picture = {
      let radius = (DragPlate.radius * window.host.environment.scale).rounded()
      return DragPicture(window.picture(of: content.plate), radius: Int(radius))
    }
    return window.screen.window?.beginDrag(content.items, picture: picture, over: over, then: end) ?? false
  }

  /// Returns the viewer under dragged files, the drag, and the pointer in logical pixels of the viewer's window; `nil`
  /// without files.
  private func target(
    at place: XDrag.OwnPlace, of content: DraggedContent, from source: Window?
  ) -> (viewer: Viewer, drag: FileDrag, point: Point)? {
    guard !content.paths.isEmpty,
      let member = members.first(where: { $0.window.screen.window?.identityOnX11 == place.window })
    else { return nil }
    let scale = member.window.host.environment.scale
    let isOwn = member.window === source
    // Within a window files are moved, as file managers do; another window gets copies.
    let drag = FileDrag(
      paths: content.paths, isMove: isOwn ? !place.isControlDown : place.isShiftDown, isOwn: isOwn)
    return (member.viewer, drag, Point(x: Double(place.x) / scale, y: Double(place.y) / scale))
  }

  // MARK: Closing

  /// Returns whether the program may end. While files are being copied, moved or saved, the first request only asks the
  /// user to quit again, and returns `false`.
  private func mayQuit(asking viewer: Viewer) -> Bool {
    guard (leaving + members.map(\.viewer)).contains(where: \.isWorkingOnFiles) else { return true }
    let now = viewer.root.host?.now ?? .zero
    if let asked = quitQuestion, now.seconds(since: asked) < Self.answerSeconds { return true }
    quitQuestion = now
    viewer.tellOfFiles("Files are being written; quit again to stop that")
    return false
  }

  /// Removes a window that was closed, unless it is the last one.
  private func didClose(_ viewer: Viewer?) {
    guard members.count > 1, let index = members.firstIndex(where: { $0.viewer === viewer }) else { return }
    let viewer = members.remove(at: index).viewer
    viewer.savePosition()
    lostInput = lostInput || viewer.inputLoss != nil
    viewer.stop()
    guard viewer.isWorkingOnFiles else { return }
    leaving.append(viewer)
    last.viewer.inherit(viewer)
  }

  /// Stops the work of all windows, and saves the state for the next run.
  func end() {
    for viewer in leaving + members.map(\.viewer) { viewer.endFileWork() }
    for member in members { member.viewer.savePosition() }
    saver.save(stateToSave()) { ViewerProgram.report("\($0)") }
  }

  /// Saves the state soon after an input, or after the screen or the window frame changed, so that nothing is lost if
  /// the program is killed.
  private func saveAfterChanges(of member: Member) {
    let (viewer, window) = (member.viewer, member.window)
    window.onFrameChange = { [weak self] in self?.saveSoon() }
    window.host.onUnhandledKey = { [weak viewer] event in viewer?.handleKey(event) ?? false }
    window.host.onInput = { [weak self] in self?.saveSoon() }
    viewer.onTitleChange = { [weak self, weak window] title in
      window?.title = title
      self?.saveSoon()
    }
  }

  private func saveSoon() {
    saver.saveSoon { [weak self] in
      guard let self else { return SavedState() }
      for member in members { member.viewer.savePosition() }
      return stateToSave()
    }
  }

  /// Returns the state to save, with the frame of the oldest window. Newer ones are offset, which must not add up.
  private func stateToSave() -> SavedState {
    let member = members[0]
    var state = SavedState()
    if let file = program.positionFile, let places = shared.places { state.positions = (file, places) }
    state.frame = program.frame(of: member.window, member.viewer.settings)
    return state
  }

  // MARK: Settings

  /// Applies changed settings to all windows, and writes them.
  private func settingsDidChange(from old: ViewerSettings, to new: ViewerSettings) {
    for member in members {
      member.viewer.settings = new
      // A script may have set another motion, which stays.
      adopt(
        old.theme == new.theme ? nil : program.theme(new, desktop),
        old.motion == new.motion ? nil : program.motion(new, desktop), in: member.window)
      program.applyTextSize(new.textSize, instead: old.textSize, to: member.window)
    }
    guard let file = program.settingsFile else { return }
    do throws(FileError) {
      try file.write(new, changedFrom: old)
    } catch {
      for member in members { member.viewer.tell(Words.sentence("\(error)")) }
    }
  }

  /// Sets the theme and motion of a window; `nil` keeps the current one.
  private func adopt(_ theme: Theme?, _ motion: MotionPolicy?, in window: Window) {
    if let theme, theme.colors != window.theme.colors { window.theme = theme }
    if let motion, motion != window.host.environment.motion { window.host.environment.motion = motion }
  }

  /// Adopts the theme and motion of the desktop. The answer arrives later, on another thread.
  private func followDesktop() {
    DesktopSettings.read { [weak self] appearance in
      guard let appearance else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self?.follow(appearance) }
      }
    }
  }

  private func follow(_ appearance: DesktopAppearance) {
    desktop = appearance
    for member in members {
      let settings = member.viewer.settings
      adopt(program.theme(settings, desktop), program.motion(settings, desktop), in: member.window)
    }
  }
}
