import type { DocumentBuilder } from '../../building/document-builder.ts'
import { ExtractionError } from '../../failure.ts'
import type { Script } from '../../text/scripts.ts'
import { createFlows } from './rtf-flows.ts'
import type { createFonts } from './rtf-fonts.ts'

/** Properties that a group inherits from the enclosing one. `field`, `aside` and `note` count the enclosing groups of their kind. */
type GroupState = {
  skip: boolean
  destination: string
  unicodeSkip: number
  font: number
  style: number
  outline: number
  inTable: boolean
  list: boolean
  /** Override of the paragraph's list. `listLevel`: level from 0. */
  listName: number
  listLevel: number
  isDropCap: boolean
  hidden: boolean
  deleted: boolean
  isStruck: boolean
  script: Script
  /** Whether the text is the number or bullet of an item. */
  isNumber: boolean
  isResult: boolean
  field: number
  aside: number
  note: number
}

/** Tracks the nested groups and the properties that they inherit and change. */
export function createGroups(builder: DocumentBuilder) {
  const outer: GroupState[] = []
  let state: GroupState = {
    skip: false,
    destination: '',
    unicodeSkip: 1,
    font: 0,
    style: 0,
    outline: -1,
    inTable: false,
    list: false,
    listName: 0,
    listLevel: 0,
    isDropCap: false,
    hidden: false,
    deleted: false,
    isStruck: false,
    script: null,
    isNumber: false,
    isResult: false,
    field: 0,
    aside: 0,
    note: 0,
  }
  return {
    state: () => state,
    isIn: (destination: string) => state.destination === destination,
    open(): void {
      if (outer.length >= builder.limits.depth * 8) throw new ExtractionError('extraction.damaged', 'fichier refusé : structure trop imbriquée')
      outer.push({ ...state })
    },
    /** @returns the state of the group that ends */
    close(): GroupState {
      const endedState = state
      state = outer.pop() ?? state
      return endedState
    },
    skip(destination: string): void {
      state.skip = true
      // Drawings that repeat a shape or picture for older readers are skipped entirely.
      if (state.destination !== 'shprslt' && state.destination !== 'nonshppict') state.destination = destination
      if (destination === 'annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
    },
    /** Reads the group even though the enclosing one is skipped. */
    unskip(destination: string): void {
      Object.assign(state, { skip: false, destination })
    },
  }
}

/** Reads which styles are headings, by outline level or by name. */
export function createStyles() {
  const levels = new Map<number, number>()
  let name = ''
  return {
    named: (character: string) => void (name += character),
    end({ outline, style }: GroupState): void {
      const headingMatch = /^(?:heading|titre)\s*(\d)/i.exec(name.trim())
      if (name === '') return
      if (outline >= 0) levels.set(style, outline + 1)
      else if (headingMatch) levels.set(style, Number(headingMatch[1]))
      name = ''
    },
    levelOf: ({ outline, style }: GroupState): number => (outline >= 0 && outline < 9 ? outline + 1 : (levels.get(style) ?? 0)),
  }
}

type TextContext = {
  groups: ReturnType<typeof createGroups>
  fonts: ReturnType<typeof createFonts>
  styles: ReturnType<typeof createStyles>
  /** Returns the number of the next paragraph of a list. */
  nextNumber(list: number, level: number): string
  /** Called with each text of the result of a field. */
  onResult(text: string): void
  /** @returns true when the text belongs to a formula */
  onFormula(text: string): boolean
}

/** Decodes the characters, and handles the ends of paragraphs, cells and pages. */
export function createText(builder: DocumentBuilder, { groups, fonts, styles, nextNumber, onResult, onFormula }: TextContext) {
  const flows = createFlows(builder)
  let bytes: number[] = []
  let page = 1
  let hasStoredPages = false

  const write = (value: string) => {
    const { isNumber, isResult, script, hidden, deleted, isStruck } = groups.state()
    if (deleted) return
    if (hidden) return builder.hiddenText()
    if (isStruck) builder.struckText(value)
    if (onFormula(value)) return
    if (isResult) onResult(value)
    if (isNumber) flows.addNumber(value)
    else flows.add(value, script)
  }
  const decode = () => {
    if (bytes.length === 0) return
    write(fonts.decode(bytes, groups.state().font))
    bytes = []
  }
  /** Numbers the paragraph. The counters advance even if the file writes the number itself. */
  const numberItem = () => {
    const { list, listName, listLevel } = groups.state()
    const number = list ? nextNumber(listName, listLevel) : ''
    if (number && !flows.hasNumber()) flows.addNumber(number)
  }
  const endParagraph = () => {
    decode()
    const state = groups.state()
    // A paragraph that ends inside a note does not end the paragraph that refers to the note.
    if (state.note > 0) return flows.add(' ', null)
    numberItem()
    flows.endParagraph({ level: styles.levelOf(state), inTable: state.inTable, isItem: state.list, isDropCap: state.isDropCap })
  }

  return {
    decode,
    endParagraph,
    /** Whether the file stores its page ends: explicit breaks alone do not give all the pages. */
    isPaginated: () => hasStoredPages,
    append(value: string): void {
      if (groups.state().skip) return
      decode()
      write(value)
    },
    addByte: (byte: number) => void bytes.push(byte),
    /** Adds a text that the file does not contain, such as a tick box or a note mark. */
    addMark(mark: string): void {
      const { hidden, deleted } = groups.state()
      if (!hidden && !deleted) flows.add(mark, null)
    },
    addBox: flows.addBox,
    beginAside: flows.beginSeparateText,
    endAside(): void {
      // The group has ended: the last paragraph must not get the table state of the enclosing group.
      decode()
      flows.endParagraph({ level: 0, inTable: false, isItem: false, isDropCap: false })
      flows.endSeparateText()
    },
    endCell(): void {
      numberItem()
      flows.endCell()
    },
    endRow: flows.endRow,
    breakPage(isStored: boolean): void {
      endParagraph()
      flows.endTable()
      if (!flows.isBody()) return
      builder.page(++page)
      hasStoredPages ||= isStored
    },
    end(): void {
      endParagraph()
      flows.endTable()
      flows.writeFooters()
    },
  }
}
