import type { MarkedToken, Tokens } from 'marked'
import { decodeEntities, safeAddress } from '../../ui/markdown/addresses.ts'
import { lexSegment } from '../../ui/markdown/lex.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text that HTML shows as it is (specification, chapter 7: the text of a message is escaped). */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/**
 * The Markdown of an answer as plain HTML: what a word processor understands. Everything the answer says is escaped, HTML
 * included; nothing is fetched, a picture is its description (trust cases INJ-04 and INJ-07).
 */
export function toHtml(markdown: string): string {
  return lexSegment(markdown, {}, false)
    .map((token) => block(token as MarkedToken))
    .join('\n')
}

function block(token: MarkedToken): string {
  switch (token.type) {
    case 'heading':
      return `<h${token.depth}>${inline(token.tokens)}</h${token.depth}>`
    case 'paragraph':
      return `<p>${inline(token.tokens)}</p>`
    case 'text':
      return token.tokens ? inline(token.tokens) : words(token.text)
    case 'blockquote':
      return `<blockquote>${token.tokens.map((child) => block(child as MarkedToken)).join('')}</blockquote>`
    case 'code':
      return `<pre>${escapeHtml(token.text)}</pre>`
    case 'hr':
      return '<hr>'
    case 'list':
      return list(token as Tokens.List)
    case 'table':
      return table(token as Tokens.Table)
    case 'space':
    case 'def':
      return ''
    default:
      return `<p>${escapeHtml(token.raw)}</p>`
  }
}

function list({ ordered, start, items }: Tokens.List): string {
  const tag = ordered ? 'ol' : 'ul'
  const from = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
  const content = items.map(
    (item) => `<li>${item.task ? (item.checked ? '☑ ' : '☐ ') : ''}${item.tokens.map((child) => block(child as MarkedToken)).join('')}</li>`,
  )
  return `<${tag}${from}>${content.join('')}</${tag}>`
}

function table({ header, rows }: Tokens.Table): string {
  const row = (tag: string, cells: Tokens.TableCell[]) => `<tr>${cells.map((cell) => `<${tag}>${inline(cell.tokens)}</${tag}>`).join('')}</tr>`
  return `<table border="1" cellspacing="0" cellpadding="6">${row('th', header)}${rows.map((cells) => row('td', cells)).join('')}</table>`
}

const words = (text: string) => escapeHtml(decodeEntities(text))

function inline(tokens: readonly unknown[] = []): string {
  return (tokens as MarkedToken[])
    .map((token) => {
      switch (token.type) {
        case 'strong':
          return `<strong>${inline(token.tokens)}</strong>`
        case 'em':
          return `<em>${inline(token.tokens)}</em>`
        case 'del':
          return `<del>${inline(token.tokens)}</del>`
        case 'codespan':
          return `<code>${escapeHtml(token.text)}</code>`
        case 'br':
          return '<br>'
        case 'link':
          return link(token as Tokens.Link)
        case 'image':
          return words(`[Image\u00a0: ${token.text || 'sans description'}]`)
        case 'text':
          return 'tokens' in token && token.tokens ? inline(token.tokens) : words(token.text)
        case 'escape':
          return escapeHtml(token.text)
        case 'html':
          return /^<br\s*\/?>$/i.test(token.text.trim()) ? '<br>' : escapeHtml(token.raw)
        default:
          return escapeHtml((token as { raw: string }).raw)
      }
    })
    .join('')
}

function link(token: Tokens.Link): string {
  const address = safeAddress(token.href)
  return address ? `<a href="${escapeHtml(address)}">${inline(token.tokens)}</a>` : inline(token.tokens)
}
