import type { WrittenBlock, WrittenDocument } from '@parvis/contract'
import { blockText } from '@parvis/written-document'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { DocumentStore, type StoreDeps } from './document-store.ts'
import { saveFailureSentence } from './save-failure.ts'
import { packCopy, unpackCopy, type PackedCopy } from './local-copies.ts'

const text = (id: string, words: string): WrittenBlock => ({ id, kind: 'paragraph', style: 'body', text: words })

class Refusal extends Error {
  readonly kind: 'stale' | 'temporary' | 'final'
  constructor(kind: 'stale' | 'temporary' | 'final') {
    super(kind)
    this.kind = kind
  }
}

/** Server with one document, under an optimistic lock, and the tabs that write in it. */
class Server {
  document: WrittenDocument
  /** Failure of the next requests; `lost`: the request is done, and its answer is lost; `gone`: the document is deleted. */
  failure: 'temporary' | 'final' | 'lost' | 'gone' | null = null
  writes = 0
  constructor(...blocks: WrittenBlock[]) {
    const unused = {
      version: 1,
      role: 'owner',
      owner: null,
      conversation_id: null,
      project_id: null,
      assistant_id: null,
      min_level: 1,
      open_proposals: 0,
    } as const
    this.document = { id: 'd', title: 'Note', kind: 'libre', created_at: at(0), updated_at: at(0), blocks, ...unused }
  }
  save(changes: Pick<WrittenDocument, 'blocks'>): void {
    this.document = { ...this.document, ...changes, updated_at: at((this.writes += 1)) }
  }
  get texts() {
    return this.document.blocks.map(blockText)
  }
}

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 30) + seconds * 1_000).toISOString()

/** Tab that writes in the document. Its timers run when they are asked to, and its copy survives it. */
class Tab {
  store: DocumentStore
  copy: PackedCopy | null = null
  private readonly timers = new Set<() => void>()
  private readonly server: Server
  constructor(server: Server) {
    this.server = server
    this.store = this.open()
  }
  private open() {
    const deps: StoreDeps = {
      read: async () => structuredClone(this.server.document),
      write: async (written, expected) => {
        const { server } = this
        if (server.failure === 'gone') throw new ApiError(404, { error: 'Introuvable', code: 'request.not_found' })
        if (server.failure === 'temporary' || server.failure === 'final') throw new Refusal(server.failure)
        if (expected !== server.document.updated_at) throw new Refusal('stale')
        server.document = { ...server.document, title: written.title, kind: written.kind }
        server.save({ blocks: structuredClone(written.blocks) as WrittenBlock[] })
        if (server.failure === 'lost') throw new Refusal('temporary')
        return structuredClone(server.document)
      },
      keep: (copy) => {
        this.copy = copy === null ? null : structuredClone(packCopy(copy))
      },
      later: (run) => {
        this.timers.add(run)
        return () => void this.timers.delete(run)
      },
      isStale: (error) => error instanceof Refusal && error.kind === 'stale',
      isTemporary: (error) => error instanceof Refusal && error.kind === 'temporary',
    }
    const opened = structuredClone(this.server.document)
    const store = new DocumentStore(opened, this.copy === null ? null : unpackCopy(this.copy, opened), deps)
    store.start()
    return store
  }
  reload() {
    this.store.stop()
    this.timers.clear()
    this.store = this.open()
  }
  type(id: string, words: string) {
    const { blocks } = this.snapshot.document
    const isKnown = blocks.some((block) => block.id === id)
    this.store.change({ blocks: isKnown ? blocks.map((block) => (block.id === id ? text(id, words) : block)) : [...blocks, text(id, words)] })
  }
  /** Runs the timers, and what they plan in turn, until all is saved. */
  async settle() {
    for (let turn = 0; turn < 8; turn += 1) {
      const planned = [...this.timers]
      this.timers.clear()
      for (const run of planned) run()
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve()
    }
  }
  get snapshot() {
    return this.store.snapshot()
  }
  get texts() {
    return this.snapshot.document.blocks.map(blockText)
  }
}

describe('saving', () => {
  it('keeps a copy at each change, sends it later, and forgets the copy', async () => {
    const server = new Server(text('a', 'Un'))
    const tab = new Tab(server)
    expect(tab.snapshot.state).toBe('saved')
    tab.type('a', 'Un !')
    expect([tab.snapshot.state, tab.copy?.mine.changed, server.texts]).toEqual(['saving', [text('a', 'Un !')], ['Un']])
    await tab.settle()
    expect([tab.snapshot.state, tab.copy, server.texts]).toEqual(['saved', null, ['Un !']])
  })

  it('a failure keeps the text here, and it is sent when the server answers again', async () => {
    const server = new Server(text('a', 'Un'))
    const tab = new Tab(server)
    server.failure = 'temporary'
    tab.type('a', 'Un, deux')
    await tab.settle()
    expect([tab.snapshot.state, server.texts]).toEqual(['local', ['Un']])
    server.failure = null
    await tab.store.flush()
    expect([tab.snapshot.state, server.texts]).toEqual(['saved', ['Un, deux']])
  })

  it('a reload with an unsaved text takes it up, merged with what was saved meanwhile', async () => {
    const server = new Server(text('a', 'Un'), text('b', 'Deux'))
    const tab = new Tab(server)
    tab.type('a', 'Un !')
    server.save({ blocks: [text('a', 'Un'), text('b', 'Deux !')] })
    tab.reload()
    expect(tab.texts).toEqual(['Un !', 'Deux !'])
    await tab.settle()
    expect(server.texts).toEqual(['Un !', 'Deux !'])
  })

  it('a lost answer is no conflict with oneself', async () => {
    const server = new Server(text('a', 'Un'))
    const tab = new Tab(server)
    server.failure = 'lost'
    tab.type('a', 'Un, deux')
    await tab.settle()
    tab.type('a', 'Un, deux, trois')
    server.failure = null
    await tab.store.flush()
    await tab.settle()
    expect([tab.snapshot.state, server.texts]).toEqual(['saved', ['Un, deux, trois']])
  })

  it('a document deleted while its text is typed: the text stays on the screen, is told as not saved, and is sent nowhere', async () => {
    const server = new Server(text('a', 'Un'))
    const tab = new Tab(server)
    tab.type('a', 'Un !')
    server.save({ blocks: [text('a', 'De la propriétaire')] })
    server.failure = 'gone'
    await tab.settle()
    tab.type('a', 'Un, deux')
    await tab.settle()
    expect([tab.snapshot.state, tab.texts, server.texts]).toEqual(['local', ['Un, deux'], ['De la propriétaire']])
    expect(tab.snapshot.error).toBeInstanceOf(ApiError)
  })

  it.each([
    [new ApiError(404, { error: 'Introuvable', code: 'request.not_found' }), /^Ce document n’existe plus, .* n’est pas enregistré\u00a0: copiez-le/],
    [new ApiError(422, { error: 'Un tableau a 50 colonnes au plus', code: 'request.invalid' }), /au plus\. Ce que vous avez écrit est gardé/],
    [new ApiError(409, { error: 'Plus de place.', code: 'written_documents.quota' }), /^Plus de place\. Ce que vous avez écrit est gardé/],
  ])('what %s says of the text', (error, sentence) => expect(saveFailureSentence(error)).toMatch(sentence))

  it('a refused text is said, stays here, and is sent once it is changed', async () => {
    const server = new Server(text('a', 'Un'))
    const tab = new Tab(server)
    server.failure = 'final'
    tab.type('a', 'Trop')
    await tab.settle()
    expect([tab.snapshot.state, tab.snapshot.error instanceof Refusal]).toEqual(['local', true])
    server.failure = null
    tab.type('a', 'Bien')
    await tab.settle()
    expect([tab.snapshot.state, server.texts]).toEqual(['saved', ['Bien']])
  })
})

describe('merging', () => {
  it('two tabs that write in two blocks have both', async () => {
    const server = new Server(text('a', 'Un'), text('b', 'Deux'))
    const [left, right] = [new Tab(server), new Tab(server)]
    left.type('a', 'Un !')
    right.type('b', 'Deux !')
    await left.settle()
    await right.settle()
    left.store.receive(server.document)
    expect([server.texts, left.texts, left.snapshot.state]).toEqual([['Un !', 'Deux !'], ['Un !', 'Deux !'], 'saved'])
  })

  it('one block written in both is shown side by side, survives a reload, and ends with a choice', async () => {
    const server = new Server(text('a', 'Un'))
    const [left, right] = [new Tab(server), new Tab(server)]
    left.type('a', 'À gauche')
    await left.settle()
    right.type('a', 'À droite')
    await right.settle()
    expect([right.snapshot.state, right.texts, server.texts]).toEqual(['conflict', ['À gauche'], ['À gauche']])
    right.reload()
    const [conflict] = right.snapshot.conflicts
    expect([blockText(conflict!.mine), right.snapshot.state]).toEqual(['À droite', 'conflict'])
    right.store.settle(conflict!, 'mine')
    await right.settle()
    expect([right.snapshot.state, server.texts]).toEqual(['saved', ['À droite']])
  })

  it('the text of a running request, read again before its answer, is not merged with itself', async () => {
    const server = new Server(text('a', 'Un'))
    const tab = new Tab(server)
    tab.type('a', 'Un, deux')
    const saving = tab.store.flush()
    tab.type('a', 'Un, deux, trois')
    tab.store.receive({ ...server.document, blocks: [text('a', 'Un, deux')], updated_at: at(1) })
    await saving
    await tab.settle()
    expect([tab.snapshot.conflicts, server.texts]).toEqual([[], ['Un, deux, trois']])
  })

  it('no typed text is lost, whatever two tabs, failures and reloads do', async () => {
    const step = fc.record({
      tab: fc.nat({ max: 1 }),
      block: fc.nat({ max: 4 }),
      act: fc.constantFrom('type', 'type', 'settle', 'receive', 'reload', 'fail', 'lose', 'heal'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const server = new Server(...['0', '1', '2'].map((id) => text(id, `bloc ${id}`)))
        const tabs = [new Tab(server), new Tab(server)]
        /** Last text that each tab typed in each block. */
        const typed = new Map<string, string>()
        for (const [index, { tab, block, act }] of steps.entries()) {
          const writer = tabs[tab]!
          if (act === 'type') {
            // What a tab types over is the text that it sees.
            for (const key of typed.keys())
              if (writer.snapshot.document.blocks.some((one) => blockText(one) === typed.get(key) && one.id === String(block))) typed.delete(key)
            typed.set(`${tab} ${block}`, `texte ${index}`)
            writer.type(String(block), `texte ${index}`)
          } else if (act === 'settle') await writer.settle()
          else if (act === 'receive') writer.store.receive(structuredClone(server.document))
          else if (act === 'reload') writer.reload()
          else server.failure = act === 'fail' ? 'temporary' : act === 'lose' ? 'lost' : null
        }
        server.failure = null
        for (const tab of [...tabs, ...tabs]) {
          await tab.store.flush()
          await tab.settle()
        }
        const texts = [...server.texts, ...tabs.flatMap(({ snapshot }) => snapshot.conflicts.map(({ mine }) => blockText(mine)))]
        expect(texts).toEqual(expect.arrayContaining([...typed.values()]))
      }),
      { numRuns: 1_000 },
    )
  }, 60_000)
})
