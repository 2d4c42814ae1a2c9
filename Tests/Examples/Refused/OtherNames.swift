// Code as programs with other libraries have it. The compiler must refuse each line by a message that says what to write
// instead: .ci/examples compares its errors with the comments here.

import Scrollwork

struct FruitRow: Component {
  func renderContent() -> Label { Label() }
  func render(in content: Label) {}
}

@MainActor
func showByAdapters(_ list: CollectionView) {
  _ = Renderer(  // expected-error {{call render { } or apply(_:) of a CollectionView}}
    adapter: UITableViewAdapter(),  // expected-error {{handlers are modifiers of a List}}
    updater: UITableViewUpdater())  // expected-error {{set CollectionView.updater, for example to a LimitedUpdater}}
  _ = UICollectionViewAdapter(data: [])  // expected-error {{layouts those of a Section}}
  _ = UICollectionViewFlowLayoutAdapter()  // expected-error {{layouts those of a Section}}
  list.updater = UITableViewUpdater()  // expected-error {{set CollectionView.updater}}
  list.updater = UICollectionViewUpdater()  // expected-error {{set CollectionView.updater}}
  list.updater = UICollectionViewUpdater<Int>()  // expected-error {{set CollectionView.updater}}
  let layout = CollectionViewLayoutAdapter()  // expected-error {{a Section has its layout, withSectionLayout(_:)}}
  let settings = CollectionViewAdapterConfiguration()  // expected-error {{properties of a CollectionView}}
  _ = CollectionViewAdapter(  // expected-error {{call apply(_:) of a CollectionView with a List}}
    configuration: settings, collectionView: list, layoutAdapter: layout)
}

class OwnAdapter: UITableViewAdapter {}  // expected-error {{handlers are modifiers of a List}}
class OwnUpdater: UITableViewUpdater<Int> {}  // expected-error {{set CollectionView.updater}}

@MainActor
func showNodes(_ list: CollectionView) {
  _ = Cell(id: 1, FruitRow())  // expected-error {{'init(id:component:)'}}
  _ = ViewNode(FruitRow())  // expected-error {{pass the component itself to withHeader(_:) or withFooter(_:)}}
  let node: CellNode? = nil  // expected-error {{'CellNode' has been renamed to 'Cell'}}
  _ = node
  list.render {
    Section(id: 1) {
      FruitRow().identified(by: 1)
        .didSelect { context in print(context.indexPath) }  // expected-error {{renamed to 'path'}}
      FruitRow().identified(by: 2)
        .onHighlight { print($0.anyComponent) }  // expected-error {{renamed to 'component'}}
    }
  }
}

struct Plain {}

@MainActor
func showWithoutIdentity(_ list: CollectionView, _ data: [Plain]) {
  list.render {
    Section(id: 1) {
      FruitRow()  // expected-error {{write .identified(by:) or Cell(id:component:)}}
      FruitRow().didSelect { _ in }  // expected-error {{add .identified(by:), or begin with Cell(component:)}}
    }
  }
  // expected-error@+1 {{elements need an identity: add id: with a key path}}
  list.render { Section(id: 1, data: data) { _ in FruitRow() } }
}

@MainActor
func showSeveralOrNoRows(_ list: CollectionView) {
  let several = Section(id: 1, data: [1, 2], id: \.self) { _ in
    // expected-error@-1 {{an element has one row: declare several cells with Group(of:)}}
    FruitRow()
    FruitRow()
  }
  let none = Section(id: 2, data: [1, 2], id: \.self) { number in
    if number == 1 {  // expected-error {{every element has a row: add an else}}
      FruitRow()
    }  // expected-error {{every element has a row: add an else}}
  }
  list.render(several, none)
}

@MainActor
func scroll(_ list: CollectionView) {
  list.scroll(to: .id(3))  // expected-error {{renamed to 'item(_:in:)'}}
}

// expected-error@+2 {{or conform to CoordinatedComponent for a coordinator}}
// expected-note@+1 {{add stubs for conformance}}
struct CounterRow: Component {  // expected-error {{does not conform}}
  final class Coordinator {}

  func makeCoordinator() -> Coordinator { Coordinator() }
  @MainActor func renderContent(coordinator: Coordinator) -> Label { Label() }
  @MainActor func render(in content: Label, coordinator: Coordinator) {}
}
