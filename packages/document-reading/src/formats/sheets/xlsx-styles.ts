import { localName, readXmlPart } from '../../containers/xml.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { BoundedZip } from '../../containers/zip.ts'
import {
  builtInDateCode,
  formatDuration,
  formatSerialDate,
  readDateFormat,
  readDurationFormat,
  serialOfIso,
  type DateFormat,
  type DurationFormat,
} from './date-formats.ts'
import { readFractionFormat, formatFraction, type FractionFormat } from './fractions.ts'
import { readNumberFormat, formatSheetNumber, type NumberFormat } from './number-formats.ts'

/** Display of a cell: its number format, the text around its texts, and whether its font is struck through. */
export type CellStyle = { number: NumberStyle; text: { before: string; after: string } | null; isStruck?: true }

type NumberStyle =
  | { kind: 'date'; format: DateFormat }
  | { kind: 'duration'; format: DurationFormat }
  | { kind: 'fraction'; format: FractionFormat }
  | { kind: 'number'; format: NumberFormat }

/** Style of a cell without a format of its own. */
export const GENERAL: CellStyle = { number: { kind: 'number', format: [] }, text: null }

/** Reads the style of each cell format, by its index in the workbook. */
export async function readXlsxStyles(zip: BoundedZip, depth: number): Promise<CellStyle[]> {
  const formats = new Map<number, string>()
  const styles: CellStyle[] = []
  // Workbooks have many cell formats for few number formats.
  const read = new Map<number, CellStyle>()
  const struckFonts = createStruckFonts()
  let inCellFormats = false
  await readXmlPart(
    zip,
    'xl/styles.xml',
    {
      open(name, a) {
        const local = localName(name)
        struckFonts.open(local, a)
        if (local === 'numFmt') formats.set(Number(a['numFmtId']), (a['formatCode'] ?? '').slice(0, 255))
        else if (local === 'cellXfs') inCellFormats = true
        else if (local === 'xf' && inCellFormats) {
          const id = Number(a['numFmtId']) || 0
          const style = read.get(id) ?? styleOfFormat(id, formats.get(id) ?? '')
          read.set(id, style)
          styles.push(struckFonts.has(Number(a['fontId'])) ? { ...style, isStruck: true } : style)
        }
      },
      close(name) {
        const local = localName(name)
        struckFonts.close(local)
        if (local === 'cellXfs') inCellFormats = false
      },
    },
    depth,
  )
  return styles
}

/** Collects the fonts that are struck through, by index. Fonts of differential formats are not counted. */
function createStruckFonts() {
  const struck = new Set<number>()
  let inFonts = false
  let index = -1
  return {
    has: (font: number) => struck.has(font),
    open(local: string, a: XmlAttributes): void {
      if (local === 'fonts') inFonts = true
      else if (!inFonts) return
      else if (local === 'font') index++
      else if (local === 'strike' && !['0', 'false'].includes(a['val'] ?? '')) struck.add(index)
    },
    close(local: string): void {
      if (local === 'fonts') inFonts = false
    },
  }
}

/** Codes of the built-in number formats, in French style. */
const BUILT_IN_NUMBER_FORMATS: Readonly<Record<number, string>> = {
  5: '#,##0 "€"',
  6: '#,##0 "€"',
  7: '#,##0.00 "€"',
  8: '#,##0.00 "€"',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  42: '#,##0 "€"',
  44: '#,##0.00 "€"',
  48: '##0.0E+0',
}

/** Returns the style of a number format. Identifiers below 164 are built in. */
export function styleOfFormat(id: number, formatCode: string): CellStyle {
  const code = formatCode || (builtInDateCode(id) ?? BUILT_IN_NUMBER_FORMATS[id] ?? '')
  return { number: numberStyleOf(code), text: textAround(code) }
}

function numberStyleOf(code: string): NumberStyle {
  const duration = readDurationFormat(code)
  if (duration) return { kind: 'duration', format: duration }
  const unquotedCode = code.replace(/"[^"]*"|\\.|[_*]./g, '').replace(/\[[^\]]*\]|general|standard/gi, '')
  if (/[dmyhsj]/i.test(unquotedCode)) return { kind: 'date', format: readDateFormat(code) }
  const fraction = readFractionFormat(code)
  if (fraction) return { kind: 'fraction', format: fraction }
  return { kind: 'number', format: readNumberFormat(code) }
}

/** Text that a format adds around texts, `"Réf. "@`; null for none. */
function textAround(code: string): CellStyle['text'] {
  const tokens = [...code.matchAll(/"([^"]*)"|\\([^])|[_*][^]|\[[^\]]*\]|[^]/g)].map(([token, quotedText, escaped]) => ({
    token,
    text: quotedText ?? escaped ?? '',
  }))
  const index = tokens.findIndex(({ token }) => token === '@')
  if (index < 0) return null
  const start = tokens.findLastIndex(({ token }, tokenIndex) => token === ';' && tokenIndex < index) + 1
  const join = (from: number, to?: number) =>
    tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join('')
  const [before, after] = [join(start, index), join(index + 1)]
  return before.trim() || after.trim() ? { before, after } : null
}

/** Formats a stored number for a French reader. A text that is not a number is returned unchanged. */
export function formatCell(value: string, { number: style }: CellStyle, epoch1904 = false): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  switch (style.kind) {
    case 'date':
      return formatSerialDate(number, epoch1904, style.format) ?? value
    case 'duration':
      return formatDuration(number, style.format) ?? value
    case 'fraction':
      return formatFraction(number, style.format) ?? formatSheetNumber(value, number, [])
    case 'number':
      return formatSheetNumber(value, number, style.format)
  }
}

const PLAIN_DATE = readDateFormat('dd/mm/yyyy')

/** Formats an ISO 8601 date with the format of its cell, or as « 12/03/2026 14:30 ». Any other text is returned unchanged. */
export function formatIsoDate(text: string, { number: style }: CellStyle = GENERAL): string {
  const serial = serialOfIso(text)
  if (serial === null) return text
  return formatSerialDate(serial, false, style.kind === 'date' ? style.format : PLAIN_DATE) ?? text
}
