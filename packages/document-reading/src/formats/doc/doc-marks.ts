import { subscript, superscript } from '../../text/scripts.ts'
import { convertSymbols, TICKED, UNTICKED } from '../../text/symbol-fonts.ts'
import { characterRuns, firstAfter, piecesOf, type DocStreams, type DocTextPiece, type DocRun } from './doc-streams.ts'

// Property codes (sprm). Source: [MS-DOC] 2.6.
const SCRIPT = 0x2a48
const SYMBOL = 0x6a09
const DATA_LOCATION = 0x6a03
const DELETED = 0x0800
const STRUCK = 0x0837
const STRUCK_TWICE = 0x2a53

const FIELD_SEPARATOR = 0x14
/** Control characters that replace signs which a one-byte piece cannot encode. The library leaves them unchanged. */
const PLACEHOLDER_CODES = Array.from(
  `${TICKED}${UNTICKED}⁰¹²³⁴⁵⁶⁷⁸⁹⁻`,
  (sign, index) => [sign, [0x0e, 0x0f, 0x10, 0x11, 0x12, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d][index]!] as const,
)
const CODES = new Map(PLACEHOLDER_CODES)
const SIGNS = new Map(PLACEHOLDER_CODES.map(([sign, code]) => [String.fromCharCode(code), sign]))

/** Restores the signs that control characters replace in a text read by the library. */
export const restoreSigns = (text: string): string => text.replace(/[\x0e-\x12\x16-\x1d]/g, (character) => SIGNS.get(character) ?? ' ')

/**
 * Writes into the main stream the content that only properties hold: ticked form boxes, symbols, exponents and indices. The length of the text does not
 * change.
 * @returns the number of deletions in revision marks, which the library leaves out, and the texts that are struck through
 */
export function writeMarks(streams: DocStreams): { deletions: number; struckTexts: string[] } {
  const pieces = piecesOf(streams).toSorted((one, other) => one.start - other.start)
  const pieceAt = (index: number) => pieces[firstAfter(pieces, index)]
  let deletions = 0
  const struckTexts: string[] = []
  for (const run of characterRuns(streams)) {
    if (run.sprms.get(DELETED)?.[0] === 1) deletions++
    if (run.sprms.get(STRUCK)?.[0] === 1 || run.sprms.get(STRUCK_TWICE)?.[0] === 1) {
      const piece = pieceAt(run.start)
      if (piece && run.start >= piece.start)
        struckTexts.push(streams.main.toString(piece.isCompressed ? 'latin1' : 'utf16le', run.start, Math.min(run.end, piece.end)))
    }
    const piece = [SCRIPT, SYMBOL, DATA_LOCATION].some((code) => run.sprms.has(code)) ? pieceAt(run.start) : undefined
    if (piece && run.start >= piece.start) [writeSymbol, writeBox, writeScript].some((write) => write(streams, piece, run))
  }
  return { deletions, struckTexts }
}

/**
 * Writes a character at an offset of a piece.
 * @returns false when the piece cannot encode it
 */
function writeCharacter({ main }: DocStreams, { isCompressed }: DocTextPiece, index: number, character: string): boolean {
  const code = character.charCodeAt(0)
  if (!isCompressed) main.writeUInt16LE(code, index)
  else if (CODES.has(character)) main[index] = CODES.get(character)!
  else if (code < 0x80) main[index] = code
  else return false
  return true
}

function writeSymbol(streams: DocStreams, piece: DocTextPiece, { start, sprms }: DocRun): boolean {
  const symbol = sprms.get(SYMBOL)
  if (!symbol || symbol.length < 4) return false
  const code = symbol.readUInt16LE(2)
  return writeCharacter(streams, piece, start, convertSymbols(String.fromCharCode(code < 0x100 ? code + 0xf000 : code), undefined))
}

/** Writes the box of a form field « FORMCHECKBOX ». Its state is in the field data, and its stored result is empty. */
function writeBox(streams: DocStreams, piece: DocTextPiece, { start, sprms }: DocRun): boolean {
  const place = sprms.get(DATA_LOCATION)
  const size = piece.isCompressed ? 1 : 2
  const { main } = streams
  if (!place || place.length < 4 || start - size < piece.start || main[start] !== 1) return false
  const isTicked = readTicked(streams.data, place.readUInt32LE(0))
  if (isTicked === null) return false
  // The field separator replaces the space before the data, so that the box becomes the result.
  writeCharacter(streams, piece, start - size, String.fromCharCode(FIELD_SEPARATOR))
  if (main[start + size] === FIELD_SEPARATOR) writeCharacter(streams, piece, start + size, '\0')
  return writeCharacter(streams, piece, start, isTicked ? TICKED : UNTICKED)
}

/** Reads whether a form check box is ticked; null for another kind of field. Source: [MS-DOC] 2.9.78 (FFData). */
function readTicked(data: Buffer, index: number): boolean | null {
  if (index + 6 > data.length) return null
  const form = data.subarray(index + data.readUInt16LE(index + 4))
  if (form.length < 12 || form.readUInt32LE(0) !== 0xffff_ffff) return null
  const bits = form.readUInt16LE(4)
  if ((bits & 3) !== 1) return null
  const chosen = (bits >> 2) & 31
  // The person has set nothing: the default value comes after the field name.
  const defaultOffset = 10 + 2 + form.readUInt16LE(10) * 2 + 2
  return chosen === 25 ? defaultOffset + 2 <= form.length && form.readUInt16LE(defaultOffset) === 1 : chosen === 1
}

function writeScript(streams: DocStreams, piece: DocTextPiece, { start, end, sprms }: DocRun): boolean {
  const script = sprms.get(SCRIPT)?.[0]
  if (script !== 1 && script !== 2) return false
  const size = piece.isCompressed ? 1 : 2
  const read = (from: number, to: number) =>
    streams.main.toString(piece.isCompressed ? 'latin1' : 'utf16le', Math.max(from, piece.start), Math.min(to, piece.end))
  const text = read(start, end)
  const before = read(start - 20 * size, start)
  const writtenText = script === 1 ? superscript(text, before) : subscript(text, before)
  // Some forms are longer than the text that they replace: « ^(n+1) ».
  if (writtenText === text || writtenText.length !== text.length) return false
  return Array.from(writtenText, (character, index) => writeCharacter(streams, piece, start + index * size, character)).every(Boolean)
}
