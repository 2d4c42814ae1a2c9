/// The functions of libfontconfig that we use, with their types from its header.
struct FontconfigFunctions {
  typealias Object = OpaquePointer
  typealias Name = UnsafePointer<CChar>

  let loadConfiguration: @convention(c) () -> Object?
  let destroyConfiguration: @convention(c) (Object) -> Void
  let substitute: @convention(c) (Object?, Object, UInt32) -> Int32
  let substituteDefaults: @convention(c) (Object) -> Void
  let match: @convention(c) (Object?, Object, UnsafeMutablePointer<UInt32>) -> Object?
  let createPattern: @convention(c) () -> Object?
  let destroyPattern: @convention(c) (Object) -> Void
  let addString: @convention(c) (Object, Name, UnsafePointer<UInt8>) -> Int32
  let addInteger: @convention(c) (Object, Name, Int32) -> Int32
  let addCharacters: @convention(c) (Object, Name, Object) -> Int32
  let getString: @convention(c) (Object, Name, Int32, UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> UInt32
  let getInteger: @convention(c) (Object, Name, Int32, UnsafeMutablePointer<Int32>) -> UInt32
  let getCharacters: @convention(c) (Object, Name, Int32, UnsafeMutablePointer<Object?>) -> UInt32
  let createCharacters: @convention(c) () -> Object?
  let destroyCharacters: @convention(c) (Object) -> Void
  let addCharacter: @convention(c) (Object, UInt32) -> Int32
  let hasCharacter: @convention(c) (Object, UInt32) -> Int32

  /// Looks all functions up.
  /// - Throws: `MissingSymbol` for the first one that the library lacks.
  init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    loadConfiguration = try library.function("FcInitLoadConfigAndFonts")
    destroyConfiguration = try library.function("FcConfigDestroy")
    substitute = try library.function("FcConfigSubstitute")
    substituteDefaults = try library.function("FcDefaultSubstitute")
    match = try library.function("FcFontMatch")
    createPattern = try library.function("FcPatternCreate")
    destroyPattern = try library.function("FcPatternDestroy")
    addString = try library.function("FcPatternAddString")
    addInteger = try library.function("FcPatternAddInteger")
    addCharacters = try library.function("FcPatternAddCharSet")
    getString = try library.function("FcPatternGetString")
    getInteger = try library.function("FcPatternGetInteger")
    getCharacters = try library.function("FcPatternGetCharSet")
    createCharacters = try library.function("FcCharSetCreate")
    destroyCharacters = try library.function("FcCharSetDestroy")
    addCharacter = try library.function("FcCharSetAddChar")
    hasCharacter = try library.function("FcCharSetHasChar")
  }
}
