import { localName, type XmlHandler } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { accented, delimited, fraction, indexed, matrix, NOTHING, operator, power, root, rows, sequence, symbols, type Piece } from '../../text/formula-text.ts'

type Frame = { name: string; attributes: XmlAttributes; children: Piece[]; text: string; lines: Piece[][] }

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
  const frames: Frame[] = []
  let whole: Piece = NOTHING
  let skipping = 0
  return {
    text: () => whole.text,
    handler: {
      open(name, attributes) {
        const local = localName(name)
        if (skipping || local === 'annotation' || local === 'annotation-xml') return void skipping++
        frames.push({ name: local, attributes, children: [], text: '', lines: [] })
      },
      close() {
        if (skipping) return void skipping--
        const frame = frames.pop()
        if (!frame) return
        const outer = frames.at(-1)
        if (!outer) whole = pieceOf(frame)
        else if (frame.name === 'mtr' || frame.name === 'mlabeledtr') outer.lines.push(frame.children)
        else outer.children.push(pieceOf(frame))
      },
      text(text) {
        const frame = frames.at(-1)
        if (frame && TOKENS.has(frame.name)) frame.text += text
      },
    },
  }
}

function pieceOf({ name, attributes, children, text, lines }: Frame): Piece {
  const [first = NOTHING, second = NOTHING, third = NOTHING] = children
  switch (name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return symbols(text.trim())
    case 'mfrac':
      return parseFloat(attributes['linethickness'] ?? '1') === 0 ? rows([first, second]) : fraction(first, second)
    case 'msqrt':
      return root(NOTHING, side(children))
    case 'mroot':
      return root(second, first)
    case 'msup':
      return power(first, second)
    case 'msub':
      return indexed(first, second)
    case 'msubsup':
      return LARGE_OPERATORS.test(first.text) ? bounded(first, second, third) : power(indexed(first, second), third)
    case 'munder':
      return LARGE_OPERATORS.test(first.text) ? bounded(first, second, NOTHING) : indexed(first, second)
    case 'mover':
      return ACCENTS.has(second.text) ? accented(first, ACCENTS.get(second.text)!) : power(first, second)
    case 'munderover':
      return bounded(first, second, third)
    case 'mfenced':
      return delimited(children, { begin: attributes['open'] ?? '(', separator: attributes['separators'] ?? ',', end: attributes['close'] ?? ')' })
    case 'mtable':
      return lines.every((cells) => cells.length <= 1) ? rows(lines.flat()) : matrix(lines)
    case 'mphantom':
      return NOTHING
    default:
      return side(children)
  }
}

const bounded = (sign: Piece, from: Piece, to: Piece): Piece => ({ text: `${operator(sign.text, from, to, NOTHING).text} `, shape: 'sum' })

/** Joins pieces side by side. Pieces already in parentheses need no others. */
function side(children: readonly Piece[]): Piece {
  const whole = sequence(children)
  const isFenced = children.length > 2 && children[0]!.text === '(' && children.at(-1)!.text === ')'
  return isFenced ? { text: whole.text, shape: 'atom' } : whole
}
