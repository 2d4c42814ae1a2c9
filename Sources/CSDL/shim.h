#include <SDL2/SDL.h>

/* SDL_syswm.h needs the headers of X11, so the one function of it is declared here, with the part of its structure that
   SDL fills for an X server. */
typedef struct {
  SDL_version version;
  int subsystem;
  void *display;
  unsigned long window;
  char rest[48];
} CSDLWindowInfo;

struct SDL_SysWMinfo;
extern DECLSPEC SDL_bool SDLCALL SDL_GetWindowWMInfo(SDL_Window *window, struct SDL_SysWMinfo *info);

/* Returns the identity of a window on an X server; 0 on other systems. */
static inline Uint32 CSDL_identityOnX11(SDL_Window *window) {
  enum { x11 = 2 };
  CSDLWindowInfo info = {0};
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, (struct SDL_SysWMinfo *)&info) || info.subsystem != x11) return 0;
  return (Uint32)info.window;
}
