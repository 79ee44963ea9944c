import iconv from 'iconv-lite'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { ExtractionError } from '../../failure.ts'
import { createTableBuilder } from '../../building/table-builder.ts'

/** What a group inherits from the one around it. */
export type State = {
  skip: boolean
  destination: string
  unicodeSkip: number
  font: number
  style: number
  outline: number
  inTable: boolean
  list: boolean
  hidden: boolean
  note: boolean
}

const CHARSETS: Record<number, string> = {
  0: 'cp1252',
  1: 'cp1252',
  77: 'macroman',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
}

/** Groups, one inside the other: what each inherits and changes. */
export function createGroups(builder: DocumentBuilder) {
  const outer: State[] = []
  let state: State = { skip: false, destination: '', unicodeSkip: 1, font: 0, style: 0, outline: -1, inTable: false, list: false, hidden: false, note: false }
  return {
    state: () => state,
    isIn: (destination: string) => state.destination === destination,
    open(): void {
      if (outer.length >= builder.limits.depth * 8) throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
      outer.push({ ...state })
    },
    /** @returns the group that ends */
    close(): State {
      const ended = state
      state = outer.pop() ?? state
      return ended
    },
    skip(destination: string): void {
      state.skip = true
      state.destination = destination
      if (destination === 'annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
    },
  }
}

/** The encodings of bytes: that of their font, else that of the file. */
export function createFonts() {
  const charsets = new Map<number, number>()
  let codepage = 'cp1252'
  let byDefault = 0
  return {
    use: (name: string) => void (codepage = name),
    usePage(number: number | null): void {
      if (number === 65001) codepage = 'utf8'
      else if (iconv.encodingExists(`cp${number}`)) codepage = `cp${number}`
    },
    setDefault: (font: number) => (byDefault = font),
    byDefault: () => byDefault,
    declare: (font: number, charset: number) => void charsets.set(font, charset),
    decode: (bytes: readonly number[], font: number): string => iconv.decode(Buffer.from(bytes), CHARSETS[charsets.get(font) ?? -1] ?? codepage),
  }
}

/** Which styles are headings, by their level or by their name. */
export function createStyles() {
  const levels = new Map<number, number>()
  let name = ''
  return {
    named: (character: string) => void (name += character),
    end({ outline, style }: State): void {
      const named = /^(?:heading|titre)\s*(\d)/i.exec(name.trim())
      if (name === '') return
      if (outline >= 0) levels.set(style, outline + 1)
      else if (named) levels.set(style, Number(named[1]))
      name = ''
    },
    levelOf: ({ outline, style }: State): number => (outline >= 0 && outline < 9 ? outline + 1 : (levels.get(style) ?? 0)),
  }
}

type Around = { groups: ReturnType<typeof createGroups>; fonts: ReturnType<typeof createFonts>; styles: ReturnType<typeof createStyles> }

/** The text as it comes: characters, paragraphs, cells, pages. */
export function createText(builder: DocumentBuilder, { groups, fonts, styles }: Around) {
  const tables = createTableBuilder()
  let text = ''
  let bytes: number[] = []
  let page = 1
  let paginated = false

  const decode = () => {
    if (bytes.length === 0) return
    text += fonts.decode(bytes, groups.state().font)
    bytes = []
  }
  const taken = (): string => {
    const ended = text.trim()
    text = ''
    return ended
  }
  const endTable = () => {
    const table = tables.depth() > 0 ? tables.end() : null
    if (table) builder.table(table.rows)
  }
  /** A cell says only where it ends: it, its row and its table have begun before. */
  const openCell = () => {
    if (tables.depth() === 0) tables.begin()
    if (!tables.isInRow()) tables.beginRow()
    if (!tables.isInCell()) tables.beginCell()
  }
  const endParagraph = () => {
    decode()
    const ended = taken()
    const state = groups.state()
    if (state.inTable) {
      if (!ended) return
      openCell()
      tables.write(ended)
      return
    }
    tables.dropRow()
    if (!ended) return
    endTable()
    const level = styles.levelOf(state)
    if (level) builder.heading(level, ended)
    else if (state.list) builder.listItem(ended)
    else builder.paragraph(ended)
  }

  return {
    decode,
    endParagraph,
    /** Breaks that people asked for are not all the pages. */
    isPaginated: () => paginated,
    append(value: string): void {
      if (groups.state().skip) return
      decode()
      if (groups.state().hidden) builder.hiddenText()
      else text += value
    },
    addByte: (byte: number) => void bytes.push(byte),
    addMark: (mark: string) => void (text += mark),
    endCell(): void {
      openCell()
      const ended = taken()
      if (ended) tables.write(ended)
      tables.endCell()
    },
    endRow: () => void tables.endRow(),
    breakPage(isNoted: boolean): void {
      endParagraph()
      endTable()
      builder.page(++page)
      paginated ||= isNoted
    },
    end(): void {
      endParagraph()
      endTable()
    },
  }
}
