import Scrollwork

/// Why pictures of a screen are not shown, where something can be done about it.
@MainActor
final class PictureTroubles: Equatable {
  /// What is missing, in words; `nil` if nothing is.
  private(set) var hint: String?
  private let onChange: () -> Void

  init(onChange: @escaping () -> Void) {
    self.onChange = onChange
  }

  nonisolated static func == (a: PictureTroubles, b: PictureTroubles) -> Bool { a === b }

  /// Takes note of a picture that cannot be shown.
  func note(_ state: ImageView.State) {
    guard hint == nil, case .broken(.unsupported(let what)) = state, what.contains("install") else { return }
    hint = "Not shown: " + what
    onChange()
  }
}
