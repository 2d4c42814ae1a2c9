import Scrollwork

/// The smallest declaration: one section of texts.
final class MinimalExample: Example {
  let list = CollectionView()

  init() {
    list.render {
      Section(id: "fruits", data: ["Apple", "Pear", "Plum", "Quince"], id: \.self) { TextRow($0) }
    }
  }
}
