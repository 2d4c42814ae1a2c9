import Glibc
import ScrollworkViewerCore

/// One measured figure. A ratio may compare it with another figure of the same run.
struct Measurement {
  /// The name, as `group/case[/variant]`.
  var name: String
  /// The size of the data, such as the number of rows.
  var n: Int
  var median: Double
  var p99: Double
  /// The unit, such as `us` (microseconds) for times, `bytes` for memory or `frames` for a count.
  var unit = "us"
  /// The median number of allocations per frame or operation.
  var allocations: Double?
  var ratio: Double?
  var ratioTo: String?
  /// The number of allocations above which the gate fails.
  var allocationCeiling: Double?
  /// The ratio above which the gate fails.
  var ratioCeiling: Double?
  /// The range of the median outside of which the gate fails.
  var allowed: ClosedRange<Double>?
  /// The bound of the median that the design sets. It depends on the machine, so it is printed and the gate ignores it.
  var goal: Bound?

  init(_ name: String, n: Int, samples: [Double], unit: String = "us") {
    self.name = name
    self.n = n
    self.unit = unit
    median = samples.percentile(0.5)
    p99 = samples.percentile(0.99)
  }

  var json: JSON {
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("n", .int(n)), .init("median", .number(median)), .init("p99", .number(p99)),
      .init("unit", .string(unit)),
    ]
    if let allocations { members.append(.init("allocations", .number(allocations))) }
    if let ratio { members.append(.init("ratio", .number(ratio))) }
    if let ratioTo { members.append(.init("ratio_to", .string(ratioTo))) }
    if let goal { members.append(.init("goal", .string(goal.text))) }
    return .object(members)
  }

  /// The reason for which the gate fails; `nil` if it passes.
  var failure: String? {
    if let allocations, let allocationCeiling, allocations > allocationCeiling {
      return "\(name) at \(n): \(allocations) allocations, at most \(allocationCeiling) allowed"
    }
    if let ratio, let ratioCeiling, ratio > ratioCeiling {
      return "\(name) at \(n): ratio \(ratio) to \(ratioTo ?? "the rest"), at most \(ratioCeiling) allowed"
    }
    if let allowed, !allowed.contains(median) {
      return "\(name) at \(n): \(median) \(unit), allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
    }
    return nil
  }
}

/// A limit of a figure on one side.
enum Bound {
  case atMost(Double)
  case atLeast(Double)

  var text: String {
    switch self {
    case .atMost(let limit): "<= \(limit.shortText)"
    case .atLeast(let limit): ">= \(limit.shortText)"
    }
  }
}

extension Double {
  /// The number with few digits; `none` if it is not finite.
  var shortText: String {
    let factor = abs(self) >= 100 ? 1.0 : abs(self) >= 1 ? 100 : 10_000
    return isFinite ? "\((self * factor).rounded() / factor)" : "none"
  }
}

extension Measurement {
  /// Returns a copy with a bound that is printed and that the gate ignores.
  func aiming(_ goal: Bound?) -> Measurement {
    var copy = self
    copy.goal = goal
    return copy
  }

  /// Returns a copy with an allowed range.
  /// - Parameter range: The gate fails if the median is outside of it; NaN is outside of every range.
  func allowed(_ range: ClosedRange<Double>) -> Measurement {
    var copy = self
    copy.allowed = range
    return copy
  }

  /// Returns a copy with a ratio to another figure.
  /// - Parameter ceiling: The gate fails above this ratio; `nil` for no gate.
  func compared(to other: String, _ ratio: Double, _ ceiling: Double?) -> Measurement {
    var copy = self
    copy.ratio = ratio
    copy.ratioTo = other
    copy.ratioCeiling = ceiling
    return copy
  }

  /// Returns a copy with a number of allocations.
  /// - Parameter ceiling: The gate fails above this number.
  func allocating(_ count: Double, ceiling: Double) -> Measurement {
    var copy = self
    copy.allocations = count
    copy.allocationCeiling = ceiling
    return copy
  }
}

/// Prints measurements as they arrive.
@MainActor
final class Reporter {
  private let asJSON: Bool
  private var hasHead = false
  private(set) var failures: [String] = []

  init(asJSON: Bool) {
    self.asJSON = asJSON
  }

  func report(_ measurement: Measurement) {
    if let failure = measurement.failure { failures.append(failure) }
    if asJSON {
      print(measurement.json.text)
    } else {
      if !hasHead { print(Self.row("name", "n", "median", "p99", "unit", "allocs", "goal", "ratio")) }
      hasHead = true
      print(
        Self.row(
          measurement.name, "\(measurement.n)", measurement.median.shortText, measurement.p99.shortText,
          measurement.unit, measurement.allocations?.shortText ?? "", measurement.goal?.text ?? "",
          measurement.ratio.map { $0.shortText + " of " + (measurement.ratioTo ?? "") } ?? ""))
    }
  }

  private static func row(_ columns: String...) -> String {
    let widths = [26, 10, 12, 12, 8, 8, 12, 0]
    return zip(columns, widths).enumerated().map { index, column in
      let padding = String(repeating: " ", count: max(0, column.1 - column.0.count))
      return index == 0 || index > 3 ? column.0 + padding : padding + column.0
    }
    .joined(separator: " ")
  }
}
