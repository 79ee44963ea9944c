import { MIN_RELEVANCE } from '@parvis/french-search'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Database } from '../platform/db/types.ts'
import { documentReference, retrievalSchema } from '../platform/db/migrations/2026-11-21-library.ts'
import { articleSchema } from '../platform/db/migrations/0085-corpus-search.ts'
import { changesSchema } from '../platform/db/migrations/0096-retrieval-changes.ts'
import { vectorSchema } from '../platform/db/migrations/2026-11-24-vectors.ts'
import { createSearchDatabase, hasSearchServer } from '../testing/databases/search-server.ts'
import { deleteStrayPassages, reserveIndexNumbers, writeArticlePassages } from './article-store.ts'
import { document } from './documents.fixture.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import type { SearchEngine } from './search-engine.ts'
import type { RetrievalDb } from './retrieval-db.ts'
import { writeFirstPassages } from './store.ts'

/** Number of copies of one document. Ten thousand take minutes. */
const COPIES = Number(process.env['TEST_SEARCH_COPIES'] ?? 300)

type TestEngine = { name: SearchEngine['name']; isAvailable: boolean; createDatabase: () => Promise<{ database: Database; drop: () => Promise<void> }> }

const engines: TestEngine[] = [
  {
    name: 'interne',
    isAvailable: true,
    createDatabase: async () => ({ database: await openDatabase({ kind: 'memory' }, silentLog), drop: async () => {} }),
  },
  {
    name: 'postgresql',
    isAvailable: hasSearchServer,
    createDatabase: async () => {
      const { url, drop } = await createSearchDatabase()
      return { database: await openDatabase({ kind: 'postgres', url }, silentLog), drop }
    },
  },
]

// A minimal table of documents, instead of that of the product and its migrations.
const schema = `create table document (id uuid primary key, category text not null, corpus_code text);
  create table corpus_article (index_no bigint);
  ${retrievalSchema}${documentReference('document')}${vectorSchema}${articleSchema}${changesSchema}`

const inCategory = (category: string) => sql`select id from document where category = ${category}`

for (const engine of engines)
  describe.skipIf(!engine.isAvailable)(`search engine ${engine.name}`, () => {
    let opened: Awaited<ReturnType<TestEngine['createDatabase']>>
    let db: RetrievalDb
    let retrieval: Retrieval

    beforeAll(async () => {
      opened = await engine.createDatabase()
      db = opened.database.db as unknown as RetrievalDb
      await sql.raw(schema).execute(db)
      retrieval = createRetrieval({ engine: engine.name, patiently: opened.database.patiently as never })
      await retrieval.prepareEngine(db, { signal: new AbortController().signal, budgetMs: 60_000 })
    }, 60_000)
    afterAll(async () => {
      await retrieval.close()
      await opened.database.close()
      await opened.drop()
    })
    beforeEach(async () => {
      await sql`delete from document`.execute(db)
    })

    const paper = async (category: string, title: string, ...texts: string[]): Promise<string> => {
      const id = randomUUID()
      await sql`insert into document (id, category) values (${id}, ${category})`.execute(db)
      await retrieval.indexDocument(db, document(id, title, ...texts))
      return id
    }
    const found = async (question: string, category?: string) =>
      (await retrieval.search(db, { question, limit: 5, ...(category ? { scope: inCategory(category) } : {}) })).map((hit) => hit.document_id)

    test('the engine serves once it is prepared', async () => {
      expect(await retrieval.engineState(db)).toEqual({ serving: engine.name, is_filling: false })
    })

    test('a passage is found with its page, its section and its text', async () => {
      const id = await paper('RH', 'Charte', 'Les congés annuels sont posés avant le mois de mai.', 'Le télétravail est limité à trois jours par semaine.')
      const [hit] = await retrieval.search(db, { question: 'combien de jours de télétravail ?', limit: 5 })
      expect(hit).toMatchObject({
        document_id: id,
        position: 1,
        page_from: 2,
        section_path: ['Chapitre 1'],
        text: 'Le télétravail est limité à trois jours par semaine.',
      })
    })

    test.each([
      ['La dotation de l’État est versée en mars.', ['l’État', 'État', 'Etat', 'ETAT', 'dotation de l’État']],
      ['Le bal de l’été ouvre en juillet.', ['été', 'bal d’été']],
      ['Le co-voiturage est remboursé.', ['covoiturage', 'co voiturage', 'co-voiturages']],
      ['Une microcrèche accueille dix enfants.', ['micro-crèche', 'micro crèches', 'microcrèche']],
      ['La micro-crèche accueille dix enfants.', ['microcrèche', 'crèche']],
      ['Les préenseignes sont interdites.', ['pré-enseigne', 'pré enseignes']],
      ['Le vice-président signe les actes.', ['vice président', 'Vice-présidente', 'viceprésident']],
      ['Mme Kervella tient la régie.', ['Mme Kervella', 'Kervella', 'Que tient Mme Kervella ?']],
    ])('« %s » is found however its words are written', async (text, questions) => {
      await paper('RH', 'Budget', 'Le budget de la commune.', 'Les congés des agents.', 'La participation de la Région.', 'Le travail des agents.')
      const id = await paper('RH', 'Note', text)
      for (const question of questions) {
        const [hit] = await retrieval.search(db, { question, limit: 5 })
        expect(hit, question).toMatchObject({ document_id: id })
        expect(hit!.relevance, question).toBeGreaterThan(MIN_RELEVANCE)
      }
    })

    test('the State and the Region are not confused', async () => {
      const region = await paper('RH', 'Budget', 'La participation de la Région est de 3 000 euros.')
      const state = await paper('RH', 'Note', 'La participation de l’État est de 12 000 euros.')
      expect((await found('participation de l’État'))[0]).toBe(state)
      expect((await found('participation de la Région'))[0]).toBe(region)
    })

    test('the last passage of a long document is found', async () => {
      const texts = Array.from({ length: 401 }, (_, nth) => (nth < 400 ? 'Le budget de la commune.' : 'Le télétravail des agents.'))
      const id = await paper('RH', 'Recueil', ...texts)
      const [hit] = await retrieval.search(db, { question: 'télétravail des agents', limit: 5 })
      expect(hit).toMatchObject({ document_id: id, position: 400 })
    })

    test('a search in a category follows a change of category at once', async () => {
      const [rh, code] = [await paper('RH', 'A', 'Le télétravail des agents.'), await paper('Code', 'B', 'Le télétravail des salariés.')]
      expect(await found('télétravail', 'RH')).toEqual([rh])
      expect(await found('télétravail', 'Finances')).toEqual([])
      await sql`update document set category = 'RH' where id = ${code}`.execute(db)
      expect((await found('télétravail', 'RH')).toSorted()).toEqual([rh, code].toSorted())
    })

    test('a deleted document is no longer found, and leaves nothing in the tables', async () => {
      const budget = (title: string) => paper('RH', title, 'Budget primitif.')
      const [deleted, removed, other] = [await budget('A'), await budget('B'), await budget('C')]
      expect(await found('budget')).toHaveLength(3)
      await sql`delete from document where id = ${deleted}`.execute(db)
      await retrieval.removeDocument(db, removed)
      expect(await found('budget')).toEqual([other])
      for (const table of engine.name === 'postgresql' ? ['passage', 'search_index.passage', 'search_index.lexicon'] : ['passage']) {
        const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
        expect(Number(rows[0]!.count), table).toBe(1)
      }
    })

    test('indexing again replaces the passages, also for another process', async () => {
      const other = createRetrieval({ engine: engine.name })
      const id = await paper('RH', 'A', 'La cantine ouvre à midi.')
      expect(await other.search(db, { question: 'cantine', limit: 5 })).toHaveLength(1)
      await retrieval.indexDocument(db, document(id, 'A', 'La piscine ouvre à midi.'))
      expect((await other.search(db, { question: 'piscine', limit: 5 }))[0]!.text).toBe('La piscine ouvre à midi.')
      expect((await other.search(db, { question: 'cantine', limit: 5 })).every((hit) => hit.text.includes('piscine'))).toBe(true)
      await other.close()
    })

    test('a publication or a deletion that is rolled back changes nothing', async () => {
      const published = await paper('RH', 'A', 'La cantine ouvre à midi.')
      const id = randomUUID()
      await sql`insert into document (id, category) values (${id}, 'RH')`.execute(db)
      const split = await retrieval.splitDocument(document(id, 'B', 'La cantine ferme à deux heures.'), new AbortController().signal)
      const write = db.transaction().execute(async (trx) => {
        await writeFirstPassages(trx, [split])
        await sql`delete from document where id = ${published}`.execute(trx)
        throw new Error('undone')
      })
      await expect(write).rejects.toThrow('undone')
      expect(await found('cantine')).toEqual([published])
    })

    test('articles are found in the codes of the scope, on the days of their validity', async () => {
      const code = randomUUID()
      await sql`insert into document (id, category, corpus_code) values (${code}, 'Codes', 'CGCT')`.execute(db)
      const [index_no] = await reserveIndexNumbers(db, 1)
      const terms = 'art1 | art1 | reuni conseil municipal trimestr'
      const article = [
        {
          index_no: index_no!,
          position: 0,
          text: 'Le conseil municipal se réunit au moins une fois par trimestre.',
          terms,
          validity: '{[2000-01-01,2020-01-01)}',
        },
        {
          index_no: index_no!,
          position: 1,
          text: 'Le conseil municipal se réunit deux fois par trimestre.',
          terms: `${terms} foi`,
          validity: '{[2020-01-01,)}',
        },
      ]
      await db.transaction().execute((trx) => writeArticlePassages(trx, article))
      const ask = async (day: string | null, category = 'Codes') =>
        (await retrieval.search(db, { question: 'réunion du conseil municipal', scope: inCategory(category), day: day as never, limit: 5 })).map(
          ({ text }) => text,
        )
      expect(await ask('2010-05-01')).toEqual([])
      await sql`insert into corpus_article values (${index_no})`.execute(db)
      await sql`insert into corpus_index values (${index_no}, ${code}, array['Livre 1'], 2, 1)`.execute(db)
      expect(await ask('2010-05-01')).toEqual([article[0]!.text])
      expect(await ask('2026-11-30')).toEqual([article[1]!.text])
      expect((await ask(null)).toSorted()).toEqual(article.map(({ text }) => text).toSorted())
      expect(await ask('2026-11-30', 'RH')).toEqual([])
      expect((await retrieval.search(db, { question: 'réunion du conseil municipal', day: '2026-11-30' as never, limit: 5 }))[0]).toMatchObject({
        document_id: code,
        part: `${index_no}`,
        section_path: ['Livre 1'],
      })
      await sql`delete from corpus_index`.execute(db)
      await sql`delete from corpus_article`.execute(db)
      expect(await ask('2026-11-30')).toEqual([])
      await deleteStrayPassages(db)
      expect(await ask(null)).toEqual([])
    })

    test('a passage of 50,000 words is found beside short ones', async () => {
      const words = Array.from({ length: 50_000 }, (_, nth) => `mot${nth % 4000}`)
      const id = await paper('RH', 'Liste', `${words.join(' ')} orgue de barbarie`)
      await paper('RH', 'Note', 'Le budget de la commune.')
      expect((await found('orgue de barbarie'))[0]).toBe(id)
    })

    test('many copies of one document hide neither the other documents nor the scope', async () => {
      const ids = Array.from({ length: COPIES }, () => randomUUID())
      await sql`insert into document (id, category) select id, 'Copies' from unnest(${ids}::uuid[]) as d(id)`.execute(db)
      for (const id of ids) await retrieval.indexDocument(db, document(id, 'Copie', 'Le règlement du cimetière fixe les horaires.'))
      const other = await paper('RH', 'Cimetière', 'Le cimetière ouvre à huit heures.')
      expect(await found('règlement du cimetière', 'Copies')).toHaveLength(5)
      expect(await found('règlement du cimetière', 'RH')).toEqual([other])
      await sql`delete from document where category = 'Copies'`.execute(db)
      expect(await found('règlement du cimetière')).toEqual([other])
    }, 600_000)

    test.each([
      ['empty', '  '],
      ['without a word', '?!…'],
      ['of stop words', 'de la le les des'],
    ])('a question %s finds nothing', async (_name, question) => {
      await paper('RH', 'Vide')
      await paper('RH', 'Note', 'Le budget de la commune.')
      expect(await retrieval.search(db, { question, limit: 5 })).toEqual([])
    })

    test('a question of one letter, of 400 words, or with a limit of 0 is answered', async () => {
      const id = await paper('RH', 'Note', 'Le budget de la commune, annexe B.')
      await retrieval.search(db, { question: 'b', limit: 5 })
      const long = Array.from({ length: 400 }, (_, nth) => (nth % 50 === 0 ? 'budget' : `mot${nth}`)).join(' ')
      expect(await found(long)).toEqual([id])
      expect(await retrieval.search(db, { question: 'budget', limit: 0 })).toEqual([])
    })
  })
