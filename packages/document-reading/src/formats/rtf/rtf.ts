import type { DocumentBuilder } from '../../building/document-builder.ts'
import { createUnread } from '../../building/unread.ts'
import { createDrawing } from './rtf-drawing.ts'
import { createFields } from './rtf-fields.ts'
import { createFonts } from './rtf-fonts.ts'
import { createLists } from './rtf-lists.ts'
import { createMath } from './rtf-math.ts'
import { createGroups, createStyles, createText } from './rtf-text.ts'
import { rtfTokens } from './rtf-tokens.ts'
import { createWords } from './rtf-words.ts'

const SKIPPED_DESTINATIONS = new Set(
  (
    'fonttbl colortbl stylesheet info objdata themedata colorschememapping datastore latentstyles listtable ' +
    'listoverridetable revtbl rsidtbl generator xmlnstbl mmathPr mmathPict bkmkstart bkmkend ' +
    'fldinst pgdsctbl filetbl datafield xe tc private template shpinst shprslt sp nonshppict blipuid background wgrffmtfilter userprops annotation atnid ' +
    'atnauthor atrfstart atrfend pn pnseclvl pntxta pntxtb ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn'
  ).split(' '),
)
const READ_OPTIONAL_DESTINATIONS = new Set(['shppict', 'fldrslt', 'dptxbxtext', 'shptxt', 'listtext', 'pntext', 'footnote', 'moMath', 'moMathPara'])
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

/**
 * Reads rich text: charsets per font, Unicode escapes, headings by style, item numbers, tables, notes, page breaks, text boxes and form fields. Headers
 * and footers are boilerplate.
 */
export function readRtf(bytes: Uint8Array, builder: DocumentBuilder): void {
  const { groups, fonts, styles, fields, text, drawing, math, unread, words, capture: onSkippedText } = createParts(builder)
  /** Number of replacement characters left to skip after a Unicode escape: they are for readers without Unicode. */
  let toSkip = 0
  let optional = false
  let tokens = 0

  const onWord = (word: string, parameter: number | null) => {
    if (word === 'u') {
      toSkip = groups.state().unicodeSkip
      if (parameter === null) return
      const character = String.fromCharCode(parameter & 0xffff)
      if (groups.state().skip) onSkippedText(character)
      else text.append(fonts.character(character, groups.state().font))
      return
    }
    if (toSkip > 0) return void toSkip--
    if (optional) {
      optional = false
      if (!READ_OPTIONAL_DESTINATIONS.has(word)) {
        groups.skip(word)
        return words.get(word)?.(parameter)
      }
    }
    text.decode()
    if (math.open(word, parameter)) return
    const character = CHARACTERS.get(word)
    if (character !== undefined) return text.append(character)
    const wordHandler = words.get(word)
    if (wordHandler) wordHandler(parameter)
    else if (SKIPPED_DESTINATIONS.has(word) && parameter === null) groups.skip(word)
  }
  const onByte = (byte: number) => {
    if (toSkip > 0) toSkip--
    else if (groups.state().skip) onSkippedText(String.fromCharCode(byte))
    else text.addByte(byte)
  }
  const onSymbol = (symbol: string) => {
    if (toSkip > 0) toSkip--
    else if (symbol === '*') optional = true
    else if (symbol === '~') text.append('\u00A0')
    else if (symbol === '_') text.append('-')
    else if (symbol === '\n' || symbol === '\r') {
      if (!groups.state().skip) text.endParagraph()
    } else if ('\\{}'.includes(symbol)) {
      if (groups.state().skip) onSkippedText(symbol)
      else text.append(symbol)
    }
  }
  const onClose = () => {
    text.decode()
    toSkip = 0
    optional = false
    if (groups.isIn('stylesheet')) styles.end(groups.state())
    const endedGroup = groups.close()
    const { note, field, aside } = groups.state()
    drawing.endGroup(endedGroup.destination)
    math.endGroup(endedGroup.destination)
    if (endedGroup.field > field) fields.end()
    if (endedGroup.note > note) text.addMark(']')
    if (endedGroup.aside > aside) text.endAside()
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
  unread.warn(builder)
  if (!text.isPaginated()) builder.forgetPageNumbers()
}

function createParts(builder: DocumentBuilder) {
  const groups = createGroups(builder)
  const fonts = createFonts()
  const styles = createStyles()
  const lists = createLists(groups, fonts)
  const unread = createUnread()
  const write = (value: string) => text.addMark(value)
  const fields = createFields(unread, write)
  const math = createMath(groups, write, () => unread.add('formula'))
  const onFormula = (value: string) => {
    if (math.isOpen()) math.text(value)
    return math.isOpen()
  }
  const text = createText(builder, { groups, fonts, styles, nextNumber: lists.next, onResult: fields.addResult, onFormula })
  const drawing = createDrawing(groups, unread, text.addBox)
  const words = createWords({ groups, fonts, lists, text, fields, drawing, unread })
  const captures: Readonly<Record<string, (characters: string) => void>> = {
    stylesheet: (characters) => characters !== ';' && styles.named(characters),
    fonttbl: (characters) => fonts.addName(groups.state().font, characters),
    ...fields.captures,
    ...lists.captures,
    ...drawing.captures,
  }
  const capture = (characters: string) => {
    captures[groups.state().destination]?.(characters)
    math.addProperty(characters)
  }
  return { groups, fonts, styles, fields, text, drawing, math, unread, words, capture }
}
