import type { XmlAttributes } from '../../containers/xml-names.ts'
import {
  accented,
  functionCall,
  delimited,
  fraction,
  subscripted,
  matrix,
  EMPTY_PIECE,
  operator,
  power,
  root,
  rows,
  sequence,
  toFormulaPiece,
  type FormulaPiece,
} from '../../text/formula-text.ts'

/** Maximum depth of a formula; deeper content is cut. A fraction takes two levels. */
const MAX_DEPTH = 5_000

/** An open structure. `pieces`: parts read so far, with the name of their element. `lines`: rows of a matrix. `settings`: values of the properties. */
type FormulaFrame = { name: string; pieces: [name: string, piece: FormulaPiece][]; lines: FormulaPiece[][]; settings: Record<string, string> }

/** Elements of a formula that contain parts; all others are properties. Source: ISO/IEC 29500-1, 22.1. */
const STRUCTURES = new Set(
  (
    'oMathPara oMath r f num den rad deg e sSup sSub sSubSup sPre sup sub nary d m mr eqArr func fName limLow limUpp lim acc bar box borderBox ' +
    'phant groupChr'
  )
    .split(' ')
    .map((name) => `m:${name}`),
)

/** Whether an element of a formula contains parts; all others are properties. */
export const isFormulaPart = (name: string): boolean => STRUCTURES.has(name)

/**
 * Converts the formulas of Office (OMML) to text on one line: « QF=R/12 », « (a+b)/(c+d) », « 10³ ».
 * @param onCut called once per formula that is nested too deep
 */
export function createFormulas(write: (text: string) => void, onCut: () => void) {
  const frames: FormulaFrame[] = []
  /** Number of open structures beyond the maximum depth. */
  let cutDepth = 0
  let isWhole = true
  let run = ''

  return {
    isOpen: () => frames.length > 0,
    /** @returns true when the element only concerns formulas */
    open(name: string, a: XmlAttributes): boolean {
      if (!name.startsWith('m:') || name === 'm:t') return false
      if (STRUCTURES.has(name)) {
        if (cutDepth > 0 || frames.length >= MAX_DEPTH) {
          if (isWhole) onCut()
          isWhole = false
          cutDepth++
        } else frames.push({ name, pieces: [], lines: [], settings: {} })
        if (name === 'm:r') run = ''
      } else {
        const frame = frames.at(-1)
        if (frame && cutDepth === 0) frame.settings[name] = a['m:val'] ?? (name.toLowerCase().endsWith('chr') ? '' : 'on')
      }
      return true
    },
    close(name: string): boolean {
      if (!name.startsWith('m:') || name === 'm:t') return false
      if (!STRUCTURES.has(name)) return true
      if (cutDepth > 0) {
        cutDepth--
        return true
      }
      const frame = frames.pop()
      if (!frame) return true
      const piece = name === 'm:r' ? toFormulaPiece(run) : toPiece(frame)
      const outer = frames.at(-1)
      if (!outer) {
        isWhole = true
        write(piece.text)
      } else if (name === 'm:mr') outer.lines.push(frame.pieces.map(([, cell]) => cell))
      else outer.pieces.push([name, piece])
      return true
    },
    text(text: string): void {
      if (cutDepth === 0) run += text
    },
  }
}

function toPiece({ name, pieces, lines, settings }: FormulaFrame): FormulaPiece {
  const all = (element: string) => pieces.filter(([of]) => of === `m:${element}`).map(([, piece]) => piece)
  const first = (element: string) => all(element)[0] ?? EMPTY_PIECE
  const isOn = (property: string) => !['off', '0', 'false', undefined].includes(settings[`m:${property}`])
  switch (name) {
    case 'm:f':
      return settings['m:type'] === 'noBar' ? rows([first('num'), first('den')]) : fraction(first('num'), first('den'))
    case 'm:rad':
      return root(isOn('degHide') ? EMPTY_PIECE : first('deg'), first('e'))
    case 'm:sSup':
      return power(first('e'), first('sup'))
    case 'm:sSub':
      return subscripted(first('e'), first('sub'))
    case 'm:sSubSup':
      return power(subscripted(first('e'), first('sub')), first('sup'))
    case 'm:sPre':
      return { text: power(subscripted(EMPTY_PIECE, first('sub')), first('sup')).text + first('e').text, shape: 'atom' }
    case 'm:nary':
      return operator(settings['m:chr'] ?? '∫', isOn('subHide') ? EMPTY_PIECE : first('sub'), isOn('supHide') ? EMPTY_PIECE : first('sup'), first('e'))
    case 'm:d':
      return delimited(all('e'), { begin: settings['m:begChr'] ?? '(', separator: settings['m:sepChr'] ?? '|', end: settings['m:endChr'] ?? ')' })
    case 'm:m':
      return matrix(lines)
    case 'm:eqArr':
      return rows(all('e'))
    case 'm:func':
      return functionCall(first('fName'), first('e'))
    case 'm:limLow':
      return subscripted(first('e'), first('lim'))
    case 'm:limUpp':
      return power(first('e'), first('lim'))
    case 'm:acc':
      return accented(first('e'), settings['m:chr'] ?? '\u0302')
    case 'm:bar':
      return settings['m:pos'] === 'top' ? accented(first('e'), '\u0305') : first('e')
    case 'm:phant':
      return settings['m:show'] !== undefined && !isOn('show') ? EMPTY_PIECE : first('e')
    case 'm:oMathPara':
      return rows(all('oMath'))
    default:
      return sequence(pieces.map(([, piece]) => piece))
  }
}
