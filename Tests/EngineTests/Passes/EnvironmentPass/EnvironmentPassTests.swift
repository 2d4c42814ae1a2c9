import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct EnvironmentPassTests {
  /// Runs the environment pass for the environment of the window. Throws if it does not differ from the current one.
  private func adopt(_ stage: PassStage) throws {
    guard let environment = EnvironmentPass.newEnvironment(for: stage.layout, in: stage.environment) else {
      throw SameEnvironment()
    }
    EnvironmentPass.run(&stage.layout, environment, resolving: [])
  }

  @Test func `in the same environment nothing is laid out anew`() {
    let stage = PassStage(count: 10)
    #expect(EnvironmentPass.newEnvironment(for: stage.layout, in: stage.environment) == nil)
  }

  @Test func `another width, scale, direction or theme lays the list out anew`() {
    let stage = PassStage(count: 10)
    func changes(_ change: (inout Environment) -> Void) -> Bool {
      var environment = stage.environment
      change(&environment)
      return EnvironmentPass.newEnvironment(for: stage.layout, in: environment) != nil
    }
    #expect(!changes { _ in })
    #expect(changes { $0.scale = 2 })
    #expect(changes { $0.direction = .rightToLeft })
    #expect(changes { $0.motion = .off })
    stage.layout.resize(to: Size(width: 300, height: 300))
    #expect(changes { _ in })
  }

  @Test func `a view that asks for it is laid out anew in the same environment`() throws {
    let stage = PassStage(count: 10)
    stage.layout.setNeedsLayout()
    try adopt(stage)
    #expect(!stage.layout.isStale && stage.layout.hasNewEnvironment)
  }

  @Test func `in another width measured rows are measured again`() throws {
    let stage = PassStage(heights: [60, 60, 60])
    stage.settle()
    let key = LayoutElement.Key.item(ElementPath(section: 0, item: 0))
    #expect(!stage.layout.solver.isEstimated(key))
    stage.layout.resize(to: Size(width: 300, height: 300))
    try adopt(stage)
    #expect(stage.layout.solver.isEstimated(key))
    #expect(stage.layout.solver.frame(of: ElementPath(section: 0, item: 0)).width == 300)
  }

  @Test func `bound rows are placed and measured again`() {
    let stage = PassStage(heights: [60, 60, 60])
    stage.settle()
    #expect(!stage.hasUnmeasuredItems)
    EnvironmentPass.layOutContents(stage.items, stage.binder)
    #expect(stage.items.bound.allSatisfy { $0.measuredWidth == nil } && stage.hasUnmeasuredItems)
  }
}

/// The error that `adopt` throws if the environment has not changed.
private struct SameEnvironment: Error {}
