import { routes, type Source } from '@parvis/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../../../e2e/support/make-pdf.ts'
import { openTestApp } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { uploadPrivate } from '../../documents/documents.fixture.ts'
import { readPages, readablePages } from './readable-pages.ts'

const app = openTestApp()
let ana: TestUser
let pdf: string
let text: string
beforeAll(async () => {
  ana = await app.createUser()
  pdf = await uploadPrivate(app, ana, 'rapport.pdf', new Uint8Array(makePdf(Array.from({ length: 12 }, (_, at) => lines(at + 1)))))
  text = await uploadPrivate(
    app,
    ana,
    'notes.txt',
    Array.from({ length: 60 }, (_, at) => `Note ${at}. ${'Le conseil délibère sur ce point. '.repeat(8)}`).join('\n\n'),
  )
})

const lines = (page: number): string[] => Array.from({ length: 30 }, (_, at) => `Ligne ${at} de la page ${page}, qui rend compte des travaux de la commune.`)
const days = { as_of: '2026-01-01', today: '2026-01-01' }
const scope = (...documents: string[]) => ({ owner_id: ana.id, documents })

describe('readPages', () => {
  it('gives every page in order, and a passage that opens at it', async () => {
    const pages = await readPages(app.context.db, scope(pdf), days)
    expect(pages.map(({ number, page }) => [number, page])).toEqual(Array.from({ length: 12 }, (_, at) => [at + 1, at + 1]))
    for (const { page, extract, passage_id, document_id } of pages) {
      expect(extract).toContain(`Ligne 0 de la page ${page},`)
      expect(extract).toContain(`Ligne 29 de la page ${page},`)
      const { body } = await app.call(routes.documents.passage, { token: ana.token, params: { id: document_id, passage_id: passage_id! } })
      expect(body.passage.page_from!).toBeLessThanOrEqual(page!)
      expect(body.passage.page_to!).toBeGreaterThanOrEqual(page!)
    }
  })

  it('gives a page the passage that begins on the page before', async () => {
    const end = 'Le conseil adopte la liste'
    const split = await uploadPrivate(
      app,
      ana,
      'suite.pdf',
      new Uint8Array(
        makePdf([
          [...lines(1), 'Ont été élus les membres suivants,'],
          ['dont la liste suit.', end, ...lines(2)],
        ]),
      ),
    )
    const [, { extract, passage_id, document_id }] = (await readPages(app.context.db, scope(split), days)) as [unknown, Source]
    expect(extract).toContain(end)
    const { body } = await app.call(routes.documents.passage, { token: ana.token, params: { id: document_id, passage_id: passage_id! } })
    expect(body.passage.page_from).toBe(1)
    expect(body.passage.text).toContain(end)
  })

  it('cuts what has no pages in pieces that open where they stand', async () => {
    const pages = await readPages(app.context.db, scope(text), days)
    expect(pages.length).toBeGreaterThan(5)
    expect(
      pages
        .map(({ extract }) => extract)
        .join('\n')
        .match(/Note \d+\./g),
    ).toEqual(Array.from({ length: 60 }, (_, at) => `Note ${at}.`))
    for (const { page, extract, passage_id, document_id } of pages) {
      expect(page).toBeNull()
      const { body } = await app.call(routes.documents.passage, { token: ana.token, params: { id: document_id, passage_id: passage_id! } })
      expect(extract).toContain(body.passage.text.split('\n')[0])
    }
  })

  it('numbers the pages of several documents once, and says what a limit leaves out', async () => {
    const all = await readPages(app.context.db, scope(pdf, text), days)
    expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1))
    expect(new Set(all.map(({ document }) => document))).toEqual(new Set(['rapport.pdf', 'notes.txt']))
    const { pages, unread } = await readablePages(app.context.db, scope(pdf, text), days, { pages: 5, tokens: 1_000_000 })
    expect(pages).toHaveLength(5)
    expect(unread).toEqual([
      { document: 'rapport.pdf', portion: 'à partir de la page\u00a06' },
      { document: 'notes.txt', portion: null },
    ])
    expect((await readablePages(app.context.db, scope(pdf, text), days, { pages: 50, tokens: 10 })).pages).toEqual([])
  })

  it('leaves what does not fit whole, where only the whole would serve, without reading on', async () => {
    const { db } = app.context
    const left = await readablePages(db, scope(pdf, text), days, { pages: 5, tokens: 1_000_000 }, true)
    expect([left.pages, left.unread.map(({ document }) => document)]).toEqual([[], ['rapport.pdf']])
    const tooLong = await readablePages(db, scope(text), days, { pages: 400, tokens: 100 }, true)
    expect([tooLong.pages, tooLong.unread]).toEqual([[], [{ document: 'notes.txt', portion: null }]])
    expect((await readablePages(db, scope(pdf, text), days, { pages: 400, tokens: 1_000_000 }, true)).pages).toEqual(
      await readPages(db, scope(pdf, text), days),
    )
  })

  it('gives nothing of somebody else’s documents', async () => {
    const bruno = await app.createUser()
    expect(await readPages(app.context.db, { owner_id: bruno.id, documents: [pdf] }, days)).toEqual([])
  })
})
