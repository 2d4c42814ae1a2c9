// Programs import this module only. The modules stay separate so that each declares its dependencies. Typealiases in
// place of these exports would hide builder methods and conformances from programs with member import visibility.
@_exported public import ScrollworkContentViews
@_exported public import ScrollworkDiffing
@_exported public import ScrollworkEngine
@_exported public import ScrollworkGeometry
@_exported public import ScrollworkHostInterface
@_exported public import ScrollworkImageLoading
@_exported public import ScrollworkLayout
@_exported public import ScrollworkTables
