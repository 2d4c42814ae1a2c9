/// The definitions of a collection view's list by typed closures for each element, made and shown by calls.
///
/// A definition is another way to declare a list: ``start()`` begins one, its methods add sections, and sections add
/// items. The collection view compares the list with the one that it shows, as if it were applied.
@MainActor
public struct ElementSource {
  let view: CollectionView
  private var isDiffing = false

  init(view: CollectionView) { self.view = view }

  /// Returns a source whose ``start()`` begins a definition that is shown only by ``update(completion:)``. The first
  /// definition is shown at once.
  public func diffing() -> ElementSource {
    var copy = self
    copy.isDiffing = true
    return copy
  }

  /// Begins a definition, which replaces the current one. The next frame shows it, without animation. With a source
  /// from ``diffing()``, this is so only for the first definition.
  /// - Returns: The definition, to which sections are added.
  @discardableResult
  public func start() -> ElementList { start(with: ElementList()) }

  /// Makes `definition` the current one; see ``start()``. A definition may be shown by several views.
  @discardableResult
  public func start(with definition: ElementList) -> ElementList {
    let isFirst = holder?.definition == nil
    let current = holder ?? connect()
    current.definition = definition
    if isFirst || !isDiffing { view.deferredList?.setNeedsApply(.nonanimatedBatchUpdates) }
    return definition
  }

  /// Shows the current definition, as it is now, and animates the differences to the list before.
  /// - Parameter completion: Called once: after the first frame that shows the list, or after a newer one superseded it.
  /// - Returns: A handle to the update; `nil` if no definition was started.
  @discardableResult
  public func update(completion: (@MainActor (UpdateOutcome) -> Void)? = nil) -> Update? {
    guard holder != nil else { return nil }
    return view.deferredList?.apply(.animatedBatchUpdates, completion: completion)
  }

  /// Shows the current definition, as it is now, and animates the differences to the list before.
  /// - Parameter completion: Called once, whatever the outcome: after the first frame that shows the list, or after a
  ///   newer one superseded it.
  /// - Returns: A handle to the update; `nil` if no definition was started.
  @discardableResult
  public func update(then completion: @escaping @MainActor () -> Void) -> Update? {
    update(completion: { _ in completion() })
  }

  /// Shows the current definition without comparing it with the list before; see ``UpdateStrategy/reloadData``.
  public func reload() {
    guard holder != nil else { return view.reloadData() }
    view.deferredList?.apply(.reloadData)
  }

  private var holder: ElementListHolder? { view.deferredList?.owner as? ElementListHolder }

  private func connect() -> ElementListHolder {
    let holder = ElementListHolder()
    view.deferredList = DeferredList(of: view, owner: holder) { holder.definition?.makeList() }
    return holder
  }
}

/// The current definition of a collection view.
@MainActor
private final class ElementListHolder {
  var definition: ElementList?
}
