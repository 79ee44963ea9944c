import { convertSymbols } from '../../text/symbol-fonts.ts'
import type { Script } from '../../text/scripts.ts'
import type { createHtmlBlocks } from './html-blocks.ts'

/** Script of an element, by its name and style. Source: CSS 2.2, 10.8.1. */
function scriptOf(name: string, style: Record<string, string>): Script {
  const align = style['vertical-align'] ?? { sup: 'super', sub: 'sub' }[name]
  return align === 'super' ? 'superscript' : align === 'sub' ? 'subscript' : null
}

/** Tracks exponents and indices, fonts, and SVG drawings, whose only visible text is in `text` elements. */
export function createInline(blocks: ReturnType<typeof createHtmlBlocks>) {
  const scripts: { depth: number; script: Script }[] = []
  const fonts: { depth: number; font: string }[] = []
  let drawings = 0
  let texts = 0
  const setScript = () => blocks.setScript(scripts.at(-1)?.script ?? null)
  return {
    /** Whether text written now is in a drawing but not visible, such as its title or description. */
    isInvisible: () => drawings > 0 && texts === 0,
    /** Converts symbol characters according to the current font, such as the boxes of Wingdings. */
    convertSymbols: (text: string): string => convertSymbols(text, fonts.at(-1)?.font),
    open(name: string, style: Record<string, string>, attributes: Record<string, string>, depth: number): void {
      const font = (style['font-family'] ?? (name === 'font' ? attributes['face'] : undefined))?.split(',')[0]?.replace(/["']/g, '')
      if (font !== undefined) fonts.push({ depth, font })
      if (name === 'svg') drawings++
      else if (name === 'text') texts++
      const script = scriptOf(name, style)
      if (!script) return
      scripts.push({ depth, script })
      setScript()
    },
    close(name: string, depth: number): void {
      if (name === 'svg') drawings = Math.max(0, drawings - 1)
      else if (name === 'text') {
        texts = Math.max(0, texts - 1)
        blocks.text(' ')
      }
      if (fonts.at(-1)?.depth === depth) fonts.pop()
      if (scripts.at(-1)?.depth !== depth) return
      scripts.pop()
      setScript()
    },
  }
}
