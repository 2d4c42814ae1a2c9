/// A folder of the user for one kind of files (XDG Base Directory Specification).
package enum BaseFolder {
  case cache, configuration, data, state

  /// The path for this user; `nil` if neither the variable of the environment nor `HOME` names a folder.
  package var path: String? { path(given: Variables.value(of: variable), home: FilePath.home) }

  /// Returns the path that a variable gives, otherwise the usual one below the home folder. As the specification
  /// demands, a relative path in the variable is ignored.
  package func path(given: String?, home: String?) -> String? {
    if let given, given.hasPrefix("/") { return FilePath.absolute(given) }
    return home.map { $0 + usual }
  }

  private var variable: String {
    switch self {
    case .cache: "XDG_CACHE_HOME"
    case .configuration: "XDG_CONFIG_HOME"
    case .data: "XDG_DATA_HOME"
    case .state: "XDG_STATE_HOME"
    }
  }

  /// The path below the home folder.
  private var usual: String {
    switch self {
    case .cache: "/.cache"
    case .configuration: "/.config"
    case .data: "/.local/share"
    case .state: "/.local/state"
    }
  }
}
