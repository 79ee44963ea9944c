import { Parser } from 'htmlparser2'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createUnread, type UnreadKind } from '../../building/unread.ts'
import { decodeText } from '../../text/encoding.ts'
import { ExtractionError } from '../../failure.ts'
import { createHtmlBlocks } from './html-blocks.ts'
import { createMathHandler } from '../odf/odf-math.ts'
import { createInline } from './html-inline.ts'
import { createControls } from './html-controls.ts'
import { addRules, createPaintTracker, isHiddenByStyle, styleOf, type StyleSheet } from './html-visibility.ts'

/** Elements whose content is not displayed, or is only an alternative for what cannot be displayed. */
const SKIPPED = new Set(
  'script style noscript template head iframe object canvas audio video datalist progress meter rp del s strike button applet embed frameset'.split(' '),
)
/** Elements that display content of another file. */
const EMBEDDED_KINDS: Readonly<Record<string, UnreadKind>> = {
  iframe: 'frame',
  frameset: 'frame',
  object: 'object',
  embed: 'object',
  applet: 'object',
  audio: 'sound',
  video: 'video',
}
/** Nesting that a formula adds to the depth limit: a fraction takes two or three elements. */
const MATH_DEPTH = 4_000
const VOID_ELEMENTS = new Set(['br', 'img', 'hr', 'input', 'meta', 'link', 'area', 'base', 'col', 'embed', 'source', 'track', 'wbr', 'param'])
/** Reads an HTML page in its declared encoding. Nothing it refers to is fetched; content that a browser would hide is dropped. */
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
      // Unknown or wrong declaration: the encoding is detected from the bytes.
    }
  }
  return decodeText(bytes).text
}

/** Writes the blocks of an HTML text that is already decoded. */
export function writeHtml(html: string, builder: DocumentBuilder): void {
  const sheet = readStyles(html, builder)
  const blocks = createHtmlBlocks(builder)
  const inline = createInline(blocks)
  const paint = createPaintTracker()
  const controls = createControls((value) => blocks.value(value))
  const unread = createUnread()
  let skippedFrom = 0
  let headings = 0
  let math: ReturnType<typeof createMathHandler> | null = null
  let inTitle = false
  let title = ''
  parse(html, builder, {
    open(name, attributes, depth) {
      if (name === 'title') inTitle = true
      if (skippedFrom) return
      if (math) return math.handler.open?.(name, attributes)
      const style = styleOf(sheet, name, attributes)
      const isHidden = 'hidden' in attributes || isHiddenByStyle(style) || (name === 'dialog' && !('open' in attributes))
      if (EMBEDDED_KINDS[name] && !isHidden && !isTrackingPixel(attributes)) unread.add(EMBEDDED_KINDS[name])
      const isStruck = name === 's' || name === 'strike' || /line-through/.test(`${style['text-decoration-line']} ${style['text-decoration']}`)
      if (name === 'del') unread.add('deletion')
      else if (isStruck && !isHidden) unread.add('struck')
      // A button only triggers an action, except in a heading, where it opens the section below.
      if (isStruck || (SKIPPED.has(name) && !(name === 'button' && headings > 0))) return void (skippedFrom = depth)
      paint.open(depth, name, style, attributes)
      if (isHidden) {
        if (name === 'body' || name === 'html') return
        builder.hiddenText()
        return void (skippedFrom = depth)
      }
      if (isHeading(name)) headings++
      inline.open(name, style, attributes, depth)
      if (name === 'math') {
        math = createMathHandler()
        math.handler.open?.(name, attributes)
      } else if (!controls.open(name, attributes)) blocks.open(name, attributes, style)
    },
    empty(name, attributes) {
      if (skippedFrom || math) return
      if (name === 'input') {
        if (!isHiddenByStyle(styleOf(sheet, name, attributes)) && !('hidden' in attributes)) controls.input(attributes)
      } else if (name === 'embed') unread.add('object')
      else blocks.open(name)
    },
    close(name, depth) {
      if (name === 'title') {
        inTitle = false
        builder.title(title)
      }
      if (math && !skippedFrom) {
        math.handler.close?.(name)
        if (name !== 'math') return
        blocks.text(math.text())
        math = null
      }
      paint.close(depth)
      if (skippedFrom === depth) skippedFrom = 0
      else if (!skippedFrom) {
        if (isHeading(name)) headings = Math.max(0, headings - 1)
        inline.close(name, depth)
        if (!controls.close(name)) blocks.close(name)
      }
    },
    text(value) {
      if (inTitle) title += value
      if (skippedFrom || inline.isInvisible()) return
      if (math) return math.handler.text?.(value)
      // Text of the colour of its background.
      if (value.trim() !== '' && paint.isHiding()) builder.hiddenText()
      else if (!controls.text(value)) blocks.text(inline.convertSymbols(value))
    },
  })
  blocks.end()
  unread.warn(builder)
}

const isHeading = (name: string): boolean => /^(h[1-6]|summary|dt)$/.test(name)

/** Whether a frame is 0 or 1 pixel wide or high: it only measures visits. */
const isTrackingPixel = ({ width, height }: Record<string, string>): boolean =>
  [width, height].some((size) => size !== undefined && /^[01](px)?$/.test(size.trim()))

/** Reads all the rules of a page first, because a style block also applies to the elements before it. */
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

type HtmlHandler = {
  open(name: string, attributes: Record<string, string>, depth: number): void
  /** Called for an element that has no content. */
  empty?(name: string, attributes: Record<string, string>): void
  close(name: string, depth: number): void
  text(value: string): void
}

function parse(html: string, builder: DocumentBuilder, { open, empty, close, text }: HtmlHandler): void {
  let depth = 0
  /** Depth of the open formula, 0 outside formulas. */
  let mathFrom = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (VOID_ELEMENTS.has(name)) return empty?.(name, attributes)
        depth++
        if (name === 'math') mathFrom ||= depth
        // The parser's own time grows with the square of the depth.
        if (depth > builder.limits.depth * 4 + (mathFrom && MATH_DEPTH))
          throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
        open(name, attributes, depth)
      },
      onclosetag(name) {
        if (VOID_ELEMENTS.has(name)) return
        close(name, depth)
        if (mathFrom === depth) mathFrom = 0
        depth--
      },
      ontext: text,
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  // Parsed in chunks, so that the deadline is checked inside a huge page.
  for (let i = 0; i < html.length; i += 65_536) {
    builder.checkTime()
    parser.write(html.slice(i, i + 65_536))
  }
  parser.end()
}
