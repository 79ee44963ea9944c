import type { DocumentBuilder } from '../../building/document-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import { convertSymbols } from '../../text/symbol-fonts.ts'
import { createFormulas } from '../ooxml/formulas.ts'
import { createFields } from './docx-fields.ts'
import type { DocxPageCounter } from './docx-pages.ts'
import type { BodyContext, ParagraphReader } from './docx-paragraphs.ts'
import { createRuns, isOn } from './docx-runs.ts'
import type { BackgroundTracker } from './docx-shades.ts'

type BodyState = { paragraphs: ParagraphReader; shades: BackgroundTracker; pages: DocxPageCounter }

/** Whether the element is a text, of a document or of a formula (two namespaces). */
const isText = (name: string): boolean => name === 'w:t' || name === 'm:t'

/** Reads the content of paragraphs: runs, symbols, formulas, fields. The placeholder text of empty content controls is skipped. */
export function createInline(builder: DocumentBuilder, { styles, unread, isHead }: BodyContext, { paragraphs, shades, pages }: BodyState) {
  const runs = createRuns(styles)
  const formulas = createFormulas(
    (text) => paragraphs.add(text),
    () => unread.add('formula', 'trop imbriquée'),
  )
  const write = (text: string) => {
    const paragraph = paragraphs.current()
    if (!paragraph || text === '' || prompts.areOpen() || fields.isMuted()) return
    if (runs.isHiding(shades.backgroundOf(paragraph))) return builder.hiddenText()
    if (formulas.isOpen()) formulas.text(text)
    else paragraphs.add(text, runs.script())
    if (runs.isStruck()) builder.struckText(text)
    fields.shown()
    pages.written()
  }
  const prompts = createPlaceholders()
  const fields = createFields({ write, isHead, onUnread: (code) => unread.add('field', code) })
  let inText = false
  return {
    /** @returns true when the element is inline content, with no other role */
    open(name: string, a: XmlAttributes): boolean {
      prompts.open(name, a)
      const isOfFormula = formulas.open(name, a)
      if (runs.open(name, a) || isOfFormula || fields.open(name, a)) return true
      if (isText(name)) inText = true
      else if (name === 'w:sym') write(convertSymbols(String.fromCharCode(Number.parseInt(a['w:char'] ?? '', 16) || 0x20), a['w:font']))
      else return false
      return true
    },
    close(name: string): void {
      prompts.close(name)
      formulas.close(name)
      runs.close(name)
      fields.close(name)
      if (isText(name)) inText = false
    },
    text(text: string): void {
      if (fields.isInCode()) fields.code(text)
      else if (inText) write(convertSymbols(text, runs.font()))
    },
  }
}

/** Tracks the content controls that display placeholder text (`w:showingPlcHdr`), which are empty. */
function createPlaceholders() {
  const controls: boolean[] = []
  let open = 0
  return {
    areOpen: () => open > 0,
    open(name: string, a: XmlAttributes): void {
      if (name === 'w:sdt') controls.push(false)
      else if (name === 'w:showingPlcHdr' && controls.length > 0) controls[controls.length - 1] = isOn(a)
      else if (name === 'w:sdtContent' && controls.at(-1)) open++
    },
    close(name: string): void {
      if (name === 'w:sdtContent' && controls.at(-1)) open--
      else if (name === 'w:sdt') controls.pop()
    },
  }
}
