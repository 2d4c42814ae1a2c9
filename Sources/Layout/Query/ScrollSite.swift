/// The position of a nested scroll container, which is a section or a subsection that scrolls on the cross axis.
package struct ScrollSite: Hashable, Sendable {
  package var section: Int
  /// The number of a subsection, counted from 1; zero for the section itself.
  package var part: Int

  package init(section: Int, part: Int = 0) {
    self.section = section
    self.part = part
  }
}
