import Scrollwork
import ScrollworkContentViews
import ScrollworkHostInterface

/// Drags of files and rows to other programs.
extension Viewer {
  /// Begins to drag what is selected to other programs: files by their addresses, anything else as text.
  /// - Returns: `false` if nothing can be dragged, or the window system does not allow it.
  func dragOut() -> Bool {
    guard let onDragOut, let (items, words, plate) = draggedContent else { return false }
    return onDragOut(items, plate) { [weak self] isTaken in
      if isTaken { self?.tell("Another program took \(words)") }
    }
  }

  /// What is selected in the formats that other programs take, its name in a sentence, and its picture; `nil` without a
  /// selection.
  private var draggedContent: (items: [ClipboardItem], words: String, plate: DragPlate)? {
    if let clip = chosenClip(isCut: false) { return (clip.draggedItems, words(clip.paths), plate(of: clip)) }
    guard let copied = screen.copied, !copied.text.isEmpty else { return nil }
    let line = copied.text.prefix(100).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return ([ClipboardItem(text: copied.text)], "the text", DragPlate(line, symbol: .fileText, bitmap: nil))
  }

  private func plate(of clip: FileClip) -> DragPlate {
    guard let first = (screen as? FolderScreen)?.selectedEntries.first else {
      return DragPlate(words(clip.paths), symbol: .picture, bitmap: screen.view.firstBitmap)
    }
    let list = screen.list
    let bitmap = list.selectedItems.first.flatMap { list.content(of: list.id(at: $0.path))?.firstBitmap }
    return DragPlate(clip.paths.count == 1 ? first.name : words(clip.paths), symbol: first.kind.symbol, bitmap: bitmap)
  }
}

extension View {
  /// The bitmap of the first picture in the view; `nil` if it shows none.
  fileprivate var firstBitmap: Bitmap? {
    if let image = self as? ImageView { return image.isHidden ? nil : image.shownBitmap }
    return children.lazy.compactMap(\.firstBitmap).first
  }
}
