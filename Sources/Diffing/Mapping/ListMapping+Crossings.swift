extension ListMapping {
  /// An element that left its section or subsection for another one.
  public struct Crossing: Hashable, Sendable {
    /// The path before.
    public var old: ElementPath
    /// The path after.
    public var new: ElementPath

    /// A crossing between two paths.
    package init(old: ElementPath, new: ElementPath) {
      self.old = old
      self.new = new
    }
  }

  /// The elements that left a section or subsection for another one, by ascending new path.
  public struct Crossings: RandomAccessCollection, Sendable {
    /// The four numbers of each, of 32 bits, because there may be as many as there are elements.
    private var numbers: [SIMD4<Int32>] = []

    init() {}

    /// - Precondition: No position is greater than 2,147,483,647.
    init(_ crossings: [Crossing]) {
      numbers = crossings.map { Self.numbers(of: $0) }
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of crossings.
    public var endIndex: Int { numbers.count }

    /// Returns one crossing.
    public subscript(position: Int) -> Crossing {
      let numbers = numbers[position]
      return Crossing(
        old: ElementPath(section: Int(numbers[0]), item: Int(numbers[1])),
        new: ElementPath(section: Int(numbers[2]), item: Int(numbers[3])))
    }

    mutating func reserveCapacity(_ count: Int) { numbers.reserveCapacity(count) }

    mutating func append(_ crossing: Crossing) { numbers.append(Self.numbers(of: crossing)) }

    private static func numbers(of crossing: Crossing) -> SIMD4<Int32> {
      SIMD4(
        Int32(crossing.old.section), Int32(crossing.old.item), Int32(crossing.new.section),
        Int32(crossing.new.item))
    }
  }
}
