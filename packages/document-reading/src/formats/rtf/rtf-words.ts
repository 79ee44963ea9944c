import type { UnreadContent } from '../../building/unread.ts'
import type { Script } from '../../text/scripts.ts'
import type { createDrawing } from './rtf-drawing.ts'
import type { createFields } from './rtf-fields.ts'
import type { SeparateTextKind } from './rtf-flows.ts'
import type { createFonts } from './rtf-fonts.ts'
import type { createLists } from './rtf-lists.ts'
import type { createGroups, createText } from './rtf-text.ts'

type Groups = ReturnType<typeof createGroups>
type Fonts = ReturnType<typeof createFonts>
type Text = ReturnType<typeof createText>
type Fields = ReturnType<typeof createFields>
type Lists = ReturnType<typeof createLists>
type RtfReader = { groups: Groups; fonts: Fonts; lists: Lists; text: Text; fields: Fields; drawing: ReturnType<typeof createDrawing>; unread: UnreadContent }
type WordHandlers = Readonly<Record<string, (parameter: number | null) => void>>

/** Handlers of control words, by name. */
export const createWords = ({ groups, fonts, lists, text, fields, drawing, unread }: RtfReader): ReadonlyMap<string, WordHandlers[string]> =>
  new Map(
    Object.entries({
      ...fontWords(groups, fonts, lists),
      ...stateWords(groups, { fonts, lists, unread }),
      ...lists.words,
      ...textWords(groups, text),
      ...fieldWords(groups, fields),
      ...separateTextWords(groups, text),
      ...drawing.words,
    }),
  )

const fontWords = (groups: Groups, fonts: Fonts, lists: Lists): WordHandlers => ({
  ansicpg: fonts.selectCodepage,
  mac: () => fonts.selectEncoding('macroman'),
  pc: () => fonts.selectEncoding('cp437'),
  pca: () => fonts.selectEncoding('cp850'),
  deff: (parameter) => void (groups.state().font = fonts.setDefault(parameter ?? 0)),
  f(parameter) {
    groups.state().font = parameter ?? 0
    lists.setFont(parameter ?? 0)
  },
  fcharset: (parameter) => void (groups.isIn('fonttbl') && fonts.declare(groups.state().font, parameter ?? 1)),
})

/** Minimum shift, in half-points, for raised or lowered text to be an exponent or an index. */
const MIN_SCRIPT_SHIFT = 4

const stateWords = (groups: Groups, { fonts, lists, unread }: Pick<RtfReader, 'fonts' | 'lists' | 'unread'>): WordHandlers => {
  const hide = (parameter: number | null) => void (groups.state().hidden = parameter !== 0)
  const strike = (parameter: number | null) => void (groups.state().isStruck = parameter !== 0)
  const raise = (script: Script) => void (groups.state().script = script)
  const number = () => {
    if (!groups.state().skip) groups.state().isNumber = true
  }
  return {
    uc: (parameter) => void (groups.state().unicodeSkip = parameter ?? 1),
    s: (parameter) => void (groups.state().style = parameter ?? 0),
    outlinelevel: (parameter) => void (groups.state().outline = parameter ?? -1),
    ls(parameter) {
      if (!lists.override(parameter ?? 0)) Object.assign(groups.state(), { list: parameter !== 0, listName: parameter ?? 0 })
    },
    ilvl: (parameter) => void (groups.state().listLevel = parameter ?? 0),
    dropcapli: (parameter) => void (groups.state().isDropCap = parameter !== 0),
    pard: () => void Object.assign(groups.state(), { outline: -1, style: 0, list: false, listName: 0, listLevel: 0, isDropCap: false, inTable: false }),
    plain: () => void Object.assign(groups.state(), { hidden: false, deleted: false, struck: false, script: null, font: fonts.byDefault() }),
    v: hide,
    strike,
    striked: strike,
    deleted(parameter) {
      const state = groups.state()
      if (parameter !== 0 && !state.deleted && !state.skip) unread.add('deletion')
      state.deleted = parameter !== 0
    },
    intbl: () => void (groups.state().inTable = true),
    super: (parameter) => raise(parameter === 0 ? null : 'superscript'),
    sub: (parameter) => raise(parameter === 0 ? null : 'subscript'),
    up: (parameter) => raise((parameter ?? MIN_SCRIPT_SHIFT) >= MIN_SCRIPT_SHIFT ? 'superscript' : null),
    dn: (parameter) => raise((parameter ?? MIN_SCRIPT_SHIFT) >= MIN_SCRIPT_SHIFT ? 'subscript' : null),
    nosupersub: () => raise(null),
    listtext: number,
    pntext: number,
  }
}

const textWords = (groups: Groups, text: Text): WordHandlers => {
  const unlessSkipped = (work: () => void) => () => {
    if (!groups.state().skip) work()
  }
  const end = unlessSkipped(text.endParagraph)
  const endCell = unlessSkipped(text.endCell)
  const endRow = unlessSkipped(text.endRow)
  return {
    par: end,
    sect: end,
    page: unlessSkipped(() => text.breakPage(false)),
    softpage: unlessSkipped(() => text.breakPage(true)),
    cell: endCell,
    nestcell: endCell,
    row: endRow,
    nestrow: endRow,
    footnote: unlessSkipped(() => {
      groups.state().note += 1
      text.addMark(' [note : ')
    }),
  }
}

const fieldWords = (groups: Groups, fields: Fields): WordHandlers => {
  const set = (key: Parameters<typeof fields.setForm>[0]) => (parameter: number | null) => fields.setForm(key, parameter)
  return {
    field() {
      if (groups.state().skip) return
      Object.assign(groups.state(), { field: groups.state().field + 1, isResult: false })
      fields.begin()
    },
    fldrslt() {
      if (!groups.state().skip) groups.state().isResult = true
    },
    formfield: fields.beginForm,
    fftype: set('type'),
    ffres: set('chosen'),
    ffdefres: set('defaultValue'),
    ffl: fields.beginEntry,
  }
}

/** Handlers of texts separate from the body: headers, footers and text boxes. */
const separateTextWords = (groups: Groups, text: Text): WordHandlers => {
  const begin = (kind: SeparateTextKind) => {
    const { aside } = groups.state()
    Object.assign(groups.state(), {
      aside: aside + 1,
      inTable: false,
      list: false,
      isDropCap: false,
      style: 0,
      outline: -1,
      script: null,
      note: 0,
      isResult: false,
    })
    text.beginAside(kind)
  }
  const unlessSkipped = (kind: SeparateTextKind) => () => {
    if (!groups.state().skip) begin(kind)
  }
  const box = () => {
    // The drawing for readers that do not support shapes repeats the text.
    if (groups.isIn('shprslt')) return
    groups.unskip('shptxt')
    begin('box')
  }
  const [header, footer] = [unlessSkipped('header'), unlessSkipped('footer')]
  return {
    header,
    headerl: header,
    headerr: header,
    headerf: header,
    footer,
    footerl: footer,
    footerr: footer,
    footerf: footer,
    shptxt: box,
    dptxbxtext: box,
  }
}
