/** Reads the Markdown of a model, whole or still growing, and returns content that is safe to show. It uses no page, file or network. */

// Segments of a growing text, for progressive display.
export { closeOpenMarkup } from './close-open.ts'
export { definesLink, extractDefinitions } from './definitions.ts'
export type { LinkDefinition } from './definitions.ts'
export { lexSegment } from './lex.ts'
export { hasParentheses, itemNumbers } from './blocks/block-rules.ts'
export { isLineBreaks } from './inline/inline-tags.ts'
export type { CitationToken, MarkdownToken, NoteToken, Tokens } from './lex.ts'
export { outlineAfter, outlines } from './segments.ts'
export type { HeadingOutline } from './segments.ts'
export { limitDrawing, exceedsParserLimits, splitSegments } from './segments.ts'

// Formulas, shown as source until their reader is loaded.
export { mayHoldFormula } from './formulas/find-formula.ts'
export { areFormulasLoaded, loadFormulas } from './formulas/formula-tokens.ts'

// Addresses of links, and whether they are safe.
export { decodeEntities, hostOf, safeAddress, namesHost } from './addresses.ts'

// Spaces at which a line must not break.
export { withNoBreakSpaces } from './text.ts'

// A whole text as a tree, and its conversions.
export { escapeXml } from './text.ts'
export { createMarkdownReader, linesOf } from './read-markdown.ts'
export type { MarkdownReader } from './read-markdown.ts'
export { toHtml } from './to-html.ts'
export { toPlainText } from './to-plain-text.ts'
export { hasHeader, isNumbered, paragraph, text, withoutTitle, inlineText } from './tree.ts'
export type { DocumentBlock, InlineNode, TextMark, ListMarker, ParagraphRole, TrackedChange } from './tree.ts'
