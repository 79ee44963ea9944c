import iconv from 'iconv-lite'
import type { DocumentBuilder } from '../document-builder.ts'
import { ExtractionError } from '../failure.ts'
import { rtfTokens } from './rtf-tokens.ts'

/** What a group inherits from the one around it. */
type State = {
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
const NOT_TEXT = new Set(
  (
    'fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore latentstyles listtable ' +
    'listoverridetable revtbl rsidtbl generator xmlnstbl mmathPr header headerl headerr headerf footer footerl footerr footerf bkmkstart bkmkend ' +
    'fldinst pgdsctbl filetbl datafield xe tc private template shpinst sp nonshppict blipuid background wgrffmtfilter userprops annotation atnid ' +
    'atnauthor atrfstart atrfend'
  ).split(' '),
)
const READ_ALTHOUGH_OPTIONAL = new Set(['shppict', 'fldrslt', 'pnseclvl'])
const CHARACTERS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '• ',
  tab: '\t',
  line: '\n',
  emspace: ' ',
  enspace: ' ',
}

/** Reads rich text: charsets per font, Unicode escapes, styles as headings, tables, notes and page breaks. */
export function readRtf(bytes: Uint8Array, builder: DocumentBuilder): void {
  let codepage = 'cp1252'
  let defaultFont = 0
  const fontCharsets = new Map<number, number>()
  const styleLevels = new Map<number, number>()
  let state: State = { skip: false, destination: '', unicodeSkip: 1, font: 0, style: 0, outline: -1, inTable: false, list: false, hidden: false, note: false }
  const groups: State[] = []
  let text = ''
  let pending: number[] = []
  let toSkip = 0
  let styleName = ''
  let optional = false
  let rows: string[][] = []
  let row: string[] | null = null
  let cell = ''
  let page = 1
  let paginated = false
  let tokens = 0

  const decodePending = () => {
    if (pending.length === 0) return
    const charset = CHARSETS[fontCharsets.get(state.font) ?? -1] ?? codepage
    text += iconv.decode(Buffer.from(pending), charset)
    pending = []
  }
  const append = (value: string) => {
    if (state.skip) return
    decodePending()
    if (state.hidden) builder.hiddenText()
    else text += value
  }
  const endTable = () => {
    if (rows.length > 0) builder.table(rows)
    rows = []
  }
  const endParagraph = () => {
    decodePending()
    const ended = text.trim()
    text = ''
    if (state.inTable) {
      cell += (cell && ended ? '\n' : '') + ended
      return
    }
    row = null
    if (!ended) return
    endTable()
    const level = state.outline >= 0 && state.outline < 9 ? state.outline + 1 : (styleLevels.get(state.style) ?? 0)
    if (level) builder.heading(level, ended)
    else if (state.list) builder.listItem(ended)
    else builder.paragraph(ended)
  }
  const endStyle = () => {
    const named = /^(?:heading|titre)\s*(\d)/i.exec(styleName.trim())
    if (state.outline >= 0) styleLevels.set(state.style, state.outline + 1)
    else if (named) styleLevels.set(state.style, Number(named[1]))
    styleName = ''
  }
  const skipGroup = (destination: string) => {
    state.skip = true
    state.destination = destination
    if (destination === 'annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
  }
  const isHere = (destination: string) => state.destination === destination

  const onWord = (word: string, parameter: number | null) => {
    if (word === 'u') {
      toSkip = state.unicodeSkip
      if (parameter !== null) append(String.fromCharCode(parameter & 0xffff))
      return
    }
    if (toSkip > 0) return void toSkip--
    if (optional) {
      optional = false
      if (!READ_ALTHOUGH_OPTIONAL.has(word)) return skipGroup(word)
    }
    decodePending()
    const character = CHARACTERS[word]
    if (character !== undefined) return append(character)
    const on = parameter !== 0
    switch (word) {
      case 'uc':
        state.unicodeSkip = parameter ?? 1
        break
      case 'ansicpg':
        codepage = parameter === 65001 ? 'utf8' : iconv.encodingExists(`cp${parameter}`) ? `cp${parameter}` : codepage
        break
      case 'mac':
        codepage = 'macroman'
        break
      case 'pc':
        codepage = 'cp437'
        break
      case 'pca':
        codepage = 'cp850'
        break
      case 'deff':
        defaultFont = parameter ?? 0
        state.font = defaultFont
        break
      case 'f':
        state.font = parameter ?? 0
        break
      case 'fcharset':
        if (isHere('fonttbl')) fontCharsets.set(state.font, parameter ?? 1)
        break
      case 's':
        state.style = parameter ?? 0
        break
      case 'outlinelevel':
        state.outline = parameter ?? -1
        break
      case 'ls':
        state.list = on
        break
      case 'pard':
        Object.assign(state, { outline: -1, style: 0, list: false, inTable: false })
        break
      case 'plain':
        state.hidden = false
        state.font = defaultFont
        break
      case 'v':
      case 'deleted':
        state.hidden = on
        break
      case 'intbl':
        state.inTable = true
        break
      case 'par':
      case 'sect':
        if (!state.skip) endParagraph()
        break
      case 'page':
      case 'softpage':
        if (!state.skip) {
          endParagraph()
          endTable()
          builder.page(++page)
          paginated ||= word === 'softpage'
        }
        break
      case 'cell':
      case 'nestcell':
        if (!state.skip) {
          const ended = text.trim()
          text = ''
          ;(row ??= []).push([cell, ended].filter(Boolean).join('\n'))
          cell = ''
        }
        break
      case 'row':
      case 'nestrow':
        if (!state.skip && row) {
          if (row.some(Boolean)) rows.push(row)
          row = null
          cell = ''
        }
        break
      case 'footnote':
        if (!state.skip) {
          state.note = true
          text += ' [note : '
        }
        break
      case 'listtext':
      case 'pntext':
        state.skip = true
        break
      default:
        if (NOT_TEXT.has(word) && parameter === null) skipGroup(word)
    }
  }

  builder.page(1)
  for (const token of rtfTokens(bytes)) {
    if (++tokens % 100_000 === 0) builder.checkTime()
    switch (token.type) {
      case 'open':
        decodePending()
        if (groups.length >= builder.limits.depth * 8) throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
        groups.push({ ...state })
        toSkip = 0
        break
      case 'close': {
        decodePending()
        toSkip = 0
        optional = false
        if (isHere('stylesheet') && styleName) endStyle()
        const { note } = state
        state = groups.pop() ?? state
        if (note && !state.note) text += ']'
        break
      }
      case 'word':
        onWord(token.word, token.parameter)
        break
      case 'byte':
        if (toSkip > 0) toSkip--
        else if (state.skip) {
          if (isHere('stylesheet') && token.byte !== 0x3b) styleName += String.fromCharCode(token.byte)
        } else if (state.hidden) builder.hiddenText()
        else pending.push(token.byte)
        break
      case 'symbol':
        if (toSkip > 0) toSkip--
        else if (token.symbol === '*') optional = true
        else if (token.symbol === '~') append('\u00A0')
        else if (token.symbol === '_') append('-')
        else if (token.symbol === '\n' || token.symbol === '\r') {
          if (!state.skip) endParagraph()
        } else if ('\\{}'.includes(token.symbol)) append(token.symbol)
        break
    }
  }
  endParagraph()
  endTable()
  // Breaks that people asked for are not all the pages.
  if (!paginated) builder.forgetPageNumbers()
}
