/// An object that holds an outline, applies the user's changes to it, loads children, and tells the program when to
/// show the outline again.
///
/// ```swift
/// let files = OutlineController(Outline(roots) { $0.isFolder ? .unloaded : .leaf }) { folder in
///   try await server.files(in: folder)
/// }
/// files.onChange = { list.apply(List { Section(id: "files", outline: files) { Title($0.name) } }) }
/// files.onChange?()
/// ```
@MainActor
public final class OutlineController<Node: Identifiable> {
  /// The outline. Use ``change(_:)`` to change it.
  public private(set) var outline: Outline<Node>
  /// Called after each change, to apply a new list.
  public var onChange: (@MainActor () -> Void)?
  /// Called when children could not be loaded. The node is collapsed then, and loads them again when it is expanded.
  public var onLoadingFailed: (@MainActor (Node, any Error) -> Void)?

  private let load: (@MainActor (Node) async throws -> [Node])?
  /// The running loads. A load has a number, by which the result of an outdated one is recognised and ignored.
  private var tasks: [Node.ID: (number: Int, task: Task<Void, Never>)] = [:]
  private var lastNumber = 0

  /// Makes a controller of an outline.
  /// - Parameter load: Loads the children of a node that are ``OutlineChildren/unloaded``, when it is expanded for the
  ///   first time.
  public init(_ outline: Outline<Node>, load: (@MainActor (Node) async throws -> [Node])? = nil) {
    (self.outline, self.load) = (outline, load)
    startLoading()
  }

  isolated deinit {
    for (_, load) in tasks { load.task.cancel() }
  }

  /// Whether children are being loaded.
  public var isLoading: Bool { !tasks.isEmpty }

  /// Applies a change that the user made.
  public func perform(_ change: OutlineChange<Node.ID>) {
    self.change { $0.perform(change) }
  }

  /// Changes the outline, starts the loads that the change requires, and calls ``onChange``.
  public func change(_ body: (inout Outline<Node>) -> Void) {
    body(&outline)
    for (id, load) in tasks where !outline.isLoading(id) {
      load.task.cancel()
      tasks[id] = nil
    }
    startLoading()
    onChange?()
  }

  private func startLoading() {
    for id in outline.takeLoads() {
      guard let node = outline.node(id), let load, tasks[id] == nil else { continue }
      lastNumber += 1
      let number = lastNumber
      let task = Task { [weak self] in
        do {
          let children = try await load(node)
          self?.finish(node, number) { $0.setChildren(children, of: node.id) }
        } catch {
          self?.finish(node, number) { $0.loadingFailed(node.id) }
          if !Task.isCancelled { self?.onLoadingFailed?(node, error) }
        }
      }
      tasks[id] = (number, task)
    }
  }

  /// Ends a load: applies `body` to the outline, unless the load is outdated or its node was removed meanwhile.
  private func finish(_ node: Node, _ number: Int, _ body: (inout Outline<Node>) -> Void) {
    guard tasks[node.id]?.number == number else { return }
    tasks[node.id] = nil
    if outline.isLoading(node.id) { change(body) }
  }
}
