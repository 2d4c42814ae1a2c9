import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

@Test(arguments: 0..<rounds)
func `the lazy solver agrees with laying out everything`(seed: UInt64) {
  var model = SolverModel(seed: seed)
  model.check()
  for _ in 0..<12 {
    model.step()
    model.check()
  }
}
