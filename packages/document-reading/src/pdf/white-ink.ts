import { inflateSync } from 'node:zlib'

/** Maximum size of one drawing analysed here, in bytes: a larger one is left to the engine, whose time and memory are watched. */
const MAX_STREAM_BYTES = 32 * 2 ** 20

const NOT_DRAWINGS = /\/Subtype\s*\/(?:Image|Type1C|CIDFontType0C|OpenType|XML)\b|\/Type\s*\/(?:XRef|ObjStm|Metadata)\b|\/Length[12]\s/
const DEFLATED = /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)\s*(?:\]|\/|>)/

/**
 * Whether a drawing of a PDF may show text with a white fill colour, according to its streams alone. This excludes most files from the engine's analysis
 * of the whole drawing, which takes more than half of the reading time of a page. Anything not understood (other compressions, encryption, inline images)
 * returns true.
 */
export function mayShowWhiteText(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.includes('/Encrypt')) return true
  try {
    for (let index = file.indexOf('stream'); index >= 0; index = file.indexOf('stream', index + 6)) {
      if (file.subarray(index - 3, index).toString('latin1') === 'end') continue
      const start = file[index + 6] === 13 && file[index + 7] === 10 ? index + 8 : index + 7
      if (file[start - 1] !== 10 && file[start - 1] !== 13) continue
      const dictionary = dictionaryBefore(file, index)
      if (NOT_DRAWINGS.test(dictionary)) continue
      const drawing = contentOf(file, start, dictionary)
      if (drawing === null || showsWhite(drawing)) return true
    }
  } catch {
    return true
  }
  return false
}

function dictionaryBefore(file: Buffer, index: number): string {
  const from = file.lastIndexOf('obj', index)
  return file.toString('latin1', Math.max(from, index - 2_000), index)
}

/** Returns the content of a stream. Null when it cannot be read here. */
function contentOf(file: Buffer, start: number, dictionary: string): Buffer | null {
  // Names may be escaped, or hidden by a comment.
  if (/[#%]/.test(dictionary)) return null
  if (!/\/Filter\b/.test(dictionary)) {
    const length = /\/Length\s+(\d+)\s*(?:\/|>)/.exec(dictionary)
    return length && Number(length[1]) <= MAX_STREAM_BYTES ? file.subarray(start, start + Number(length[1])) : null
  }
  if (!DEFLATED.test(dictionary) || /\/DecodeParms\b|\/DP\b/.test(dictionary)) return null
  return inflateSync(file.subarray(start), { maxOutputLength: MAX_STREAM_BYTES })
}

const [LEFT, RIGHT, BACKSLASH, PERCENT, LESS, GREATER] = [40, 41, 92, 37, 60, 62] as const

/** Reads the operators of a drawing in order, skipping texts and comments, as the engine does. True when text may be shown in white. */
function showsWhite(drawing: Buffer): boolean {
  let isWhite = false
  const savedStates: boolean[] = []
  let operands: string[] = []
  for (let index = 0; index < drawing.length;) {
    const code = drawing[index]!
    if (code === LEFT) index = afterText(drawing, index)
    else if (code === PERCENT) index = afterLine(drawing, index)
    else if (code === LESS && drawing[index + 1] !== LESS) index = drawing.indexOf(GREATER, index) + 1 || drawing.length
    else if (isBreak(code)) index++
    else {
      const end = afterWord(drawing, index)
      const word = drawing.toString('latin1', index, end)
      index = end
      if ((code >= 48 && code <= 57) || code === 45 || code === 46 || code === 43 || code === 47) {
        operands.push(word)
        continue
      }
      if (word === 'q') savedStates.push(isWhite)
      else if (word === 'Q') isWhite = savedStates.pop() ?? false
      else if (word === 'g' || word === 'rg') isWhite = operands.slice(word === 'g' ? -1 : -3).every((value) => Number(value) > 0.93)
      else if (word === 'k') isWhite = operands.slice(-4).every((value) => Number(value) < 0.07)
      // These numbers depend on a colour space that is not read here: the colour may be white.
      else if (word === 'sc' || word === 'scn') isWhite = true
      else if (word === 'BI') return true
      else if (isWhite && SHOWING_OPERATORS.has(word)) return true
      operands = []
    }
  }
  // The next stream of the page continues with these colours.
  return isWhite || savedStates.includes(true)
}

/** Operators that show text, and `Do`, because a form inherits the colour of its page. */
const SHOWING_OPERATORS = new Set(['Tj', 'TJ', "'", '"', 'Do'])

function afterText(drawing: Buffer, start: number): number {
  let depth = 0
  for (let index = start; index < drawing.length; index++) {
    const code = drawing[index]
    if (code === BACKSLASH) index++
    else if (code === LEFT) depth++
    else if (code === RIGHT && --depth === 0) return index + 1
  }
  return drawing.length
}

function afterLine(drawing: Buffer, start: number): number {
  let index = start
  while (index < drawing.length && drawing[index] !== 10 && drawing[index] !== 13) index++
  return index
}

function afterWord(drawing: Buffer, start: number): number {
  let index = start + 1
  while (
    index < drawing.length &&
    !isBreak(drawing[index]!) &&
    drawing[index] !== LEFT &&
    drawing[index] !== LESS &&
    drawing[index] !== PERCENT &&
    drawing[index] !== 47
  )
    index++
  return index
}

/** Whether a byte is a blank or a delimiter without meaning here. */
function isBreak(code: number): boolean {
  return code <= 32 || code === RIGHT || code === GREATER || code === LESS || code === 91 || code === 93 || code === 123 || code === 125
}
