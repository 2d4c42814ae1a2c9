import Scrollwork

/// A list of the gallery, written as a program would write it: with the public interface of the library and with the
/// shared parts in `Parts`.
@MainActor
protocol Example: AnyObject, SendableMetatype {
  init()
  var list: CollectionView { get }
  /// The view that shows the list; the list itself by default.
  var view: View { get }
  /// Whether the example waits for something besides the pages of its list.
  var isBusy: Bool { get }
  /// Resets the example, or loads its content again.
  func reload()
}

extension Example {
  var view: View { list }
  var isBusy: Bool { false }
  func reload() {}
}

/// The screen that shows an example.
final class ExampleScreen: DemoScreen {
  let title: String
  let file: String
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  private let example: any Example
  private let detail: String
  private let wish: Demo.Wish

  init(example: any Example, title: String, detail: String, wish: Demo.Wish, file: String) {
    self.example = example
    (self.title, self.detail, self.wish, self.file) = (title, detail, wish, file)
  }

  var list: CollectionView { example.list }
  var view: View { example.view }
  var status: Status {
    Status(items: [.init(text: detail)], trailing: [wish.address], keepsLast: false)
  }
  var isBusy: Bool {
    let waits = [PageEdge.start, .end, .refresh].contains {
      if case .loading = list.pageState(at: $0) { true } else { false }
    }
    return waits || example.isBusy
  }

  func reload() {
    if !list.refresh() { example.reload() }
  }
  func stop() {}
}
