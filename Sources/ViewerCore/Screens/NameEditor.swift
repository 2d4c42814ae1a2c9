import Scrollwork
import ScrollworkPlatform

/// An editor for the name of a file in a folder, inside the row, tile or cell of the file.
///
/// The text field is a child of the label of the name and has the keyboard focus, so the list keeps the content view
/// around it. If the file gets another content view, as in another layout, the field moves there with its text.
final class NameEditor: View {
  weak var folder: FolderScreen?
  /// Called to rename the file at a path. `follows` says whether to scroll to its new position. Returns the reason why
  /// the name is refused, as a sentence; `nil` if the file is renamed.
  var onRename: ((_ path: String, _ name: String, _ follows: Bool) -> String?)?
  /// Called with the reason why the name in the field is refused, and with `nil` when the field has changed or the edit
  /// has ended.
  var onRefusal: ((String?) -> Void)?
  /// Called with a message if editing ended without the new name being used.
  var onLoss: ((String) -> Void)?

  private struct Edit {
    let id: FolderEntryID
    /// The text of the name when the edit began.
    let text: String
    /// The current path of the file, which another program may rename.
    var path: String
    /// The number of frames for which the name was not visible.
    var waited = 0
  }

  private var edit: Edit?
  private(set) lazy var field = makeField()
  /// The reason why the text in the field is refused as a name, as a sentence; `nil` if it is not.
  private var refusal: String? {
    didSet {
      guard refusal != oldValue else { return }
      field.isInvalid = refusal != nil
      onRefusal?(refusal)
    }
  }

  /// The number of frames after which editing ends if the name is not visible.
  private static let maximumFrames = 120

  private func makeField() -> NameField {
    let field = NameField()
    field.hasClearButton = false
    field.accessibleName = "Name"
    field.onChange = { [weak self] _ in
      self?.refusal = nil
      self?.field.parent?.setNeedsLayout()
    }
    field.onSubmit = { [weak self] _ in _ = self?.keep(follows: true) }
    field.onEscape = { [weak self] in
      self?.end()
      return true
    }
    field.onTab = { [weak self] forward in self?.goOn(forward) }
    field.onFocusChange = { [weak self] isFocused in if !isFocused { self?.focusDidLeave() } }
    field.onDetach = { [weak self] in self?.fieldDidDetach() }
    return field
  }

  // MARK: Beginning

  /// Starts to edit the name of an entry, with the part before its extension selected.
  func begin(_ entry: FolderEntry) {
    guard edit?.id != entry.id else { return }
    finish()
    // In this form the bytes of a name that is no text survive.
    let name = PathBytes.written(entry.rawName)
    edit = Edit(id: entry.id, text: name, path: entry.path)
    field.text = name
    field.selection = 0..<Self.stemLength(of: name, isFolder: entry.kind == .folder)
    if let path = path(of: entry.id) { folder?.list.scroll(to: .item(path), animated: false) }
    if !place() { host?.animate(self) }
  }

  /// Returns the number of characters before the extension of a name; all of them without an extension.
  private static func stemLength(of name: String, isFolder: Bool) -> Int {
    let ending = isFolder ? "" : EntryKind.fileExtension(of: name)
    guard !ending.isEmpty else { return name.count }
    let stem = name.dropLast(ending.count + 1)
    return stem.count > 4 && stem.hasSuffix(".tar") ? stem.count - 4 : stem.count
  }

  /// Places the field over the name and focuses it. Returns `false` if the name is not visible.
  private func place() -> Bool {
    guard let edit, let host, let label = folder?.list.content(of: ElementID(edit.id))?.nameLabel else { return false }
    if field.parent !== label { label.addChild(field) }
    label.parent?.setNeedsLayout()
    host.focus(field)
    return true
  }

  /// Places the field over the name once it is visible.
  override func animate(at now: Instant) -> Instant? {
    // A menu that is open gives the focus back by itself.
    guard edit != nil, !field.isFocused, !(host?.focusedView is Overlay) else { return nil }
    if place() {
      edit?.waited = 0
      return nil
    }
    edit?.waited += 1
    if let edit, edit.waited < Self.maximumFrames { return now }
    lose("cannot be renamed here, because its name is not visible")
    return nil
  }

  // MARK: Ending

  /// Ends editing because the user turned to something else: renames the file, or reports the reason why that failed.
  func finish() {
    guard edit != nil, !keep(follows: false) else { return }
    lose("keeps its name", because: refusal)
  }

  /// Renames the file to the text in the field.
  /// - Returns: Whether editing ended; `false` if the name is refused.
  private func keep(follows: Bool) -> Bool {
    guard let edit else { return true }
    // The bytes of a name that the user leaves as it was are not touched.
    guard !field.text.utf8.elementsEqual(edit.text.utf8) else {
      end()
      return true
    }
    guard let reason = onRename?(edit.path, field.text, follows) else {
      // The label shows the name until the list knows it.
      (field.parent as? NameLabel)?.text = PathBytes.display(PathBytes.canonical(field.text))
      end()
      if folder?.snapshot?.isWatched == false { folder?.reload() }
      return true
    }
    guard FileMove.exists(edit.path) else {
      lose("is no longer there")
      return true
    }
    refusal = nil
    refusal = reason
    return false
  }

  /// Renames the file, and starts to edit the name of the next or the previous file.
  private func goOn(_ forward: Bool) {
    guard let edit, let folder, let place = path(of: edit.id) else { return }
    let next = folder.path(at: folder.position(of: place) + (forward ? 1 : -1))
    let entry = next.map { folder.entriesBySection[$0.section][$0.item] }
    guard keep(follows: entry == nil), let entry, let next, folder.list.snapshot().contains(next) else { return }
    folder.list.select(next)
    begin(entry)
  }

  /// Ends editing without renaming the file, and returns the focus to the list.
  private func end() {
    guard edit != nil else { return }
    edit = nil
    refusal = nil
    if field.isFocused { host?.focus(folder?.list, visible: true) }
    let label = field.parent
    field.removeFromParent()
    label?.parent?.setNeedsLayout()
    field.text = ""
  }

  /// Ends editing and reports the reason.
  private func lose(_ words: String, because reason: String? = nil) {
    guard let edit else { return }
    end()
    let name = "“\(PathBytes.display(FilePath.lastComponent(of: edit.path)))”"
    onLoss?("\(name) \(words)" + (reason.map { ". \($0)" } ?? ""))
  }

  // MARK: Changes around the field

  /// The frame of the field in the window, in logical pixels; `nil` while it is not fully visible.
  var placeInWindow: Rect? {
    guard field.host != nil, let list = folder?.list else { return nil }
    let place = field.convertToRoot(field.bounds)
    return list.convertToRoot(list.bounds).contains(place) ? place : nil
  }

  private func path(of id: FolderEntryID) -> ElementPath? { folder?.path(where: { $0.id == id }) }

  /// Updates the path of the file after the list changed, and ends editing if the list no longer shows the file.
  func listDidChange() {
    guard let edit, let folder else { return }
    if folder.snapshot?.state.isStale != true, let path = path(of: edit.id) {
      self.edit?.path = folder.entriesBySection[path.section][path.item].path
    } else {
      lose(FileMove.exists(edit.path) ? "is no longer in this list" : "is no longer there")
    }
  }

  /// Renames the file when the focus leaves the field. If the name is refused, editing continues while the focus is in
  /// the screen of the folder.
  private func focusDidLeave() {
    guard edit != nil, let host, !(host.focusedView is Overlay), !keep(follows: false) else { return }
    if let folder, host.focusedView?.isInside(folder.holder) ?? true {
      host.animate(self)
    } else {
      lose("keeps its name", because: refusal)
    }
  }

  /// Moves the field to the new content view of the file.
  private func fieldDidDetach() {
    guard edit != nil else { return }
    field.removeFromParent()
    host?.animate(self)
  }

  override func hostDidChange() {
    if host == nil { end() }
  }
}
