/// The templates of one environment and configuration, by declared layout.
///
/// It holds few templates: a list of a hundred thousand equal sections needs one, and where all layouts differ, keeping
/// them would take memory and save nothing.
struct TemplateStore: Sendable {
  private static let capacity = 64

  private var templates: [SectionLayout: Template] = [:]
  /// The template found or added last. Neighbours mostly have equal layouts, and comparing is cheaper than hashing.
  private var last: Template?

  /// Returns the template of a layout; nil if the layout has to be resolved.
  mutating func find(_ layout: SectionLayout) -> Template? {
    if let last, last.layout == layout { return last }
    guard let known = templates[layout] else { return nil }
    last = known
    return known
  }

  /// Adds a template; a full store discards the earlier ones.
  mutating func add(_ template: Template) {
    if templates.count == Self.capacity { templates.removeAll(keepingCapacity: true) }
    templates[template.layout] = template
    last = template
  }
}
