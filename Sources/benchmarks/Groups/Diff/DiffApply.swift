import Scrollwork

/// The update of a ``DiffSubject`` through a collection view, measured from the call of `apply` to the end of the first
/// frame that shows the update.
@MainActor
struct DiffApply<ID: DiffBenchmarkID> {
  private let subject: DiffSubject<ID>
  private let list: RowList

  init(_ subject: DiffSubject<ID>) throws {
    self.subject = subject
    list = try RowList(rows: 0)
    apply(subject.old)
    list.show()
  }

  func measure(into clock: inout DiffClock) {
    clock.measure {
      apply(subject.new)
      list.show()
      return 1
    }
    apply(subject.old)
    list.show()
  }

  private func apply(_ sections: DiffSubject<ID>.Sections) {
    list.list.apply(
      List(
        sections: sections.map { section in
          Section(id: section.model.id, data: section.elements, id: \.id) {
            PeerRow(id: UInt32(truncatingIfNeeded: $0.revision))
          }
          .withSectionLayout(.list(rowHeight: PeerRow.height)).withHighlight(.none)
        }))
  }
}
