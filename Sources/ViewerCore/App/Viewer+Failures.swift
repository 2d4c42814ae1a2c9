/// The reasons why the current screen does not show the requested content.
extension Viewer {
  /// The reason why the requested content cannot be shown; `nil` if it can.
  var failure: String? { screen.failure }

  /// The reason why the columns of the current table do not allow its filters; `nil` if they do.
  var filterObjection: String? { (screen as? TableScreen)?.filterObjection }

  /// The reason why only a part of the content is shown; `nil` if all of it is.
  var loss: String? { screen.loss }
}
