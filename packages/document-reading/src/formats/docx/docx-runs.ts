import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { Script } from '../../text/scripts.ts'
import { scriptOf, type DocxStyles } from './docx-styles.ts'
import { fillOf, highlightOf, isInvisible, type DocxFill } from './docx-colours.ts'

/** Elements skipped with their content: deleted text, previous properties, and the fallback copy of modern drawings. */
export const SKIPPED = new Set([
  'w:del',
  'w:moveFrom',
  'mc:Fallback',
  'w:delInstrText',
  'w:delText',
  'w:rPrChange',
  'w:pPrChange',
  'w:tblPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:sectPrChange',
  'w:numberingChange',
  'w:tabs',
])

/** Whether the element is a run, of text or of a formula. */
const isRun = (name: string): boolean => name === 'w:r' || name === 'm:r'

/** Minimum shift, in half-points, for raised or lowered text to be an exponent or an index. */
const MIN_SCRIPT_SHIFT = 4

/** Tracks the properties of the current run: visibility, script, font and strike-through. */
export function createRuns(styles: Pick<DocxStyles, 'script' | 'font'>) {
  let isHidden = false
  let colour: string | undefined
  let fill: DocxFill | null = null
  let script: Script = null
  let font: string | undefined
  let isStruck = false
  let inProperties = false
  const reset = () => {
    isHidden = false
    colour = undefined
    fill = null
    script = null
    font = undefined
    isStruck = false
  }
  return {
    /** @returns true when the element only concerns runs */
    open(name: string, a: XmlAttributes): boolean {
      if (isRun(name)) reset()
      else if (name === 'w:rPr') inProperties = true
      else if (!inProperties) return false
      else if (name === 'w:vanish' || name === 'w:webHidden') isHidden ||= isOn(a)
      else if (name === 'w:strike' || name === 'w:dstrike') isStruck ||= isOn(a)
      else if (name === 'w:sz') isHidden ||= Number(a['w:val']) <= 4
      else if (name === 'w:color') colour = a['w:val']
      else if (name === 'w:shd') fill = fillOf(a)
      else if (name === 'w:highlight') fill = highlightOf(a['w:val'])
      else if (name === 'w:rStyle') {
        script ??= styles.script(a['w:val'])
        font ??= styles.font(a['w:val'])
      } else if (name === 'w:vertAlign') script = scriptOf(a)
      else if (name === 'w:position' && Math.abs(Number(a['w:val'])) >= MIN_SCRIPT_SHIFT) script ??= Number(a['w:val']) > 0 ? 'superscript' : 'subscript'
      else if (name === 'w:rFonts') font = a['w:ascii'] ?? a['w:hAnsi'] ?? font
      return true
    },
    close(name: string): void {
      if (isRun(name)) reset()
      else if (name === 'w:rPr') inProperties = false
    },
    script: () => script,
    font: () => font,
    isStruck: () => isStruck,
    /** Whether text written now would be invisible on this background. */
    isHiding: (background: DocxFill): boolean => isHidden || isInvisible(colour, fill ?? background),
  }
}

export function isOn(attributes: XmlAttributes): boolean {
  return !['0', 'false', 'none', 'off'].includes(attributes['w:val'] ?? '')
}
