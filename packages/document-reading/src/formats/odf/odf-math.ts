import { localName, type XmlHandler } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import {
  accented,
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

type MathElement = { name: string; attributes: XmlAttributes; children: FormulaPiece[]; text: string; lines: FormulaPiece[][] }

const TOKENS = new Set(['mi', 'mn', 'mo', 'mtext', 'ms'])
const LARGE_OPERATORS = /^[∑∏∐∫∬∭∮⋃⋂⋁⋀⨁]$/u
/** Combining marks for accents written as separate characters. */
const ACCENTS = new Map([
  ['¯', '\u0305'],
  ['‾', '\u0305'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['˙', '\u0307'],
  ['→', '\u20D7'],
])

/** Converts a MathML formula to text on one line: « QF=R/12 », « (a+b)/(c+d) », « 10³ ». */
export function createMathHandler(): { handler: XmlHandler; text(): string } {
  const frames: MathElement[] = []
  let combined: FormulaPiece = EMPTY_PIECE
  let skipDepth = 0
  return {
    text: () => combined.text,
    handler: {
      open(name, attributes) {
        const local = localName(name)
        if (skipDepth || local === 'annotation' || local === 'annotation-xml') return void skipDepth++
        frames.push({ name: local, attributes, children: [], text: '', lines: [] })
      },
      close() {
        if (skipDepth) return void skipDepth--
        const frame = frames.pop()
        if (!frame) return
        const outer = frames.at(-1)
        if (!outer) combined = toPiece(frame)
        else if (frame.name === 'mtr' || frame.name === 'mlabeledtr') outer.lines.push(frame.children)
        else outer.children.push(toPiece(frame))
      },
      text(text) {
        const frame = frames.at(-1)
        if (frame && TOKENS.has(frame.name)) frame.text += text
      },
    },
  }
}

function toPiece({ name, attributes, children, text, lines }: MathElement): FormulaPiece {
  const [first = EMPTY_PIECE, second = EMPTY_PIECE, third = EMPTY_PIECE] = children
  switch (name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return toFormulaPiece(text.trim())
    case 'mfrac':
      return parseFloat(attributes['linethickness'] ?? '1') === 0 ? rows([first, second]) : fraction(first, second)
    case 'msqrt':
      return root(EMPTY_PIECE, row(children))
    case 'mroot':
      return root(second, first)
    case 'msup':
      return power(first, second)
    case 'msub':
      return subscripted(first, second)
    case 'msubsup':
      return LARGE_OPERATORS.test(first.text) ? largeOperator(first, second, third) : power(subscripted(first, second), third)
    case 'munder':
      return LARGE_OPERATORS.test(first.text) ? largeOperator(first, second, EMPTY_PIECE) : subscripted(first, second)
    case 'mover':
      return ACCENTS.has(second.text) ? accented(first, ACCENTS.get(second.text)!) : power(first, second)
    case 'munderover':
      return largeOperator(first, second, third)
    case 'mfenced':
      return delimited(children, { begin: attributes['open'] ?? '(', separator: attributes['separators'] ?? ',', end: attributes['close'] ?? ')' })
    case 'mtable':
      return lines.every((cells) => cells.length <= 1) ? rows(lines.flat()) : matrix(lines)
    case 'mphantom':
      return EMPTY_PIECE
    default:
      return row(children)
  }
}

const largeOperator = (sign: FormulaPiece, from: FormulaPiece, to: FormulaPiece): FormulaPiece => ({
  text: `${operator(sign.text, from, to, EMPTY_PIECE).text} `,
  shape: 'sum',
})

/** Joins pieces side by side. Pieces already in parentheses need no others. */
function row(children: readonly FormulaPiece[]): FormulaPiece {
  const combined = sequence(children)
  const isFenced = children.length > 2 && children[0]!.text === '(' && children.at(-1)!.text === ')'
  return isFenced ? { text: combined.text, shape: 'atom' } : combined
}
