import { Parser } from 'htmlparser2'
import type { DocumentBuilder } from '../document-builder.ts'
import { decodeText } from '../encoding.ts'
import { ExtractionError } from '../failure.ts'
import { addRules, createPaint, isOutOfSight, styleOf, type StyleSheet } from './html-visibility.ts'

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'iframe',
  'object',
  'canvas',
  'audio',
  'video',
  'select',
  'math',
  'textarea',
])
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'nav',
  'aside',
  'address',
  'blockquote',
  'pre',
  'dl',
  'dt',
  'dd',
  'ul',
  'ol',
  'figure',
  'figcaption',
  'form',
  'fieldset',
  'legend',
  'hr',
  'body',
  'html',
  'center',
  'details',
  'summary',
])
const VOID = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'area', 'base', 'col', 'embed', 'source', 'track', 'wbr', 'param'])
/** Reads an HTML page in its own encoding. Nothing it refers to is fetched; what a browser would not show is dropped. */
export function readHtml(bytes: Uint8Array, builder: DocumentBuilder): void {
  const declared = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))?.[1]
  builder.page(null)
  writeHtml(decodeHtml(bytes, declared), builder)
}

function decodeHtml(bytes: Uint8Array, declared: string | undefined): string {
  if (declared && bytes[0] !== 0xef && bytes[0] !== 0xff && bytes[0] !== 0xfe) {
    try {
      return new TextDecoder(declared, { fatal: /utf-?8/i.test(declared) }).decode(bytes)
    } catch {
      // An unknown or false declaration: the bytes decide.
    }
  }
  return decodeText(bytes).text
}

/** Writes the blocks of an HTML text, already decoded. */
export function writeHtml(html: string, builder: DocumentBuilder): void {
  let text = ''
  let kind: { heading?: number; item?: boolean } = {}
  let depth = 0
  let skippedFrom = 0
  let inTitle = false
  let css: string | null = null
  const sheet: StyleSheet = []
  const paint = createPaint()
  let title = ''
  const tables: { rows: string[][]; row: string[]; cell: string | null; header: boolean }[] = []

  const flush = () => {
    const table = tables.at(-1)
    const ended = text
    text = ''
    if (table) {
      if (table.cell !== null && ended.trim()) table.cell += (table.cell ? '\n' : '') + ended.trim()
      else if (ended.trim() && tables.length === 1 && table.cell === null) builder.paragraph(ended)
      return
    }
    if (kind.heading) builder.heading(kind.heading, ended)
    else if (kind.item) builder.listItem(ended)
    else builder.paragraph(ended)
  }
  const endCell = () => {
    const table = tables.at(-1)
    if (!table || table.cell === null) return
    flush()
    table.row.push(table.cell)
    table.cell = null
  }
  const endRow = () => {
    endCell()
    const table = tables.at(-1)
    if (table && table.row.length > 0) table.rows.push(table.row)
    if (table) table.row = []
  }
  const endTable = () => {
    endRow()
    const table = tables.pop()
    const enclosing = tables.at(-1)
    if (!table) return
    if (enclosing && enclosing.cell !== null) enclosing.cell += `\n${table.rows.map((row) => row.join(' | ')).join('\n')}`
    else if (isLayout(table.rows)) for (const cell of table.rows.flat()) builder.paragraph(cell)
    else builder.table(table.rows, table.header ? { header: true } : {})
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (VOID.has(name)) {
          if (name === 'br' && !skippedFrom) text += '\n'
          else if (name === 'hr' && !skippedFrom) flush()
          return
        }
        // The parser itself slows down with the square of the depth.
        if (++depth > builder.limits.depth * 4) throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
        if (name === 'title') inTitle = true
        if (name === 'style') css = ''
        if (skippedFrom) return
        if (SKIPPED.has(name)) return void (skippedFrom = depth)
        const style = styleOf(sheet, name, attributes)
        paint.open(depth, name, style, attributes)
        if ('hidden' in attributes || isOutOfSight(style)) {
          if (name === 'body' || name === 'html') return
          builder.hiddenText()
          return void (skippedFrom = depth)
        }
        const level = /^h([1-6])$/.exec(name)?.[1]
        if (level) {
          flush()
          kind = { heading: Number(level) }
        } else if (name === 'li') {
          flush()
          kind = { item: true }
        } else if (name === 'table') {
          flush()
          tables.push({ rows: [], row: [], cell: null, header: false })
        } else if (name === 'tr') endRow()
        else if (name === 'td' || name === 'th') {
          endCell()
          const table = tables.at(-1)
          if (table) {
            table.cell = ''
            if (name === 'th' && table.rows.length === 0) table.header = true
          }
        } else if (BLOCKS.has(name)) {
          flush()
          if (!kind.item || name === 'ul' || name === 'ol') kind = {}
        }
      },
      onclosetag(name) {
        if (VOID.has(name)) return
        if (name === 'title') {
          inTitle = false
          builder.title(title)
        }
        if (name === 'style' && css !== null) {
          addRules(sheet, css)
          css = null
        }
        paint.close(depth)
        if (skippedFrom === depth) skippedFrom = 0
        else if (!skippedFrom) {
          if (/^h[1-6]$/.test(name) || name === 'li') {
            flush()
            kind = {}
          } else if (name === 'td' || name === 'th') endCell()
          else if (name === 'tr') endRow()
          else if (name === 'table') endTable()
          else if (BLOCKS.has(name)) flush()
        }
        depth--
      },
      ontext(value) {
        if (inTitle) title += value
        if (css !== null) css += value
        if (skippedFrom) return
        // Its words would not be told from what is behind them.
        if (value.trim() !== '' && paint.isHiding()) builder.hiddenText()
        else text += value.replace(/[ \t\r\n\f]+/g, ' ')
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  // Fed in pieces so that the deadline is seen inside one huge page.
  for (let i = 0; i < html.length; i += 65_536) {
    builder.checkTime()
    parser.write(html.slice(i, i + 65_536))
  }
  parser.end()
  while (tables.length > 0) endTable()
  flush()
}

/** A table of one column, or holding long texts on few rows, arranges the page rather than data. */
function isLayout(rows: string[][]): boolean {
  return rows.every((row) => row.length <= 1) || (rows.length <= 2 && rows.flat().some((cell) => cell.length > 1000))
}
