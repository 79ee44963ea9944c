import { routes, type WrittenBlock, type WrittenDocument } from '@parvis/contract'
import { blockText, mergeBlocks, type Block } from '@parvis/written-document'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isFullRun } from '../../../testing/full-run.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'

const { chat, conversations, grants, proposals, writtenDocuments } = routes

// A thousand interleavings in a full proof (npm run prove).
const runs = isFullRun ? 1_000 : 12

/** Reply that waits for the test to end it. */
let pending: { numbers: number; end(answer: string): void } | null = null
const app = openTestApp({
  llm: {
    async complete(request) {
      const numbers = request.messages[0]!.content.match(/^¶\d+/gm)?.length ?? 0
      const answer = await new Promise<string>((end) => (pending = { numbers, end }))
      for (let at = 0; at < answer.length; at += 9) request.onDelta(answer.slice(at, at + 9))
      return { finish: 'stop', model: 'essai', usage: null }
    },
  },
  config: { chat: { maxRunning: 10_000, maxPerMinute: 1_000_000 } },
})
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

/** Every text is written once: a text that is neither in the document, nor in a conflict, nor replaced by a person who saw it, is lost. */
class Ledger {
  private readonly expected = new Set<string>()
  private count = 0
  next(): string {
    this.count += 1
    return `Texte ${this.count}.`
  }
  write(text: string): void {
    this.expected.add(text)
  }
  /** Forgets a text that a person who saw it replaced or deleted. */
  replace(text: string): void {
    this.expected.delete(text)
  }
  missingFrom(texts: ReadonlySet<string>): string[] {
    return [...this.expected].filter((text) => !texts.has(text))
  }
}

/** Tab of a person, which saves as the application does: with the version that it read, and a merge when another one was saved meanwhile. */
class Tab {
  blocks: WrittenBlock[] = []
  private base: WrittenBlock[] = []
  private updated_at = ''
  readonly conflicts: string[] = []
  private readonly id: string
  private readonly token: string
  constructor(document: WrittenDocument, token: string) {
    this.id = document.id
    this.token = token
    this.read(document)
  }
  private read({ blocks, updated_at }: Pick<WrittenDocument, 'blocks' | 'updated_at'>): void {
    this.base = blocks
    this.blocks = [...blocks]
    this.updated_at = updated_at
  }
  /** Merges what is written here with the present document. */
  private merge(current: Pick<WrittenDocument, 'blocks' | 'updated_at'>): void {
    const { blocks, conflicts } = mergeBlocks(this.base as Block[], this.blocks as Block[], current.blocks as Block[])
    for (const { mine } of conflicts) this.conflicts.push(blockText(mine))
    this.base = current.blocks
    this.blocks = blocks as WrittenBlock[]
    this.updated_at = current.updated_at
  }
  async reload(): Promise<void> {
    this.merge((await app.call(writtenDocuments.get, { token: this.token, params: { id: this.id } })).body)
  }
  async save(): Promise<void> {
    for (;;) {
      const body = { blocks: this.blocks, expected_updated_at: this.updated_at }
      const answer = await app.call(writtenDocuments.update, { token: this.token, params: { id: this.id }, body })
      if (answer.status === 200) return this.read(answer.body)
      if (answer.error.code !== 'request.stale') throw new Error(answer.text)
      this.merge((answer.body as unknown as { changed: { current: WrittenDocument } }).changed.current)
    }
  }
  /** Changes, deletes or inserts a block, as the person sees it. */
  type(kind: 'change' | 'delete' | 'insert' | 'move', at: number, ledger: Ledger): void {
    const index = this.blocks.length === 0 ? 0 : at % this.blocks.length
    const old = this.blocks[index]
    if (kind === 'insert' || old === undefined) {
      const text = ledger.next()
      ledger.write(text)
      this.blocks.splice(index, 0, { id: crypto.randomUUID(), kind: 'paragraph', style: 'body', text })
    } else if (kind === 'move') this.blocks.splice((at * 7) % this.blocks.length, 0, ...this.blocks.splice(index, 1))
    else {
      ledger.replace(blockText(old as Block))
      if (kind === 'delete') this.blocks.splice(index, 1)
      else {
        const text = ledger.next()
        ledger.write(text)
        this.blocks[index] = { ...old, text } as WrittenBlock
      }
    }
  }
}

let conversation_id: string
beforeAll(async () => {
  conversation_id = (await app.call(conversations.findOrCreate, { token: ana.token, body: {} })).body.id
})

const step = fc.record({
  who: fc.nat(2),
  at: fc.nat(30),
  what: fc.constantFrom('change', 'change', 'delete', 'insert', 'move', 'save', 'save', 'reload', 'ask', 'answer', 'accept'),
})

test(
  'two people, two tabs and a reply that is being written: no text is lost, whatever their order',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const ledger = new Ledger()
        const first = Array.from({ length: 5 }, () => ledger.next())
        for (const text of first) ledger.write(text)
        const made = { title: 'À plusieurs', markdown: first.join('\n\n'), conversation_id }
        const document = (await app.call(writtenDocuments.create, { token: ana.token, body: made })).body
        const { id } = document
        const shared = { grants: [{ subject: 'user' as const, id: bruno.id, level: 'edit' as const }] }
        await app.call(grants.set, { token: ana.token, params: { kind: 'written_document', id }, body: shared })
        const tabs = [new Tab(document, ana.token), new Tab(document, ana.token), new Tab(document, bruno.token)]
        let reply: Promise<unknown> | null = null
        const endReply = async (at: number) => {
          if (reply === null || pending === null) return
          const { numbers, end } = pending
          const number = 1 + (at % Math.max(1, numbers))
          end(`@@ remplacer ${number}\n${ledger.next()}\n@@ fin\n@@ insérer après ${number}\n${ledger.next()}\n@@ fin`)
          await reply
          ;[reply, pending] = [null, null]
        }
        for (const { who, at, what } of steps) {
          const tab = tabs[who]!
          if (what === 'save') await tab.save()
          else if (what === 'reload') await tab.reload()
          else if (what === 'ask' && reply === null) {
            const messageHistory = [{ role: 'user' as const, content: 'Change' }]
            reply = app.call(chat.stream, { token: ana.token, body: { conversation_id, written_document_id: id, messageHistory } })
            await expect.poll(() => pending, { interval: 2 }).not.toBeNull()
          } else if (what === 'answer') await endReply(at)
          else if (what === 'accept') await accept(id, at, ledger)
          else if (what === 'change' || what === 'delete' || what === 'insert' || what === 'move') tab.type(what, at, ledger)
        }
        await endReply(1)
        await accept(id, 0, ledger)
        for (const tab of tabs) await tab.save()
        const final = (await app.call(writtenDocuments.get, { token: ana.token, params: { id } })).body
        const found = new Set([...final.blocks.map((block) => blockText(block as Block)), ...tabs.flatMap(({ conflicts }) => conflicts)])
        expect(ledger.missingFrom(found)).toEqual([])
        expect(new Set(final.blocks.map((block) => block.id)).size).toBe(final.blocks.length)
      }),
      { numRuns: runs },
    )
  },
  isFullRun ? 3_600_000 : 60_000,
)

/** Accepts an open proposal: its text is then written, and what it replaces was seen by the person. */
async function accept(id: string, at: number, ledger: Ledger): Promise<void> {
  const list = (await app.call(proposals.list, { token: ana.token, params: { id } })).body
  const open = list.filter(({ state }) => state === 'open' || state === 'conflict')
  const proposal = open[at % Math.max(1, open.length)]
  if (proposal === undefined) return
  const { status } = await app.call(proposals.accept, { token: ana.token, params: { id, proposal_id: proposal.id }, body: {} })
  // A passage that changed meanwhile is left as it is.
  expect([proposal.id, status]).toEqual([proposal.id, proposal.state === 'open' ? 200 : 409])
  if (status !== 200) return
  for (const block of proposal.before_blocks) ledger.replace(blockText(block as Block))
  ledger.write(proposal.after!)
}
