import { hostOf } from './addresses.ts'
import { toPlainScript } from './formulas/small-figures.ts'
import { createMarkdownReader } from './read-markdown.ts'
import { hasHeader, isNumbered, withoutTitle, type DocumentBlock, type InlineNode } from './tree.ts'

/**
 * Converts the Markdown of an answer to plain text, for a mail or a form. No Markdown marks: lists have their bullets or numbers, table cells are
 * separated by tabs (which spreadsheets read as cells), links are followed by their address.
 * @param title title already written above: a first heading that repeats it is left out
 */
export function toPlainText(markdown: string, title: string | null = null): string {
  const notes: string[] = []
  const body = chapters(withoutTitle(createMarkdownReader().read(markdown, 1), title), notes)
  return [body, ...(notes.length === 0 ? [] : [notes.join('\n')])].join('\n\n').replace(/[ \t]+$/gm, '')
}

const chapters = (blocks: readonly DocumentBlock[], notes: string[]): string => blocks.map((child) => block(child, notes)).join('\n\n')

function block(one: DocumentBlock, notes: string[]): string {
  switch (one.kind) {
    case 'heading':
    case 'paragraph':
      return inline(one.content, notes)
    case 'code':
      return one.text
    case 'quote': {
      const plainContent = chapters(one.blocks, notes)
      return /^[«“]/.test(plainContent) ? plainContent : `«\u00a0${plainContent}\u00a0»`
    }
    case 'rule':
      return '* * *'
    case 'list':
      return one.items
        .map((item, index) => {
          const mark = isNumbered(one.marker) ? `${one.start + index}${one.marker === 'figure' ? '.' : ')'} ` : one.marker === 'none' ? '' : '• '
          // The content of an item is indented below its first line; a nested list follows without a blank line.
          const lines = item.map((child, childIndex) => `${childIndex === 0 ? '' : child.kind === 'list' ? '\n' : '\n\n'}${block(child, notes)}`).join('')
          return mark + lines.replaceAll('\n', `\n${' '.repeat(Math.max(2, mark.length))}`)
        })
        .join('\n')
    case 'table':
      return [...(hasHeader(one.header) ? [one.header] : []), ...one.rows]
        .map((cells) => cells.map((cell) => inline(cell, notes).replace(/\s+/g, ' ').trim()).join('\t'))
        .join('\n')
  }
}

function inline(content: readonly InlineNode[], notes: string[]): string {
  return content
    .map((part, index) => {
      switch (part.kind) {
        case 'text':
          return isHostOf(content[index - 1], part.text) ? '' : characters(part)
        case 'break':
          return '\n'
        case 'link': {
          const words = inline(part.content, notes)
          return isAddress(words, part.address) ? words : `${words} (${part.address})`
        }
        case 'note': {
          notes[part.number - 1] = `[${part.number}] ${inline(part.content, notes)}`
          return `[${part.number}]`
        }
      }
    })
    .join('')
}

/** Writes the characters of a text. Raised and lowered ones are marked by signs: « m² », « x^(n + 1) ». */
function characters({ text, marks }: Extract<InlineNode, { kind: 'text' }>): string {
  if (marks.includes('call')) return `[${text}]`
  if (marks.includes('raised')) return toPlainScript(text, 'raised')
  return marks.includes('lowered') ? toPlainScript(text, 'lowered') : text
}

const withoutScheme = (address: string) => address.replace(/^(https?:\/\/|mailto:)/, '').replace(/\/$/, '')
const isAddress = (words: string, address: string) =>
  [address, decodeLetters(address)].some((candidate) => withoutScheme(words.trim()) === withoutScheme(candidate))

/** Decodes the accented letters of an address. Other encoded characters, such as spaces, stay encoded. */
const decodeLetters = (address: string): string =>
  address.replace(/(?:%[89a-f][\da-f])+/gi, (run) => {
    try {
      const letters = decodeURIComponent(run)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(letters) ? letters : run
    } catch {
      return run
    }
  })

/** Whether a text is the host added after a link. It is dropped here, because the whole address is written. */
const isHostOf = (before: InlineNode | undefined, words: string): boolean => before?.kind === 'link' && words === ` (${hostOf(before.address)})`
