import { createScriptText } from '../../text/script-text.ts'
import type { Script } from '../../text/scripts.ts'

// Record types of [MS-XLS] in the globals of a workbook.
const STRINGS = 0x00fc
const CONTINUE = 0x003c
const FONT = 0x0031
const CELL_FORMAT = 0x00e0

type XlsFont = { script: Script; isStruck: boolean }
/** A shared text with its exponents and indices, and its parts that are struck through. */
export type XlsRichText = { text: string; struckTexts: string[] }

/** Collects the fonts and shared texts of a workbook, because the library drops exponents and strike-through. */
export function createRichTexts() {
  const fonts: XlsFont[] = []
  const formats: number[] = []
  const pieces: Buffer[] = []
  let inStrings = false
  let texts: ReadonlyMap<number, XlsRichText> | null = null
  // Font index 4 does not exist in this format.
  const fontAt = (index: number): XlsFont | undefined => fonts[index > 4 ? index - 1 : index]
  const hasMarks = () => fonts.some(({ script, isStruck }) => script !== null || isStruck)
  return {
    /** Reads a record of the globals. */
    read(type: number, data: Buffer): void {
      inStrings = type === STRINGS || (inStrings && type === CONTINUE)
      if (inStrings) pieces.push(data)
      else if (type === FONT && data.length >= 10) fonts.push(fontOf(data))
      else if (type === CELL_FORMAT && data.length >= 2) formats.push(data.readUInt16LE(0))
    },
    /** Whether the font of a cell format is struck through. */
    isStruck: (format: number): boolean => fontAt(formats[format] ?? -1)?.isStruck ?? false,
    /** Returns the shared text of an index, if some of its characters have a script or strike-through of their own. */
    text(index: number): XlsRichText | undefined {
      texts ??= hasMarks() ? readStrings(pieces, fontAt) : new Map()
      return texts.get(index)
    },
  }
}

function fontOf(data: Buffer): XlsFont {
  const script = data.readUInt16LE(8)
  return { script: script === 1 ? 'superscript' : script === 2 ? 'subscript' : null, isStruck: (data.readUInt16LE(2) & 8) !== 0 }
}

/** Reads the shared texts that have formatting runs. Source: [MS-XLS] 2.4.265 (SST) and 2.5.293 (XLUnicodeRichExtendedString). */
function readStrings(pieces: readonly Buffer[], fontAt: (index: number) => XlsFont | undefined): Map<number, XlsRichText> {
  const richTexts = new Map<number, XlsRichText>()
  const cursor = createCursor(pieces)
  cursor.skip(4)
  const total = cursor.number(4)
  for (let index = 0; index < total && !cursor.isAtEnd(); index++) {
    const length = cursor.number(2)
    const flags = cursor.number(1)
    const runCount = flags & 8 ? cursor.number(2) : 0
    const extension = flags & 4 ? cursor.number(4) : 0
    const characters = cursor.characters(length, (flags & 1) === 1)
    const runs = Array.from({ length: Math.min(runCount, length) }, () => ({ start: cursor.number(2), font: fontAt(cursor.number(2)) }))
    cursor.skip(extension + Math.max(runCount - length, 0) * 4)
    if (runs.some(({ font }) => font?.script || font?.isStruck)) richTexts.set(index, toRichText(characters, runs))
  }
  return richTexts
}

function toRichText(characters: string, runs: readonly { start: number; font: XlsFont | undefined }[]): XlsRichText {
  const text = createScriptText()
  const struckTexts: string[] = []
  text.add(characters.slice(0, runs[0]?.start))
  for (const [index, { start, font }] of runs.entries()) {
    const part = characters.slice(start, runs[index + 1]?.start)
    text.add(part, font?.script ?? null)
    if (font?.isStruck) struckTexts.push(part)
  }
  return { text: text.take(), struckTexts }
}

/** Reads bytes across records. A record that continues inside characters begins with their width. */
function createCursor(pieces: readonly Buffer[]) {
  let index = 0
  let offset = 0
  const isAtEnd = (): boolean => {
    while (index < pieces.length && offset >= pieces[index]!.length) {
      index++
      offset = 0
    }
    return index >= pieces.length
  }
  return {
    isAtEnd,
    number(bytes: number): number {
      let value = 0
      for (let byte = 0; byte < bytes && !isAtEnd(); byte++) value += pieces[index]![offset++]! * 2 ** (8 * byte)
      return value
    },
    skip(bytes: number): void {
      for (let remaining = bytes; remaining > 0 && !isAtEnd();) {
        const step = Math.min(remaining, pieces[index]!.length - offset)
        offset += step
        remaining -= step
      }
    },
    characters(count: number, isWide: boolean): string {
      const parts: string[] = []
      let wide = isWide
      for (let remaining = count; remaining > 0;) {
        const before = index
        if (isAtEnd()) break
        if (index !== before) wide = (pieces[index]![offset++]! & 1) === 1
        const size = wide ? 2 : 1
        const step = Math.min(remaining, Math.floor((pieces[index]!.length - offset) / size))
        parts.push(pieces[index]!.toString(wide ? 'utf16le' : 'latin1', offset, offset + step * size))
        // Half a character offset the end of a record: the file is damaged.
        offset = step > 0 ? offset + step * size : pieces[index]!.length
        remaining -= step
      }
      return parts.join('')
    },
  }
}
