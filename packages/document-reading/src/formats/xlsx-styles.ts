import { localName, readXmlPart } from '../containers/xml.ts'
import type { BoundedZip } from '../containers/zip.ts'
import { readNumberFormat, showNumber, type NumberFormat } from './number-formats.ts'

/** How a number is shown. */
export type CellStyle = 'date' | 'duration' | NumberFormat

/** The display of each cell format, by its index in the workbook. */
export async function readXlsxStyles(zip: BoundedZip, depth: number): Promise<CellStyle[]> {
  const formats = new Map<number, string>()
  const styles: CellStyle[] = []
  // Workbooks have many cell formats for a few number formats.
  const read = new Map<number, CellStyle>()
  let inCellFormats = false
  await readXmlPart(
    zip,
    'xl/styles.xml',
    {
      open(name, a) {
        const local = localName(name)
        if (local === 'numFmt') formats.set(Number(a['numFmtId']), (a['formatCode'] ?? '').slice(0, 255))
        else if (local === 'cellXfs') inCellFormats = true
        else if (local === 'xf' && inCellFormats) {
          const id = Number(a['numFmtId']) || 0
          const style = read.get(id) ?? styleOfFormat(id, formats.get(id) ?? '')
          read.set(id, style)
          styles.push(style)
        }
      },
      close(name) {
        if (localName(name) === 'cellXfs') inCellFormats = false
      },
    },
    depth,
  )
  return styles
}

/** The style of a number format; identifiers below 164 are fixed by the file format. */
export function styleOfFormat(id: number, code: string): CellStyle {
  const unquoted = code.replace(/"[^"]*"|\\.|[_*]./g, '')
  if (id === 46 || /\[(?:h+|m+|s+)\]/i.test(unquoted)) return 'duration'
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return 'date'
  const bare = unquoted.replace(/\[[^\]]*\]|general|standard/gi, '')
  if (/[dmyhsj]/i.test(bare)) return 'date'
  return readNumberFormat(code || (id === 9 || id === 10 ? '0%' : ''))
}

const DAY_MS = 86_400_000

/** A stored number as a French reader sees it; text that is not a number comes back unchanged. */
export function formatCell(value: string, style: CellStyle, epoch1904 = false): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (style === 'date') return formatSerialDate(number, epoch1904) ?? value
  if (style === 'duration') return formatDuration(number) ?? value
  return showNumber(value, number, style)
}

const two = (n: number) => String(n).padStart(2, '0')

/** A time in days as hours that go on past the end of a day, “35:30”, with the seconds where there are some; null for more than a number tells. */
function formatDuration(days: number): string | null {
  const seconds = Math.round(Math.abs(days) * 86_400)
  if (!Number.isSafeInteger(seconds)) return null
  const rest = seconds % 60
  return `${days < 0 && seconds > 0 ? '-' : ''}${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** Days since 1900 (or 1904), as “JJ/MM/AAAA HH:MM”; null out of the calendar. */
function formatSerialDate(serial: number, epoch1904: boolean): string | null {
  if (serial < 0 || serial > 2_958_465) return null
  const date = new Date(Math.round((serial - (epoch1904 ? 24_107 : 25_569)) * DAY_MS))
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  if (serial < 1) return time
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
  return serial % 1 ? `${day} ${time}` : day
}
