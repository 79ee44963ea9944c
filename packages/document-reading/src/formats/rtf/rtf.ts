import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createFonts, createGroups, createStyles, createText } from './rtf-text.ts'
import { rtfTokens } from './rtf-tokens.ts'

const NOT_TEXT = new Set(
  (
    'fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping datastore latentstyles listtable ' +
    'listoverridetable revtbl rsidtbl generator xmlnstbl mmathPr header headerl headerr headerf footer footerl footerr footerf bkmkstart bkmkend ' +
    'fldinst pgdsctbl filetbl datafield xe tc private template shpinst sp nonshppict blipuid background wgrffmtfilter userprops annotation atnid ' +
    'atnauthor atrfstart atrfend'
  ).split(' '),
)
const READ_ALTHOUGH_OPTIONAL = new Set(['shppict', 'fldrslt', 'pnseclvl'])
const CHARACTERS = new Map(
  Object.entries({
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
  }),
)

/** Reads rich text: charsets per font, Unicode escapes, styles as headings, tables, notes and page breaks. */
export function readRtf(bytes: Uint8Array, builder: DocumentBuilder): void {
  const groups = createGroups(builder)
  const fonts = createFonts()
  const styles = createStyles()
  const text = createText(builder, { groups, fonts, styles })
  const words = new Map(Object.entries({ ...fontWords(groups, fonts), ...stateWords(groups, fonts), ...textWords(groups, text) }))
  /** Characters that stand for a Unicode one, in readers that know none. */
  let toSkip = 0
  let optional = false
  let tokens = 0

  const onWord = (word: string, parameter: number | null) => {
    if (word === 'u') {
      toSkip = groups.state().unicodeSkip
      if (parameter !== null) text.append(String.fromCharCode(parameter & 0xffff))
      return
    }
    if (toSkip > 0) return void toSkip--
    if (optional) {
      optional = false
      if (!READ_ALTHOUGH_OPTIONAL.has(word)) return groups.skip(word)
    }
    text.decode()
    const character = CHARACTERS.get(word)
    if (character !== undefined) return text.append(character)
    const known = words.get(word)
    if (known) known(parameter)
    else if (NOT_TEXT.has(word) && parameter === null) groups.skip(word)
  }
  const onByte = (byte: number) => {
    const { skip, hidden } = groups.state()
    if (toSkip > 0) toSkip--
    else if (skip) {
      if (groups.isIn('stylesheet') && byte !== 0x3b) styles.named(String.fromCharCode(byte))
    } else if (hidden) builder.hiddenText()
    else text.addByte(byte)
  }
  const onSymbol = (symbol: string) => {
    if (toSkip > 0) toSkip--
    else if (symbol === '*') optional = true
    else if (symbol === '~') text.append('\u00A0')
    else if (symbol === '_') text.append('-')
    else if (symbol === '\n' || symbol === '\r') {
      if (!groups.state().skip) text.endParagraph()
    } else if ('\\{}'.includes(symbol)) text.append(symbol)
  }
  const onClose = () => {
    text.decode()
    toSkip = 0
    optional = false
    if (groups.isIn('stylesheet')) styles.end(groups.state())
    const { note } = groups.close()
    if (note && !groups.state().note) text.addMark(']')
  }

  builder.page(1)
  for (const token of rtfTokens(bytes)) {
    if (++tokens % 100_000 === 0) builder.checkTime()
    if (token.type === 'word') onWord(token.word, token.parameter)
    else if (token.type === 'byte') onByte(token.byte)
    else if (token.type === 'symbol') onSymbol(token.symbol)
    else if (token.type === 'close') onClose()
    else {
      text.decode()
      groups.open()
      toSkip = 0
    }
  }
  text.end()
  if (!text.isPaginated()) builder.forgetPageNumbers()
}

type Words = Readonly<Record<string, (parameter: number | null) => void>>
type Groups = ReturnType<typeof createGroups>
type Fonts = ReturnType<typeof createFonts>

const fontWords = (groups: Groups, fonts: Fonts): Words => ({
  ansicpg: fonts.usePage,
  mac: () => fonts.use('macroman'),
  pc: () => fonts.use('cp437'),
  pca: () => fonts.use('cp850'),
  deff: (parameter) => void (groups.state().font = fonts.setDefault(parameter ?? 0)),
  f: (parameter) => void (groups.state().font = parameter ?? 0),
  fcharset: (parameter) => void (groups.isIn('fonttbl') && fonts.declare(groups.state().font, parameter ?? 1)),
})

const stateWords = (groups: Groups, fonts: Fonts): Words => {
  const hide = (parameter: number | null) => void (groups.state().hidden = parameter !== 0)
  const skip = () => void (groups.state().skip = true)
  return {
    uc: (parameter) => void (groups.state().unicodeSkip = parameter ?? 1),
    s: (parameter) => void (groups.state().style = parameter ?? 0),
    outlinelevel: (parameter) => void (groups.state().outline = parameter ?? -1),
    ls: (parameter) => void (groups.state().list = parameter !== 0),
    pard: () => void Object.assign(groups.state(), { outline: -1, style: 0, list: false, inTable: false }),
    plain: () => void Object.assign(groups.state(), { hidden: false, font: fonts.byDefault() }),
    v: hide,
    deleted: hide,
    intbl: () => void (groups.state().inTable = true),
    listtext: skip,
    pntext: skip,
  }
}

const textWords = (groups: Groups, text: ReturnType<typeof createText>): Words => {
  const unlessSkipped = (work: () => void) => () => {
    if (!groups.state().skip) work()
  }
  const endParagraph = unlessSkipped(text.endParagraph)
  const endCell = unlessSkipped(text.endCell)
  const endRow = unlessSkipped(text.endRow)
  return {
    par: endParagraph,
    sect: endParagraph,
    page: unlessSkipped(() => text.breakPage(false)),
    softpage: unlessSkipped(() => text.breakPage(true)),
    cell: endCell,
    nestcell: endCell,
    row: endRow,
    nestrow: endRow,
    footnote: unlessSkipped(() => {
      groups.state().note = true
      text.addMark(' [note : ')
    }),
  }
}
