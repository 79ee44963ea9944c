import {
  delimited,
  fraction,
  EMPTY_PIECE,
  operator,
  power,
  subscripted,
  root,
  rows,
  sequence,
  toFormulaPiece,
  type FormulaPiece,
} from '../../text/formula-text.ts'

/** Maximum depth of nested commands. */
const MAX_DEPTH = 100

/** Converts an equation field of older Word, « EQ \f(R;12) », to text on one line; empty when nothing is readable. */
export function readEquationField(code: string): string {
  const content = /^\s*EQ\b(.*)$/is.exec(code)?.[1] ?? ''
  const reader = { at: 0 }
  return readParts(content.trim(), reader, 0)
    .map(({ text }) => text)
    .join('; ')
    .trim()
}

/** Reads arguments up to the closing parenthesis. Each one is a sequence of texts and commands. */
function readParts(code: string, reader: { at: number }, depth: number): FormulaPiece[] {
  const parts: FormulaPiece[][] = [[]]
  let text = ''
  const endText = () => {
    if (text.trim()) parts.at(-1)!.push(toFormulaPiece(text.trim()))
    text = ''
  }
  for (; reader.at < code.length; reader.at++) {
    const character = code[reader.at]!
    const command = character === '\\' && depth < MAX_DEPTH ? /^\\([a-z]+)/i.exec(code.slice(reader.at, reader.at + 20)) : null
    if (command) {
      endText()
      parts.at(-1)!.push(readCommand(code, reader, { name: command[1]!.toLowerCase(), depth }))
    } else if (character === '\\') text += code[++reader.at] ?? ''
    else if (depth > 0 && character === ')') break
    else if (depth > 0 && (character === ';' || (character === ',' && !/\d/.test(code[reader.at + 1] ?? '')))) {
      endText()
      parts.push([])
    } else text += character
  }
  endText()
  return parts.map(sequence)
}

/** Reads a command with its options, « \s\up8(2) ». Leaves the reader on its last character. */
function readCommand(code: string, reader: { at: number }, { name, depth }: { name: string; depth: number }): FormulaPiece {
  const head = /^\\[a-z]+((?:\s*\\[a-z]+\d*(?:\\.)?)*)\s*(\()?/i.exec(code.slice(reader.at, reader.at + 200))!
  const options = head[1]!
  reader.at += head[0].length
  if (!head[2]) {
    reader.at--
    return EMPTY_PIECE
  }
  const parts = readParts(code, reader, depth + 1)
  const [first = EMPTY_PIECE, second = EMPTY_PIECE, third = EMPTY_PIECE] = parts
  switch (name) {
    case 'f':
      return fraction(first, second)
    case 'r':
      return parts.length > 1 ? root(first, second) : root(EMPTY_PIECE, first)
    case 's':
      return /\\do/i.test(options) ? subscripted(EMPTY_PIECE, first) : power(EMPTY_PIECE, first)
    case 'b':
      return delimited(parts, { ...bracketsOf(options), separator: ';' })
    case 'i':
      return operator(/\\su/i.test(options) ? '∑' : /\\pr/i.test(options) ? '∏' : '∫', first, second, third)
    case 'o':
    case 'x':
      return sequence(parts)
    case 'd':
      return EMPTY_PIECE
    default:
      return rows(parts)
  }
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Brackets around the argument of « \b »: those that its options name, parentheses by default. */
function bracketsOf(options: string): { begin: string; end: string } {
  const sign = (side: string) => new RegExp(String.raw`\\${side}c\\(.)`, 'i').exec(options)?.[1]
  const both = sign('b')
  const [left, right] = [sign('l'), sign('r')]
  if (both !== undefined) return { begin: both, end: CLOSING[both] ?? both }
  return left === undefined && right === undefined ? { begin: '(', end: ')' } : { begin: left ?? '', end: right ?? '' }
}
