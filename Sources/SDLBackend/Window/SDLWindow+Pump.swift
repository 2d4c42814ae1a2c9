import CSDL

extension SDLWindow {
  /// Handles the window system's events for the window itself and drops input. It serves programs that are driven by a
  /// script, so that their window stays responsive.
  package func pumpEvents() {
    var event = SDL_Event()
    var ignored = EventQueue()
    while SDL_PollEvent(&event) != 0 { translate(event, into: &ignored) }
  }
}
