/// A nested scroll container, which scrolls on the cross axis: a section or a subsection.
package struct ScrollSite: Hashable, Sendable {
  package var section: Int
  /// Zero for the section itself; for a subsection its number, counted from 1.
  package var part: Int

  package init(section: Int, part: Int = 0) {
    self.section = section
    self.part = part
  }
}
