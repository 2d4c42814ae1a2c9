public import ScrollworkContentViews
public import ScrollworkDiffing
import ScrollworkLayout

/// A part of a collection view's content that declares itself anew when it changed: one section, or several.
///
/// A provider is another way to declare a list, and becomes a ``Section``. The collection view asks it in the frame
/// after a change, compares the result with the list that is shown, and animates the differences.
@MainActor
public protocol Provider: CollectionReloadable {
  /// The identity among the sections of the provider that contains this one. The default is the object itself.
  var identifier: ElementID { get }
  /// Returns the content as it is now, as a section with this provider's ``identifier``.
  ///
  /// A change of the provider while this runs takes effect in the next update.
  func makeSection() -> Section
}

extension Provider {
  /// The object itself, as the identity.
  public var identifier: ElementID { ElementID(ObjectIdentifier(self)) }
}

/// The facts about a tapped item.
@MainActor
public struct TapContext<Data> {
  /// The view that shows the item; `nil` if the item is not on screen.
  public let view: View?
  /// The position of the item in its data source.
  public let index: Int
  /// The item's data.
  public let data: Data
  let reloadSignal: ReloadSignal

  /// Reports that the data of the tapped item's provider changed; see ``CollectionReloadable/setNeedsReload()``.
  public func setNeedsReload() { reloadSignal.send(.data) }
}

/// The connection of a collection view with its provider.
@MainActor
final class ProviderConnection: CollectionReloadable {
  let reloadSignal = ReloadSignal()
  let provider: any Provider

  init(_ provider: any Provider) {
    self.provider = provider
    reloadSignal.follow([provider])
  }

  /// Makes the list of a provider, which the view asks for after each change of the provider.
  /// - Parameter change: Returns the list to show for the provider's list.
  static func list(
    of provider: any Provider, for view: CollectionView, modifying change: @escaping (List) -> List
  ) -> DeferredList {
    let connection = ProviderConnection(provider)
    let list = DeferredList(of: view, owner: connection) { change(List(sections: [provider.makeSection()])) }
    connection.reloadSignal.onChange = { [weak list] appliesNow in
      if appliesNow { list?.apply(.animatedBatchUpdates) } else { list?.setNeedsApply() }
    }
    return list
  }
}

extension Section {
  /// Declares a section without items that shows one component, in place of a header that the user cannot select.
  init(id: ElementID, showing component: some Component, size: LayoutSize) {
    self.init(id: id, cells: [])
    // At the top and at the leading edge, so that it takes room in lists of both scroll directions.
    let place = LayoutBoundaryItem(kind: .header, size: size, alignment: .topLeading)
    self = withHeader(component).withSectionLayout(.vertical().boundaryItem(place))
  }
}
