import type { WrittenBlock, WrittenDocument } from '@parvis/contract'
import type { MergeConflict } from '@parvis/written-document'
import { readDraft, saveDraft } from '../../api/drafts.ts'
import type { LocalCopy } from './document-store.ts'

/** Delay, in milliseconds, before a copy is written: it is not serialised at each key. */
const delayMs = 200

export type LocalCopies = ReturnType<typeof createLocalCopies>

/** Unsaved text of a document, stored in the tab as every draft is: cleared at sign-out, and for another person. @param key storage key, with the user's id */
export function createLocalCopies(key: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: LocalCopy | null | undefined
  const flush = () => {
    clearTimeout(timer)
    if (pending === undefined) return
    saveDraft(key, pending === null ? '' : JSON.stringify(packCopy(pending)))
    pending = undefined
  }
  return {
    /** Reads the copy. @param opened the document as the server has it: the copy has only the blocks that were changed */
    read: (opened: WrittenDocument): LocalCopy | null => parseCopy(readDraft(key), opened),
    keep(copy: LocalCopy | null) {
      const isPlanned = pending !== undefined
      pending = copy
      if (copy === null) flush()
      else if (!isPlanned) timer = setTimeout(flush, delayMs)
    },
    /** Writes what is pending, for a page that is being left. */
    flush,
  }
}

type Side = Omit<LocalCopy['mine'], 'blocks'> & {
  /** Ids of the blocks, in their order. */
  order: string[]
  /** Blocks that are not the same on both sides. */
  changed: WrittenBlock[]
}

/** Copy as stored: a long document is not written again for each word. */
export interface PackedCopy {
  base: Side
  mine: Side
  conflicts: readonly MergeConflict[]
}

export function packCopy({ base, mine, conflicts }: LocalCopy): PackedCopy {
  const side = (own: LocalCopy['mine'], other: LocalCopy['mine']): Side => {
    const others = new Set(other.blocks)
    const { title, kind, blocks } = own
    return { title, kind, order: blocks.map(({ id }) => id), changed: blocks.filter((block) => !others.has(block)) }
  }
  return { base: side(base, mine), mine: side(mine, base), conflicts }
}

/** Copy with all its blocks. An unchanged block is that of the server; one that the server no longer has was deleted there, and nothing of it is needed. */
export function unpackCopy({ base, mine, conflicts }: PackedCopy, { blocks }: Pick<WrittenDocument, 'blocks'>): LocalCopy {
  const current = new Map(blocks.map((block) => [block.id, block]))
  const whole = ({ title, kind, order, changed }: Side) => {
    const own = new Map(changed.map((block) => [block.id, block]))
    return { title, kind, blocks: order.flatMap((id) => own.get(id) ?? current.get(id) ?? []) }
  }
  return { base: whole(base), mine: whole(mine), conflicts }
}

function parseCopy(json: string, opened: WrittenDocument): LocalCopy | null {
  if (json === '') return null
  try {
    return unpackCopy(JSON.parse(json) as PackedCopy, opened)
  } catch {
    return null
  }
}
