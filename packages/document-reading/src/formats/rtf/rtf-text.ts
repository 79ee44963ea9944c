import type { DocumentBuilder } from '../../building/document-builder.ts'
import { ExtractionError } from '../../failure.ts'
import type { Script } from '../../text/scripts.ts'
import { createFlows } from './rtf-flows.ts'
import type { createFonts } from './rtf-fonts.ts'

/** Properties that a group inherits from the one around it. `field`, `aside` and `note` count the groups of their kind around it. */
export type State = {
  skip: boolean
  destination: string
  unicodeSkip: number
  font: number
  style: number
  outline: number
  inTable: boolean
  list: boolean
  /** Override of the list of the paragraph, and level from 0. */
  listName: number
  listLevel: number
  isDropCap: boolean
  hidden: boolean
  deleted: boolean
  struck: boolean
  script: Script
  /** The text is the number or the bullet of an item. */
  isNumber: boolean
  isResult: boolean
  field: number
  aside: number
  note: number
}

/** Groups, one inside the other: what each inherits and changes. */
export function createGroups(builder: DocumentBuilder) {
  const outer: State[] = []
  let state: State = {
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
    struck: false,
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
    /** @returns the group that ends */
    close(): State {
      const ended = state
      state = outer.pop() ?? state
      return ended
    },
    skip(destination: string): void {
      state.skip = true
      // Nothing is read inside the drawings that repeat a shape or a picture for older readers.
      if (state.destination !== 'shprslt' && state.destination !== 'nonshppict') state.destination = destination
      if (destination === 'annotation') builder.warn('comments_ignored', 'Les commentaires du document n’ont pas été lus.')
    },
    /** Reads the group although the one around it is skipped. */
    unskip(destination: string): void {
      Object.assign(state, { skip: false, destination })
    },
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

type Around = {
  groups: ReturnType<typeof createGroups>
  fonts: ReturnType<typeof createFonts>
  styles: ReturnType<typeof createStyles>
  /** Computes the number of the next paragraph of a list. */
  nextNumber(list: number, level: number): string
  /** Called with each text of the result of a field. */
  onResult(text: string): void
  /** @returns whether the text belongs to a formula */
  onFormula(text: string): boolean
}

/** Decodes the characters as they come, and tells where paragraphs, cells and pages end. */
export function createText(builder: DocumentBuilder, { groups, fonts, styles, nextNumber, onResult, onFormula }: Around) {
  const flows = createFlows(builder)
  let bytes: number[] = []
  let page = 1
  let paginated = false

  const write = (value: string) => {
    const { isNumber, isResult, script, hidden, deleted, struck } = groups.state()
    if (deleted) return
    if (hidden) return builder.hiddenText()
    if (struck) builder.struckText(value)
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
  /** Numbers are counted where the file writes them too. */
  const numberItem = () => {
    const { list, listName, listLevel } = groups.state()
    const number = list ? nextNumber(listName, listLevel) : ''
    if (number && !flows.hasNumber()) flows.addNumber(number)
  }
  const endParagraph = () => {
    decode()
    const state = groups.state()
    // A paragraph that ends inside a note does not end the one that calls it.
    if (state.note > 0) return flows.add(' ', null)
    numberItem()
    flows.endParagraph({ level: styles.levelOf(state), inTable: state.inTable, isItem: state.list, isDropCap: state.isDropCap })
  }

  return {
    decode,
    endParagraph,
    /** Breaks that people asked for are not all the pages. */
    isPaginated: () => paginated,
    append(value: string): void {
      if (groups.state().skip) return
      decode()
      write(value)
    },
    addByte: (byte: number) => void bytes.push(byte),
    /** Adds a text that the file does not write: the sign of a box, the mark of a note. */
    addMark(mark: string): void {
      const { hidden, deleted } = groups.state()
      if (!hidden && !deleted) flows.add(mark, null)
    },
    addBox: flows.addBox,
    beginAside: flows.beginAside,
    endAside(): void {
      // The group of the text apart has ended: its last paragraph is not one of the table around it.
      decode()
      flows.endParagraph({ level: 0, inTable: false, isItem: false, isDropCap: false })
      flows.endAside()
    },
    endCell(): void {
      numberItem()
      flows.endCell()
    },
    endRow: flows.endRow,
    breakPage(isNoted: boolean): void {
      endParagraph()
      flows.endTable()
      if (!flows.isBody()) return
      builder.page(++page)
      paginated ||= isNoted
    },
    end(): void {
      endParagraph()
      flows.endTable()
      flows.writeFooters()
    },
  }
}
