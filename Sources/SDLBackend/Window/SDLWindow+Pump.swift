import CSDL

extension SDLWindow {
  /// Takes what the window system has to say and acts on nothing but the window's own state. For programs that are driven
  /// by something else than a person and still have a window that must not look dead.
  package func pumpEvents() {
    var event = SDL_Event()
    var ignored = EventQueue()
    while SDL_PollEvent(&event) != 0 { translate(event, into: &ignored) }
  }
}
