import { Parser } from 'htmlparser2'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { decodeText } from '../../text/encoding.ts'
import { ExtractionError } from '../../failure.ts'
import { createHtmlBlocks } from './html-blocks.ts'
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
  const sheet = readStyles(html, builder)
  const blocks = createHtmlBlocks(builder)
  const paint = createPaint()
  let skippedFrom = 0
  let inTitle = false
  let title = ''
  parse(html, builder, {
    open(name, attributes, depth) {
      if (name === 'title') inTitle = true
      if (skippedFrom) return
      if (SKIPPED.has(name)) return void (skippedFrom = depth)
      const style = styleOf(sheet, name, attributes)
      paint.open(depth, name, style, attributes)
      if ('hidden' in attributes || isOutOfSight(style)) {
        if (name === 'body' || name === 'html') return
        builder.hiddenText()
        return void (skippedFrom = depth)
      }
      blocks.open(name, attributes, style)
    },
    empty(name) {
      if (!skippedFrom) blocks.open(name)
    },
    close(name, depth) {
      if (name === 'title') {
        inTitle = false
        builder.title(title)
      }
      paint.close(depth)
      if (skippedFrom === depth) skippedFrom = 0
      else if (!skippedFrom) blocks.close(name)
    },
    text(value) {
      if (inTitle) title += value
      if (skippedFrom) return
      // Its words would not be told from what is behind them.
      if (value.trim() !== '' && paint.isHiding()) builder.hiddenText()
      else blocks.text(value)
    },
  })
  blocks.end()
}

/** All the rules of a page: a block that comes after an element counts for it too. */
function readStyles(html: string, builder: DocumentBuilder): StyleSheet {
  const sheet: StyleSheet = []
  let css: string | null = null
  let media = ''
  if (!/<style/i.test(html)) return sheet
  parse(html, builder, {
    open(name, attributes) {
      if (name !== 'style') return
      css = ''
      media = attributes['media'] ?? ''
    },
    close(name) {
      if (name !== 'style' || css === null) return
      addRules(sheet, /^\s*(all|screen)?\s*$/i.test(media) ? css : `@media ${media.replace(/[{};]/g, ' ')} {${css}}`)
      css = null
    },
    text(value) {
      if (css !== null) css += value
    },
  })
  return sheet
}

type Events = {
  open(name: string, attributes: Record<string, string>, depth: number): void
  /** An element that holds nothing. */
  empty?(name: string): void
  close(name: string, depth: number): void
  text(value: string): void
}

function parse(html: string, builder: DocumentBuilder, { open, empty, close, text }: Events): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (VOID.has(name)) return empty?.(name)
        // The parser itself slows down with the square of the depth.
        if (++depth > builder.limits.depth * 4) throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
        open(name, attributes, depth)
      },
      onclosetag(name) {
        if (VOID.has(name)) return
        close(name, depth)
        depth--
      },
      ontext: text,
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  // Fed in pieces so that the deadline is seen inside one huge page.
  for (let i = 0; i < html.length; i += 65_536) {
    builder.checkTime()
    parser.write(html.slice(i, i + 65_536))
  }
  parser.end()
}
