/// The kinds of work that the engine does. Only in `idle` does a call of the program take effect at once.
enum EngineActivity {
  case idle
  /// The engine handles an event of the user or a call of the program.
  case handling
  /// Passes run, with exclusive access to the state.
  case runningPasses
  /// The frame is complete, and the engine calls handlers of the program.
  case reporting
}
