import type { WrittenBlock, WrittenDocument } from '@parvis/contract'
import { contentKey, mergeBlocks, type MergeConflict } from '@parvis/written-document'

/** State of the saving. `saving`: a change is about to be sent, or being sent. `local`: it could not be sent, and is stored in this browser. */
export type DocumentSaveState = 'saved' | 'saving' | 'local' | 'conflict'

/** Fields of a document that the desk changes. */
interface WrittenText {
  title: string
  kind: WrittenDocument['kind']
  blocks: readonly WrittenBlock[]
}

/** Unsaved text, as stored in the tab, with the version that it was written from. */
export interface LocalCopy {
  base: WrittenText
  mine: WrittenText
  conflicts: readonly MergeConflict[]
}

export interface StoreDeps {
  /** Reads the document from the server. */
  read: () => Promise<WrittenDocument>
  /** Saves it. @param isLeaving the page is being left: the request must outlive it */
  write: (text: WrittenText, expected_updated_at: string, isLeaving: boolean) => Promise<WrittenDocument>
  /** Keeps the copy in the tab; null forgets it. */
  keep: (copy: LocalCopy | null) => void
  /** Runs the function later, and returns a function that cancels it. */
  later: (run: () => void, delayMs: number) => () => void
  isStale: (error: unknown) => boolean
  /** Whether the same request may succeed later. */
  isTemporary: (error: unknown) => boolean
}

interface StoreSnapshot {
  document: WrittenDocument
  state: DocumentSaveState
  conflicts: readonly MergeConflict[]
  /** Failure of the last saving; null after a success. */
  error: unknown
}

/** Delay, in milliseconds, between a change and its saving; each change restarts it, up to `maxDelayMs` after the first one. */
const delayMs = 1_500
const maxDelayMs = 6_000
const firstRetryMs = 3_000
const maxRetryMs = 60_000

/**
 * Text of a document being written: what the person types, stored in the tab, saved under an optimistic lock, and merged by block with what another tab or
 * another person saved meanwhile.
 */
export class DocumentStore {
  /** Last version known of the server. */
  private server: WrittenDocument
  private base: WrittenText
  private mine: WrittenText
  private conflicts: readonly MergeConflict[] = []
  private error: unknown = null
  /** Text of a request without an answer: the server may have saved it. */
  private unanswered: WrittenText | null = null
  /** Version received while a request was running. */
  private received: WrittenDocument | null = null
  private isSending = false
  private isStopped = true
  private retryMs = firstRetryMs
  private cancelTimer: (() => void) | null = null
  private dirtySince: number | null = null
  private current: StoreSnapshot
  private readonly listeners = new Set<() => void>()
  private readonly deps: StoreDeps

  /** @param copy unsaved text of an earlier visit of this tab, merged with the document */
  constructor(opened: WrittenDocument, copy: LocalCopy | null, deps: StoreDeps) {
    this.server = opened
    this.base = this.mine = textOf(opened)
    this.deps = deps
    if (copy !== null) {
      this.conflicts = copy.conflicts
      this.merge(opened, copy.base, copy.mine)
    }
    this.current = this.snapshotNow()
  }

  readonly snapshot = (): StoreSnapshot => this.current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Saves what an earlier visit left unsaved. */
  start(): void {
    this.isStopped = false
    if (this.isDirty()) this.plan(0)
  }

  /** Stops the timer. What is not saved stays in the tab. */
  stop(): void {
    this.isStopped = true
    this.cancelTimer?.()
    this.cancelTimer = null
  }

  change(changes: Partial<WrittenText>): void {
    this.mine = { ...this.mine, ...changes }
    this.dirtySince ??= Date.now()
    if (this.error === null || !this.deps.isTemporary(this.error)) this.plan(Math.max(0, Math.min(delayMs, this.dirtySince + maxDelayMs - Date.now())))
    this.publish()
  }

  /** Takes the version of the server, merged with what was written here since. */
  receive(version: WrittenDocument): void {
    if (Date.parse(version.updated_at) <= Date.parse(this.server.updated_at)) return
    // It may be the text of the running request, which must not be merged with itself.
    if (this.isSending) return void (this.received = version)
    this.merge(version, this.base, this.mine)
    this.publish()
    if (this.isDirty()) this.plan(delayMs)
  }

  /** Saves now: on leaving, when the network or the session comes back. */
  flush(isLeaving = false): Promise<void> {
    this.error = null
    return this.save(isLeaving)
  }

  /** Ends a conflict with one of its two texts. */
  settle(conflict: MergeConflict, choice: 'mine' | 'theirs'): void {
    this.conflicts = this.conflicts.filter((one) => one !== conflict)
    if (choice === 'theirs') return this.publish()
    const text = conflict.mine as WrittenBlock
    const { blocks } = this.mine
    const isPresent = blocks.some(({ id }) => id === text.id)
    this.change({ blocks: isPresent ? blocks.map((block) => (block.id === text.id ? text : block)) : [...blocks, text] })
  }

  private isDirty(): boolean {
    return !isSameText(this.mine, this.base)
  }

  private snapshotNow(): StoreSnapshot {
    const { server, mine, conflicts, error } = this
    const document = { ...server, ...mine, blocks: mine.blocks as WrittenBlock[] }
    return { document, state: this.stateNow(), conflicts, error }
  }

  private stateNow(): DocumentSaveState {
    if (this.conflicts.length > 0) return 'conflict'
    if (!this.isDirty() && !this.isSending) return 'saved'
    return this.error === null ? 'saving' : 'local'
  }

  private publish(): void {
    const { base, mine, conflicts } = this
    this.deps.keep(this.isDirty() || conflicts.length > 0 ? { base, mine, conflicts } : null)
    this.current = this.snapshotNow()
    for (const listener of this.listeners) listener()
  }

  private plan(delay: number): void {
    this.cancelTimer?.()
    this.cancelTimer = null
    if (this.isStopped) return
    this.cancelTimer = this.deps.later(() => {
      this.cancelTimer = null
      void this.save(false)
    }, delay)
  }

  private merge(version: WrittenDocument, base: WrittenText, mine: WrittenText): void {
    const theirs = textOf(version)
    const from = this.unanswered !== null && isSameText(theirs, this.unanswered) ? this.unanswered : base
    this.unanswered = null
    const merged = mergeBlocks(from.blocks, mine.blocks, theirs.blocks)
    const isKnown = (added: MergeConflict) => this.conflicts.some((one) => one.id === added.id && contentKey(one.mine) === contentKey(added.mine))
    this.conflicts = [...this.conflicts, ...merged.conflicts.filter((added) => !isKnown(added))]
    this.server = version
    this.base = theirs
    this.mine = {
      title: mine.title === from.title ? theirs.title : mine.title,
      kind: mine.kind === from.kind ? theirs.kind : mine.kind,
      blocks: sameBlocks(merged.blocks as WrittenBlock[], mine.blocks),
    }
  }

  private async save(isLeaving: boolean): Promise<void> {
    if (this.isSending || !this.isDirty()) return
    this.isSending = true
    const sent = this.mine
    this.dirtySince = null
    try {
      const answer = await this.deps.write(sent, this.server.updated_at, isLeaving)
      this.server = answer
      this.base = { title: answer.title, kind: answer.kind, blocks: sent.blocks }
      // The server may have trimmed the title: only a title typed since stays.
      if (this.mine.title === sent.title) this.mine = { ...this.mine, title: answer.title }
      this.error = null
      this.unanswered = null
      this.retryMs = firstRetryMs
    } catch (failure) {
      await this.handleFailure(failure, sent)
    } finally {
      this.isSending = false
    }
    const { received } = this
    this.received = null
    if (received !== null && Date.parse(received.updated_at) > Date.parse(this.server.updated_at)) this.merge(received, this.base, this.mine)
    this.publish()
    if (this.isDirty() && this.error === null) this.plan(delayMs)
  }

  private async handleFailure(failure: unknown, sent: WrittenText): Promise<void> {
    let reason = failure
    if (this.deps.isStale(failure)) {
      try {
        this.merge(await this.deps.read(), this.base, this.mine)
        this.error = null
        return
      } catch (readFailure) {
        reason = readFailure
      }
    } else this.unanswered = sent
    this.error = reason
    if (!this.deps.isTemporary(reason)) return
    this.plan(this.retryMs)
    this.retryMs = Math.min(maxRetryMs, this.retryMs * 2)
  }
}

const textOf = ({ title, kind, blocks }: WrittenDocument): WrittenText => ({ title, kind, blocks })

function isSameText(left: WrittenText, right: WrittenText): boolean {
  if (left.title !== right.title || left.kind !== right.kind) return false
  if (left.blocks === right.blocks) return true
  return left.blocks.length === right.blocks.length && left.blocks.every((block, index) => isSameBlock(block, right.blocks[index]!))
}

const isSameBlock = (left: WrittenBlock, right: WrittenBlock): boolean => left === right || (left.id === right.id && contentKey(left) === contentKey(right))

/** The same array when nothing differs, so that the editor changes nothing. */
function sameBlocks(blocks: readonly WrittenBlock[], known: readonly WrittenBlock[]): readonly WrittenBlock[] {
  return blocks.length === known.length && blocks.every((block, index) => isSameBlock(block, known[index]!)) ? known : blocks
}
