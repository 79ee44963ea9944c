import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { routes } from '@parvis/contract'
import { expect, test } from 'vitest'
import { openChatBench } from '../../../testing/chat-bench.ts'
import { people } from '../../../testing/open-test-app.ts'
import { isFullRun } from '../../../testing/full-run.ts'
import { sourcesOf } from '../../../testing/reply-client.ts'
import { article, corpusForm, corpusPack, version } from '../corpus.fixture.ts'

const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
const { admin } = people(bench.app, { admin: { is_admin: true } })

const importPack = (pack: unknown) => bench.app.call(routes.corpora.import, { token: admin.token, form: corpusForm(pack) })
const ask = async (message: string, body: object) => sourcesOf(await bench.askLibrary(admin, { message, ...body }))

test('an article of 400 kB is cut, and found by its number and by its words', async () => {
  const long = Array.from(
    { length: 4_000 },
    (_, at) => `Alinéa ${at} : la commune tient le registre numéro ${at} de ses affaires, avec soin et dans l’ordre.`,
  ).join('\n')
  const l1 = article('L1', [version('v1', '2020-01-01', null, { text: long })], { id: 'LONG-L1', code: 'LONG' })
  await importPack(corpusPack([l1], { name: 'Long', codes: [{ id: 'LONG', title: 'code des registres', abbreviations: ['CREG'] }] }))
  const [first] = await ask('Que dit l’article L. 1 du code des registres ?', { category: 'Long' })
  expect(first?.document).toContain('Article\u00a0L.\u00a01 — Code des registres')
  const found = await ask('Que dit l’alinéa sur le registre numéro 3999 ?', { category: 'Long' })
  expect(found.some(({ extract }) => extract.includes('3999'))).toBe(true)
})

/** One article of the evaluation corpus in this many is asked; all of them in the full run (`PARVIS_WHOLE`). */
const sampling = isFullRun ? 1 : 20
const evaluation = path.resolve(import.meta.dirname, '../../../../../../shared/eval/versions')

test.skipIf(!existsSync(evaluation))(
  'each article in force of the evaluation corpus is found first by its number, at the version of the day',
  { timeout: isFullRun ? 600_000 : 90_000 },
  async () => {
    const corpus = JSON.parse(readFileSync(path.join(evaluation, 'corpus.json'), 'utf8')) as {
      name: string
      codes: { id: string; title: string }[]
      articles: { code: string; number: string; versions: { id: string; valid_from: string; valid_until: string | null; corrects?: string; text: string }[] }[]
    }
    await importPack(corpus)
    const titles = new Map(corpus.codes.map(({ id, title }) => [id, title]))
    const misses: string[] = []
    for (const { code, number, versions } of corpus.articles.filter((_, at) => at % sampling === 0)) {
      const corrected = new Set(versions.map(({ corrects }) => corrects))
      for (const { valid_from, valid_until, text } of versions.filter(({ id }) => !corrected.has(id)))
        for (const as_of of [valid_from, valid_until ?? '2026-11-30'].filter((day) => day >= valid_from)) {
          const [first] = await ask(`Que dit l’article ${number} du ${titles.get(code)} ?`, { category: corpus.name, as_of })
          if (first === undefined || !text.includes(first.extract.split('\n')[0]!)) misses.push(`${code} ${number} ${as_of}`)
        }
    }
    expect(misses).toEqual([])
  },
)
