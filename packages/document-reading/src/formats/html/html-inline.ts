import { readSymbols } from '../../text/symbol-fonts.ts'
import type { Script } from '../../text/scripts.ts'
import type { createHtmlBlocks } from './html-blocks.ts'

/** Source: CSS 2.2, 10.8.1. */
function scriptOf(name: string, style: Record<string, string>): Script {
  const align = style['vertical-align'] ?? { sup: 'super', sub: 'sub' }[name]
  return align === 'super' ? 'superscript' : align === 'sub' ? 'subscript' : null
}

/** Follows the elements that raise or lower their text, and drawings (SVG), of which only the texts are shown. */
export function createInline(blocks: ReturnType<typeof createHtmlBlocks>) {
  const scripts: { depth: number; script: Script }[] = []
  const fonts: { depth: number; font: string }[] = []
  let drawings = 0
  let texts = 0
  const setScript = () => blocks.setScript(scripts.at(-1)?.script ?? null)
  return {
    /** Whether a text written here is part of a drawing without being one of its texts: a title, a description. */
    isSilent: () => drawings > 0 && texts === 0,
    /** Reads a text in the font that draws it: boxes of Wingdings. */
    shown: (text: string): string => readSymbols(text, fonts.at(-1)?.font),
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
