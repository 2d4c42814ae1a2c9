/// The kinds of screens that have commands of their own.
package enum ScreenKind: String, CaseIterable, Sendable {
  case start, folder, text, bytes, table, document, picture, gallery, message

  /// The kind of a screen.
  @MainActor
  init(_ screen: any ViewerScreen) {
    switch screen {
    case is HelloScreen: self = .start
    case is FolderScreen: self = .folder
    case is TextScreen: self = .text
    case is BytesScreen: self = .bytes
    case is TableScreen: self = .table
    case is DocumentScreen: self = .document
    case is PictureScreen: self = .picture
    case is MessageScreen: self = .message
    default: self = .gallery
    }
  }

  /// The screens of this kind, in the plural.
  var words: String {
    switch self {
    case .start: "the start screen"
    case .folder: "folders"
    case .text: "texts"
    case .bytes: "bytes"
    case .table: "tables"
    case .document: "JSON trees"
    case .picture: "pictures"
    case .gallery: "the gallery"
    case .message: "messages"
    }
  }
}

extension Viewer {
  /// The kind of the current screen.
  package var screenKind: ScreenKind { ScreenKind(screen) }
}
