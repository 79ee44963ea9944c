/** Markdown goes in, as a model writes it, whole or still growing; what is safe to show comes out. No page, no file, no network. */

// Pieces of a text that grows, for whoever draws it as it comes.
export { closeOpenMarkup } from './close-open.ts'
export { definesLink, extractDefinitions } from './definitions.ts'
export type { LinkDefinition } from './definitions.ts'
export { lexSegment } from './lex.ts'
export { hasParentheses, itemNumbers } from './blocks/item-numbers.ts'
export { isLineBreaks } from './inline/inline-tags.ts'
export type { CitationToken, MarkdownToken, NoteToken, Tokens } from './lex.ts'
export { outlineAfter, outlines } from './outline.ts'
export type { Outline } from './outline.ts'
export { affordable, isTooIntricate, splitSegments } from './segments.ts'

// What draws formulas: shown as their source until it is loaded.
export { mayHoldFormula } from './formulas/find-formula.ts'
export { areFormulasLoaded, loadFormulas } from './formulas/formula-tokens.ts'

// Where a link leads, and whether it may.
export { decodeEntities, hostOf, safeAddress, saysHost } from './addresses.ts'

// What a line must not break.
export { withNoBreakSpaces } from './no-break-spaces.ts'

// A whole text as a tree, and what is written from it.
export { escapeXml } from './escape-xml.ts'
export { createMarkdownReader, linesOf } from './read-markdown.ts'
export type { MarkdownReader } from './read-markdown.ts'
export { toHtml } from './to-html.ts'
export { toPlainText } from './to-plain-text.ts'
export { hasHeader, isNumbered, paragraph, text, withoutTitle, wordsOf } from './tree.ts'
export type { Block, Inline, Mark, Marker, Role } from './tree.ts'
