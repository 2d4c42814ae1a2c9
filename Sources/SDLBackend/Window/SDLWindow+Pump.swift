import CSDL

extension SDLWindow {
  /// Handles the window system's events and drops input. It keeps the window of a program responsive while a script
  /// drives the program.
  package func pumpEvents() {
    var event = SDL_Event()
    var ignored = EventQueue()
    while SDL_PollEvent(&event) != 0 { translate(event, into: &ignored) }
  }
}
