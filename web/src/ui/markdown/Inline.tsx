import {
  decodeEntities,
  hostOf,
  isLineBreaks,
  safeAddress,
  namesHost,
  withNoBreakSpaces,
  type CitationToken,
  type TextMark,
  type MarkdownToken,
  type NoteToken,
  type Tokens,
} from '@parvis/markdown'
import { ExternalLink } from 'lucide-react'
import { Fragment, use, type MouseEvent, type ReactNode, createContext } from 'react'
import { VisuallyHidden } from '../VisuallyHidden.tsx'

/**
 * Context with the renderer of links to pages of the application; the renderer returns null for any other address. By default such links are shown as
 * plain text. `words` is the text of the link, without formatting.
 */
export const OwnLinkRenderer = createContext<(address: string, words: string, children: ReactNode) => ReactNode>(() => null)

/** Settings shared by all the parts of one Markdown text. */
export interface RenderContext {
  /** Prefix of the DOM ids of the notes. */
  prefix: string
  headingLevel: number
  noteNumbers: ReadonlyMap<string, number>
  hasNote: (label: string) => boolean
  renderCitation: ((number: number) => ReactNode) | undefined
  languageOf: ((text: string) => string | undefined) | undefined
}

/** Inline tokens inside an element of the caller. Added by a `TokenTransform`. */
export interface WrappedToken {
  type: 'wrapped'
  raw: string
  tokens: MarkdownToken[]
  render: (children: ReactNode) => ReactNode
}

export function renderInline(tokens: readonly MarkdownToken[] | undefined, rendering: RenderContext): ReactNode[] {
  return (tokens ?? []).map((token, index) => <Fragment key={index}>{renderToken(token, rendering)}</Fragment>)
}

/** HTML element of each text mark. */
const elements: Partial<Record<TextMark, 'strong' | 'em' | 'del' | 'u' | 'mark' | 'sup' | 'sub'>> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  underline: 'u',
  highlight: 'mark',
  raised: 'sup',
  lowered: 'sub',
}

function renderToken(token: MarkdownToken, rendering: RenderContext): ReactNode {
  const children = () => renderInline((token as { tokens?: MarkdownToken[] }).tokens, rendering)
  if ('render' in token) return (token as unknown as WrappedToken).render(children())
  switch (token.type) {
    case 'strong':
      return <strong>{children()}</strong>
    case 'em':
      return <em>{children()}</em>
    case 'del':
      return <del>{children()}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'escape':
      return token.text
    case 'text':
      return 'tokens' in token && token.tokens ? children() : withNoBreakSpaces(decodeEntities(token.text))
    // The `<br>` tags are rendered; the parser has already handled a few other tags, and the rest is shown as text.
    case 'html':
      return isLineBreaks(token.text) ? <br /> : token.raw
    case 'markedText': {
      const Element = (token.mark && elements[token.mark]) ?? Fragment
      return <Element>{children()}</Element>
    }
    case 'link':
      return <Link token={token as Tokens.Link}>{children()}</Link>
    case 'image':
      return <ImageLink token={token as Tokens.Image} />
    case 'note':
      return <NoteReference token={token as NoteToken} rendering={rendering} />
    case 'citation':
      return citation(token as CitationToken, rendering)
    default:
      return token.raw
  }
}

/** Returns the plain text of inline tokens on one line, without notes nor citations, for an accessible name. */
export const spokenText = (tokens: readonly MarkdownToken[]): string => tokens.map(spokenTextOf).join('').replace(/\s+/g, ' ').trim()

function spokenTextOf(token: MarkdownToken): string {
  switch (token.type) {
    case 'br':
      return ' '
    case 'html':
      return isLineBreaks(token.text) ? ' ' : token.raw
    case 'codespan':
    case 'escape':
      return token.text
    case 'note':
    case 'citation':
      return ''
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
    case 'markedText':
      return (token.tokens as MarkdownToken[]).map(spokenTextOf).join('')
    case 'text':
    case 'image':
      return decodeEntities(token.text)
    default:
      return token.raw
  }
}

function Link({ token, children }: { token: Tokens.Link; children: ReactNode }) {
  const renderOwnLink = use(OwnLinkRenderer)
  const address = safeAddress(token.href)
  if (!address) return renderOwnLink(token.href, spokenText((token.tokens ?? []) as MarkdownToken[]), children) ?? children
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {!namesHost(decodeEntities(token.text), address) && <span data-host>{` (${hostOf(address)})`}</span>}
      <VisuallyHidden> (nouvelle fenêtre)</VisuallyHidden>
    </a>
  )
}

/** Link to an image. Images are never loaded: the request would tell their host who reads the conversation. */
function ImageLink({ token }: { token: Tokens.Image }) {
  const address = safeAddress(token.href)
  const words = `Image\u00a0: ${decodeEntities(token.text) || 'sans description'}`
  if (!address) return words
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" data-image>
      {words} ({hostOf(address)})<ExternalLink aria-hidden />
      <VisuallyHidden> (nouvelle fenêtre)</VisuallyHidden>
    </a>
  )
}

/** Scrolls to the target of an in-page link and focuses it. The URL is left alone, because a change of its hash would be a navigation. */
export function goToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const target = document.getElementById(event.currentTarget.getAttribute('href')!.slice(1))
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}

function NoteReference({ token, rendering }: { token: NoteToken; rendering: RenderContext }) {
  const number = rendering.noteNumbers.get(token.label)
  if (number === undefined) return token.raw
  if (!rendering.hasNote(token.label)) return <sup>{number}</sup>
  return (
    <sup>
      <a id={`${rendering.prefix}ref-${number}`} href={`#${rendering.prefix}note-${number}`} aria-label={`Note ${number}`} onClick={goToTarget}>
        {number}
      </a>
    </sup>
  )
}

function citation(token: CitationToken, { renderCitation }: RenderContext): ReactNode {
  if (!renderCitation) return token.raw
  return token.numbers.map((number, index) => <Fragment key={index}>{renderCitation(number) ?? `[${number}]`}</Fragment>)
}
