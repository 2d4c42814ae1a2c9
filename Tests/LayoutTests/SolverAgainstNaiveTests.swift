import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

@Test(arguments: 0..<rounds)
func `the lazy solver agrees with laying out everything`(seed: UInt64) throws {
  var model = SolverModel(seed: seed)
  try model.check()
  for _ in 0..<12 {
    try model.step()
    try model.check()
  }
}

@Test(arguments: 0..<rounds)
func `lines break where laying out everything breaks them`(seed: UInt64) throws {
  var model = SolverModel(seed: seed, prefersLines: true)
  try model.check()
  for _ in 0..<12 {
    try model.step()
    try model.check()
  }
}

@Test(arguments: 0..<rounds)
func `siblings of one size have the frames that laying out everything gives them`(seed: UInt64) throws {
  var model = SolverModel(seed: seed, prefersUniform: true)
  try model.check()
  for _ in 0..<12 {
    try model.step()
    try model.check()
  }
}
