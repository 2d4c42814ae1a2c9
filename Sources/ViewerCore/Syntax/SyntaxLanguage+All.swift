extension SyntaxLanguage {
  /// The known languages.
  package static let all: [SyntaxLanguage] = systems + scripts + data + documents

  private static let quote = Span.string("\"")
  private static let apostrophe = Span.string("'")
  private static let cComment = Span.comment("/*", "*/")
  private static let cWords = """
    auto break case const continue default do else enum extern for goto if inline register restrict return sizeof \
    static struct switch typedef union volatile while
    """
  private static let cTypes = """
    bool char double float int int8_t int16_t int32_t int64_t long short signed size_t ssize_t uint8_t uint16_t \
    uint32_t uint64_t uintptr_t unsigned void wchar_t
    """
  private static let jvmWords = """
    abstract as assert break by case catch class companion const continue data default do else enum extends final \
    finally for fun if implements import in init inline instanceof interface internal is lateinit native new object \
    open operator out override package private protected public record return sealed static super suspend switch \
    synchronized this throw throws transient try typealias val var vararg volatile when where while yield
    """

  private static let systems: [SyntaxLanguage] = [
    SyntaxLanguage(
      "Swift", suffixes: "swift swiftinterface", line: "//",
      spans: [.comment("/*", "*/", isNested: true), .string("\"\"\"", lines: true), quote],
      keywords: """
        actor any as associatedtype async await borrowing break case catch class consuming continue convenience \
        default defer deinit didSet do dynamic else enum extension fallthrough fileprivate final for func get guard if \
        import in indirect infix init inout internal is isolated lazy let macro mutating nonisolated open operator \
        optional override package postfix precedencegroup prefix private protocol public repeat required rethrows \
        return sending set some static struct subscript super switch throw throws try typealias unowned var weak \
        where while willSet
        """, constants: "false nil self Self true", sigils: ["@": .keyword, "#": .keyword], capitalsAreTypes: true),
    SyntaxLanguage(
      "C", suffixes: "c h m mm cc cpp cxx hh hpp hxx inl ino", aliases: "c++ objc objective-c", line: "//",
      spans: [cComment, quote, .string("'", character: true)],
      keywords: cWords + """
         alignas alignof catch class co_await co_return co_yield concept consteval constexpr constinit decltype delete \
        dynamic_cast explicit export final friend mutable namespace new noexcept operator override private protected \
        public reinterpret_cast requires static_assert static_cast template this throw try typeid typename using virtual
        """, constants: "false nil NULL nullptr self true NO YES", types: cTypes,
      sigils: ["#": .keyword, "@": .keyword]),
    SyntaxLanguage(
      "Java", suffixes: "java kt kts groovy gradle scala cs", aliases: "kotlin csharp c#", line: "//",
      spans: [cComment, .string("\"\"\"", lines: true), quote, .string("'", character: true)], keywords: jvmWords,
      constants: "false null true", types: "boolean byte char double float int long short string void",
      sigils: ["@": .keyword], capitalsAreTypes: true),
    SyntaxLanguage(
      "Go", suffixes: "go", aliases: "golang", line: "//",
      spans: [cComment, quote, .string("`", escapes: false, lines: true), .string("'", character: true)],
      keywords: """
        break case chan const continue default defer else fallthrough for func go goto if import interface map package \
        range return select struct switch type var
        """, constants: "false iota nil true",
      types: """
        any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint \
        uint8 uint16 uint32 uint64 uintptr
        """),
    SyntaxLanguage(
      "Rust", suffixes: "rs", line: "//",
      spans: [
        .comment("/*", "*/", isNested: true), .string("r#\"", to: "\"#", escapes: false, lines: true),
        .string("\"", lines: true), .string("'", character: true), .string("#[", to: "]", kind: .keyword),
        .string("#![", to: "]", kind: .keyword),
      ],
      keywords: """
        as async await break const continue crate dyn else enum extern fn for if impl in let loop macro_rules match mod \
        move mut pub ref return static struct super trait type union unsafe use where while
        """, constants: "false None Ok Err self Self Some true",
      types: "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize", capitalsAreTypes: true),
  ]

  private static let scripts: [SyntaxLanguage] = [
    SyntaxLanguage(
      "JavaScript", suffixes: "js mjs cjs jsx ts tsx mts cts", aliases: "node deno bun typescript", line: "//",
      spans: [cComment, quote, apostrophe, .string("`", lines: true)],
      keywords: """
        abstract any as async await break case catch class const continue debugger declare default delete do else enum \
        export extends finally for from function get if implements import in instanceof interface is keyof let \
        namespace new of private protected public readonly return satisfies set static super switch this throw try \
        type typeof var void while with yield
        """, constants: "false Infinity NaN null true undefined",
      types: "bigint boolean never number object string symbol unknown", sigils: ["@": .keyword],
      wordMarks: "$", capitalsAreTypes: true),
    SyntaxLanguage(
      "Python", suffixes: "py pyi pyw", aliases: "python pypy", line: "#",
      spans: [
        .string("\"\"\"", lines: true), .string("'''", lines: true), quote, apostrophe,
      ],
      keywords: """
        and as assert async await break case class continue def del elif else except finally for from global if import \
        in is lambda match nonlocal not or pass raise return try while with yield
        """, constants: "False None self True",
      types: "bool bytes dict float int list object set str tuple type", sigils: ["@": .keyword],
      capitalsAreTypes: true),
    SyntaxLanguage(
      "Ruby", suffixes: "rb rake gemspec", fileNames: "Rakefile Gemfile", line: "#",
      spans: [.comment("=begin", "=end", startsLine: true), quote, apostrophe],
      keywords: """
        alias and begin break case class def defined? do else elsif end ensure for if in include module next not or \
        private protected public raise redo require rescue retry return super then undef unless until when while yield
        """, constants: "false nil self true", sigils: ["@": .name, "$": .name, ":": .number], capitalsAreTypes: true),
    SyntaxLanguage(
      "Shell", suffixes: "sh bash zsh ksh fish", fileNames: ".bashrc .profile .zshrc .bash_profile",
      aliases: "dash ash shell console", line: "#", spans: [quote, .string("'", escapes: false)],
      keywords: """
        alias break case cd continue declare do done echo elif else esac eval exec exit export fi for function if in \
        local printf read readonly return set shift source then trap unset until wait while
        """, constants: "false true", sigils: ["$": .name], hasInnerTexts: true),
    SyntaxLanguage(
      "Perl", suffixes: "pl pm t", line: "#",
      spans: [
        .comment("=pod", "=cut", startsLine: true), .comment("=head", "=cut", startsLine: true), quote, apostrophe,
      ],
      keywords: """
        and bless die do else elsif eval for foreach given if last local my next no not or our package print redo \
        require return say sub undef unless until use when while
        """, constants: "undef", sigils: ["$": .name, "@": .name]),
    SyntaxLanguage(
      "PHP", suffixes: "php phtml", line: "// #", spans: [cComment, quote, apostrophe],
      keywords: """
        abstract and array as break case catch class clone const continue declare default do echo else elseif enum \
        extends final finally fn for foreach function global if implements include instanceof interface match \
        namespace new or print private protected public readonly require require_once return static switch throw \
        trait try use var while yield
        """, constants: "false null true FALSE NULL TRUE",
      types: "bool float int iterable mixed object string void", sigils: ["$": .name], capitalsAreTypes: true),
    SyntaxLanguage(
      "Lua", suffixes: "lua", aliases: "luajit", line: "--",
      spans: [.comment("--[[", "]]"), .string("[[", to: "]]", escapes: false, lines: true), quote, apostrophe],
      keywords: """
        and break do else elseif end for function goto if in local not or repeat return then until while
        """, constants: "false nil true self"),
    SyntaxLanguage(
      "SQL", suffixes: "sql", aliases: "mysql postgresql sqlite", line: "--",
      spans: [cComment, .string("'", escapes: false), .string("\"", escapes: false, kind: .name)],
      keywords: """
        add all alter and as asc begin between by case cast check column commit constraint create cross database \
        default delete desc distinct drop else end except exists foreign from full group having if in index inner \
        insert intersect into is join key left like limit not offset on or order outer over partition primary \
        references replace returning right rollback select set table then to transaction trigger union unique update \
        using values view when where with
        """, constants: "false null true",
      types: """
        bigint blob boolean bytea char date decimal double float int integer json jsonb numeric real serial smallint \
        text time timestamp uuid varchar
        """, ignoresCase: true),
  ]

  private static let data: [SyntaxLanguage] = [
    SyntaxLanguage(
      "JSON", suffixes: "json jsonc json5 jsonl ndjson geojson webmanifest", line: "//", spans: [cComment, quote],
      constants: "false null true", keyMark: ":"),
    SyntaxLanguage(
      "YAML", suffixes: "yaml yml", fileNames: ".clang-format .clang-tidy", line: "#",
      spans: [.string("\"", startsWord: true), .string("'", escapes: false, startsWord: true)],
      keywords: "---", constants: "false null off on true no yes ~", sigils: ["&": .name, "*": .name, "!": .type],
      wordMarks: "-~", keyMark: ":"),
    SyntaxLanguage(
      "INI", suffixes: "ini toml cfg conf desktop service timer socket mount properties editorconfig",
      fileNames: ".gitconfig .editorconfig", line: "# ;",
      spans: [
        .string("\"\"\"", lines: true), .string("\"", startsWord: true), .string("'", escapes: false, startsWord: true),
      ],
      constants: "false no off on true yes", wordMarks: "-", keyMark: "=", hasSections: true),
    SyntaxLanguage(
      "CSS", suffixes: "css scss less", aliases: "sass", line: "", spans: [cComment, quote, apostrophe],
      constants: "auto inherit initial none unset", sigils: ["@": .keyword, "#": .number, ".": .type],
      wordMarks: "-", keyMark: ":"),
    SyntaxLanguage(
      "Makefile", suffixes: "mk mak", fileNames: "Makefile GNUmakefile makefile", aliases: "make", line: "#",
      spans: [quote, .string("'", escapes: false, startsWord: true)],
      keywords: "define else endef endif export ifdef ifeq ifndef ifneq include override unexport vpath",
      sigils: ["$": .name], wordMarks: "-", keyMark: ":"),
    SyntaxLanguage(
      "CMake", suffixes: "cmake", fileNames: "CMakeLists.txt", line: "#",
      spans: [.comment("#[[", "]]"), .string("\"", lines: true)],
      keywords: """
        add_compile_options add_custom_command add_custom_target add_definitions add_executable add_library \
        add_subdirectory add_test break cmake_minimum_required configure_file continue else elseif enable_testing \
        endforeach endfunction endif endmacro endwhile execute_process export file find_library find_package find_path \
        foreach function get_filename_component if include include_directories install link_directories list macro \
        message option project return set set_property string target_compile_definitions target_compile_features \
        target_compile_options target_include_directories target_link_libraries target_sources unset while
        """, constants: "AND DEFINED EXISTS FALSE MATCHES NOT OFF ON OR STREQUAL TRUE VERSION_LESS",
      sigils: ["$": .name]),
    SyntaxLanguage("HTML", .markup, suffixes: "html htm xhtml xml svg xsl xsd plist ui qrc vue svelte rss atom"),
  ]

  private static let documents: [SyntaxLanguage] = [
    SyntaxLanguage("Markdown", .markdown, suffixes: "md markdown mdown mkd"),
    SyntaxLanguage("Diff", .patch, suffixes: "diff patch rej", aliases: "udiff"),
  ]
}
