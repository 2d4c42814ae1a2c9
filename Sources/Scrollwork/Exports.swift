// One import for programs. The modules stay apart so that each says what it needs; typealiases instead would hide builder
// methods and conformances from programs that use member import visibility.
@_exported public import ScrollworkContentViews
@_exported public import ScrollworkDiffing
@_exported public import ScrollworkEngine
@_exported public import ScrollworkGeometry
@_exported public import ScrollworkHostInterface
@_exported public import ScrollworkImageLoading
@_exported public import ScrollworkLayout
