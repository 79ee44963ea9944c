import { escapeXml, type InlineNode, type TrackedChange } from '@parvis/markdown'
import { element } from '../xml.ts'

/** Writes the tracked changes of one text. A change of whole blocks begins or ends at the start of a paragraph, because it includes paragraph marks. */
export type OdtChanges = {
  /** `<text:changed-region>` of each change. */
  regions: string[]
  /** Deletes a block: it is written in its region, which stands where the next block begins. */
  deleteBlock(change: TrackedChange, block: string): void
  /** Marks at the start of a paragraph, or before a table, that is unchanged or inserted. */
  begin(change: TrackedChange | undefined): string
  /** Marks after the last block. */
  end(): string
  /** Writes a part of a paragraph inside its change. */
  wrap(change: TrackedChange | undefined, content: string): string
}

const isSame = (one: TrackedChange, other: TrackedChange) => one.author === other.author && one.date === other.date

const isTable = (block: string) => block.startsWith('<table:table ')

/** Empty paragraph that ends a deletion: its mark joins what follows. */
const joint = '<text:p/>'

export function createOdtChanges(): OdtChanges {
  const regions: string[] = []
  let insertion: { change: TrackedChange; id: string } | null = null
  let deletion: { change: TrackedChange; blocks: string; hasTable: boolean } | null = null
  /** Complete deletions of other authors, not yet positioned. */
  let marks = ''
  const region = ({ kind, author, date }: TrackedChange, content = ''): string => {
    const id = `pvchange${regions.length + 1}`
    const info = `<office:change-info><dc:creator>${escapeXml(author)}</dc:creator><dc:date>${escapeXml(date.replace(/(?:\.\d+)?Z$/, ''))}</dc:date></office:change-info>`
    const name = kind === 'inserted' ? 'text:insertion' : 'text:deletion'
    regions.push(element('text:changed-region', { 'xml:id': id, 'text:id': id }, element(name, {}, info, content)))
    return id
  }
  const mark = (name: string, id: string) => element(name, { 'text:change-id': id })
  const endInsertion = () => {
    const ended = insertion === null ? '' : mark('text:change-end', insertion.id)
    insertion = null
    return ended
  }
  const endDeletion = (isNextInserted: boolean) => {
    if (deletion === null) return
    // LibreOffice loses one end of a deletion that begins with a table beside another change.
    const isLost = isTable(deletion.blocks) && (isNextInserted || marks !== '')
    marks += mark('text:change', region(deletion.change, `${isLost ? joint : ''}${deletion.blocks}${joint}`))
    deletion = null
  }
  const takeMarks = () => {
    const taken = marks
    marks = ''
    return taken
  }
  return {
    regions,
    deleteBlock(change, block) {
      const hasTable = deletion?.hasTable === true || isTable(block)
      // LibreOffice misplaces a table that shares its position with another deletion: both have the author of the first.
      if (deletion !== null && !hasTable && !isSame(deletion.change, change)) endDeletion(false)
      marks += endInsertion()
      deletion = { change: deletion?.change ?? change, blocks: `${deletion?.blocks ?? ''}${block}`, hasTable }
    },
    begin(change) {
      endDeletion(change !== undefined)
      if (insertion !== null && (change === undefined || !isSame(insertion.change, change))) marks += endInsertion()
      if (insertion === null && change !== undefined) {
        insertion = { change, id: region(change) }
        marks += mark('text:change-start', insertion.id)
      }
      return takeMarks()
    },
    end() {
      const isDeletion = deletion !== null
      endDeletion(false)
      marks += endInsertion()
      // A deletion at the end of the text needs a paragraph to stand in.
      return isDeletion ? element('text:p', {}, takeMarks()) : takeMarks()
    },
    wrap(change, content) {
      if (change === undefined || content === '') return content
      if (change.kind === 'deleted') return mark('text:change', region(change, element('text:p', {}, content)))
      const id = region(change)
      return `${mark('text:change-start', id)}${content}${mark('text:change-end', id)}`
    },
  }
}

/** Content once every change is accepted, or refused. */
export const resolveChanges = (content: readonly InlineNode[], keep: TrackedChange['kind']): InlineNode[] =>
  content.flatMap((part): InlineNode[] => {
    if (part.kind === 'link') {
      const inside = resolveChanges(part.content, keep)
      return inside.length === 0 ? [] : [{ ...part, content: inside }]
    }
    return part.change === undefined || part.change.kind === keep ? [{ ...part, change: undefined }] : []
  })
