import * as xlsx from '@e965/xlsx'
import { createRichTexts, type XlsRichText } from './xls-rich-text.ts'
import { TICKED, UNTICKED } from '../../text/symbol-fonts.ts'

/** Content of a sheet of a binary workbook that the library does not give. */
export type XlsSheetContent = {
  /** Ranges of hidden columns, from 0, both ends included. */
  hiddenColumns: [first: number, last: number][]
  /** Texts of boxes and shapes. That of a check box begins with its box. */
  texts: string[]
  /** Texts of cells with exponents, or with parts struck through, by row and column from 0: « 3,0 ». */
  richTexts: Map<string, XlsRichText>
  /** Cells that are struck through, by row and column from 0: « 3,0 ». */
  struckCells: Set<string>
  charts: number
  pictures: number
  hasComments: boolean
}

// Record types of [MS-XLS]; BIFF is the name of this format.
const BOF = 0x0809
const EOF = 0x000a
const BOUND_SHEET = 0x0085
const COLUMN = 0x007d
const OBJECT = 0x005d
const TEXT_OBJECT = 0x01b6
const CONTINUE = 0x003c
const NOTE = 0x001c
const SHARED_TEXT = 0x00fd
/** Types of the records of one cell: formula, number, short number, blank, boolean or error, shared text. */
const CELLS = new Set([0x0006, 0x0203, 0x027e, 0x0204, 0x0205, SHARED_TEXT])
/** Type of a record of short numbers in adjacent cells. */
const NUMBERS = 0x00bd

// Object types.
const CHART = 0x05
const PICTURE = 0x08
const CHECK_BOX = 0x0b
const OPTION_BUTTON = 0x0c
const COMMENT = 0x19

/** Reads the records of each sheet, by the index of the sheet in the workbook. Empty for a file without a `Workbook` stream (older versions). */
export function readXlsRecords(bytes: Uint8Array): XlsSheetContent[] {
  const file = xlsx.CFB.read(bytes, { type: 'array' })
  const content = xlsx.CFB.find(file, '/Workbook')?.content as Uint8Array | undefined
  if (!content) return []
  const stream = Buffer.from(content)
  const starts: number[] = []
  const sheets: XlsSheetContent[] = []
  let sheet: ReturnType<typeof createSheet> | null = null
  let depth = 0
  const rich = createRichTexts()
  for (let index = 0; index + 4 <= stream.length;) {
    const type = stream.readUInt16LE(index)
    const data = stream.subarray(index + 4, index + 4 + stream.readUInt16LE(index + 2))
    if (type === BOF && depth++ === 0 && starts.includes(index)) {
      sheet = createSheet(rich)
      sheets[starts.indexOf(index)] = sheet.content
    } else if (type === EOF) {
      if (--depth === 0) sheet = null
    } else if (type === BOUND_SHEET && data.length >= 4) starts.push(data.readUInt32LE(0))
    // A chart is a nested substream inside the sheet.
    else if (depth === 1) (sheet ?? rich).read(type, data)
    index += 4 + data.length
  }
  return sheets
}

function createSheet(rich: ReturnType<typeof createRichTexts>) {
  const content: XlsSheetContent = { hiddenColumns: [], texts: [], richTexts: new Map(), struckCells: new Set(), charts: 0, pictures: 0, hasComments: false }
  let object = { type: 0, isTicked: false }
  /** Number of characters of a text object that are in the next records. */
  let missingCharacters = 0
  let text = ''
  const endText = () => {
    missingCharacters = 0
    const isBox = object.type === CHECK_BOX || object.type === OPTION_BUTTON
    if (object.type !== COMMENT) content.texts.push(`${isBox ? `${object.isTicked ? TICKED : UNTICKED} ` : ''}${text.replace(/\r/g, '\n')}`)
    text = ''
  }
  const addCell = (type: number, data: Buffer) => {
    const cellKey = `${data.readUInt16LE(0)},${data.readUInt16LE(2)}`
    if (rich.isStruck(data.readUInt16LE(4))) content.struckCells.add(cellKey)
    const text = type === SHARED_TEXT && data.length >= 10 ? rich.text(data.readUInt32LE(6)) : undefined
    if (text) content.richTexts.set(cellKey, text)
  }
  const addNumbers = (data: Buffer) => {
    const [row, column] = [data.readUInt16LE(0), data.readUInt16LE(2)]
    for (let index = 0; 4 + index * 6 + 8 <= data.length; index++)
      if (rich.isStruck(data.readUInt16LE(4 + index * 6))) content.struckCells.add(`${row},${column + index}`)
  }
  return {
    content,
    read(type: number, data: Buffer): void {
      if (type === COLUMN && data.length >= 10 && data.readUInt16LE(8) & 1) content.hiddenColumns.push([data.readUInt16LE(0), data.readUInt16LE(2)])
      else if (CELLS.has(type) && data.length >= 6) addCell(type, data)
      else if (type === NUMBERS && data.length >= 10) addNumbers(data)
      else if (type === NOTE) content.hasComments = true
      else if (type === OBJECT) {
        object = readObject(data)
        if (object.type === CHART) content.charts++
        if (object.type === PICTURE) content.pictures++
      } else if (type === TEXT_OBJECT && data.length >= 12) {
        missingCharacters = data.readUInt16LE(10)
        text = ''
      } else if (type === CONTINUE && missingCharacters > 0 && data.length > 1) {
        const piece = data.subarray(1).toString(data[0]! & 1 ? 'utf16le' : 'latin1')
        text += piece
        missingCharacters -= piece.length
        if (missingCharacters <= 0) endText()
      }
    },
  }
}

/** Reads the type of an object and the state of its check box, from its sub-records. */
function readObject(data: Buffer): { type: number; isTicked: boolean } {
  let type = 0
  let isTicked = false
  for (let index = 0; index + 4 <= data.length;) {
    const kind = data.readUInt16LE(index)
    if (kind === 0x15 && index + 6 <= data.length) type = data.readUInt16LE(index + 4)
    if (kind === 0x12 && index + 6 <= data.length) isTicked = data.readUInt16LE(index + 4) === 1
    index += 4 + data.readUInt16LE(index + 2)
  }
  return { type, isTicked }
}
