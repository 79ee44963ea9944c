import type { XmlAttributes } from '../../containers/xml-names.ts'
import { createScriptText, type ScriptText } from '../../text/script-text.ts'
import type { Script } from '../../text/scripts.ts'
import { convertSymbols } from '../../text/symbol-fonts.ts'
import { createFormulas } from './formulas.ts'

/**
 * Reads the paragraphs of DrawingML (`a:p`): slides, text boxes, chart titles, diagram points.
 * @param onCut called when a formula is nested too deep
 * @param onStruck called with each text that is struck through
 */
export function createDrawingText(onParagraph: (text: string) => void, onCut: () => void, onStruck: (text: string) => void = () => {}) {
  let paragraph: ScriptText | null = null
  let script: Script = null
  let font: string | undefined
  let symbolFont: string | undefined
  let isStruck = false
  let inProperties = false
  let inText = false

  const formulas = createFormulas((text) => paragraph?.add(text), onCut)
  const reset = () => {
    script = null
    font = symbolFont = undefined
    isStruck = false
  }

  return {
    open(name: string, a: XmlAttributes): void {
      if (formulas.open(name, a)) return
      switch (name) {
        case 'a:p':
          paragraph = createScriptText()
          break
        case 'a:r':
        case 'a:fld':
          reset()
          break
        case 'a:rPr': {
          inProperties = true
          const baseline = Number.parseFloat(a['baseline'] ?? '0')
          isStruck = (a['strike'] ?? 'noStrike') !== 'noStrike'
          script = baseline > 0 ? 'superscript' : baseline < 0 ? 'subscript' : null
          break
        }
        case 'a:latin':
          if (inProperties) font = a['typeface']
          break
        case 'a:sym':
          if (inProperties) symbolFont = a['typeface']
          break
        case 'a:br':
          paragraph?.add('\n')
          break
        case 'a:tab':
          paragraph?.add('\t')
          break
      }
      inText = name === 'a:t' || name === 'm:t'
    },
    close(name: string): void {
      inText = false
      if (formulas.close(name)) return
      if (name === 'a:rPr') inProperties = false
      else if (name === 'a:r' || name === 'a:fld') reset()
      else if (name === 'a:p' && paragraph !== null) {
        const text = paragraph.take().trim()
        paragraph = null
        if (text) onParagraph(text)
      }
    },
    text(text: string): void {
      if (!inText || !paragraph) return
      if (isStruck) onStruck(text)
      if (formulas.isOpen()) formulas.text(text)
      else paragraph.add(convertSymbols(text, /[\uF020-\uF0FF]/.test(text) ? (symbolFont ?? font) : font), script)
    },
  }
}
