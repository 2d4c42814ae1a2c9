/// What scrolls by itself, across the direction of the list: a section, or a section in one.
package struct ScrollSite: Hashable, Sendable {
  package var section: Int
  /// Zero for the section, the number of a section in it from 1 on.
  package var part: Int

  package init(section: Int, part: Int = 0) {
    self.section = section
    self.part = part
  }
}
