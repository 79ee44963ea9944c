import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { corpusArticleSchema, corpusHeaderSchema, type CorpusArticle, type CorpusHeader } from '@parvis/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPack } from '../../server/src/features/corpus/check-pack.ts'
import { openPack } from '../../server/src/features/corpus/open-pack.ts'
import { codeOf, groupVersions } from './group-versions.ts'
import { readLegiArticle } from './legi-article.ts'
import { sheetFile } from './practical-sheet.fixture.ts'

type Fields = { id?: string; number?: string; state?: string; from?: string; to?: string; title?: string; content?: string }

/** An article file of the public schema of the LEGI base, with an invented text. */
const legiFile = ({
  id = 'LEGIARTI000000000001',
  number = 'L2121-29',
  state = 'VIGUEUR',
  from = '2020-01-01',
  to = '2999-01-01',
  title = 'Code général des collectivités territoriales',
  content = '<p>Le conseil <b>règle</b> les affaires.<br/>Il donne son avis.</p>',
}: Fields = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<ARTICLE>
<META><META_COMMUN><ID>${id}</ID><ORIGINE>LEGI</ORIGINE><NATURE>Article</NATURE></META_COMMUN>
<META_SPEC><META_ARTICLE><NUM>${number}</NUM><ETAT>${state}</ETAT><DATE_DEBUT>${from}</DATE_DEBUT><DATE_FIN>${to}</DATE_FIN><TYPE>AUTONOME</TYPE></META_ARTICLE></META_SPEC></META>
<CONTEXTE><TEXTE cid="LEGITEXT000006070633" nature="CODE"><TITRE_TXT debut="1996-02-24" fin="2999-01-01" id_txt="LEGITEXT000006070633">${title}</TITRE_TXT>
<TM><TITRE_TM debut="1996-02-24" fin="2999-01-01" id="LEGISCTA1">Partie législative</TITRE_TM><TM><TITRE_TM debut="1996-02-24" fin="2999-01-01" id="LEGISCTA2">Livre Ier &amp; suite</TITRE_TM></TM></TM></TEXTE></CONTEXTE>
<VERSIONS><VERSION etat="${state}"><LIEN_ART debut="${from}" etat="${state}" fin="${to}" id="${id}" num="${number}" origine="LEGI"/></VERSION></VERSIONS>
<NOTA><CONTENU/></NOTA>
<BLOC_TEXTUEL><CONTENU>${content}</CONTENU></BLOC_TEXTUEL>
</ARTICLE>`

test('an article file gives its number, days, titles and text', () => {
  expect(readLegiArticle(legiFile())).toEqual({
    id: 'LEGIARTI000000000001',
    text_id: 'LEGITEXT000006070633',
    text_title: 'Code général des collectivités territoriales',
    number: 'L2121-29',
    state: 'VIGUEUR',
    first_day: '2020-01-01',
    end_day: null,
    path: ['Partie législative', 'Livre Ier & suite'],
    content: 'Le conseil règle les affaires.\nIl donne son avis.',
  })
  expect(readLegiArticle('<TEXTELR><META/></TEXTELR>')).toBeNull()
  expect(readLegiArticle(legiFile({ number: '' }))).toBeNull()
  expect(() => readLegiArticle(legiFile().slice(0, 400))).toThrow('unclosed tag')
})

test.each([
  ['Code général des collectivités territoriales', 'CGCT'],
  ['Loi n° 2019-828 du 6 août 2019 de transformation de la fonction publique', 'LOI-2019-828'],
  ['Décret n°88-145 du 15 février 1988', 'DECRET-88-145'],
  ['Arrêté du 3 mai 2002', 'LEGITEXT9'],
])('%s', (text_title, code) => expect(codeOf({ text_id: 'LEGITEXT9', text_title })).toBe(code))

test('versions are grouped, and a version ends the day before the next', () => {
  const read = (fields: Fields) => readLegiArticle(legiFile(fields))!
  const [article, ...others] = groupVersions([
    read({ id: 'LEGIARTI3', from: '2021-03-15', to: '2999-01-01' }),
    read({ id: 'LEGIARTI1', from: '2000-01-01', to: '2012-03-01', state: 'MODIFIE' }),
    read({ id: 'LEGIARTI2', from: '2012-03-01', to: '2021-03-15', state: 'MODIFIE' }),
    // Never in force, and without text.
    read({ id: 'LEGIARTI4', from: '2021-01-01', to: '2021-01-01', state: 'MODIFIE_MORT_NE' }),
    read({ id: 'LEGIARTI5', from: '1990-01-01', to: '1995-01-01', content: '' }),
  ])
  expect(others).toEqual([])
  expect(article!.versions.map(({ valid_from, valid_until, state }) => [valid_from, valid_until, state])).toEqual([
    ['2000-01-01', '2012-02-29', 'MODIFIE'],
    ['2012-03-01', '2021-03-14', 'MODIFIE'],
    ['2021-03-15', null, 'VIGUEUR'],
  ])
})

const run = (...words: string[]) => promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...words])

let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'dila-'))))
afterAll(() => rm(folder, { recursive: true }))

async function readCorpus(file: string): Promise<{ header: CorpusHeader; articles: CorpusArticle[] }> {
  const pack = JSON.parse(await readFile(file, 'utf8')) as { articles: unknown[] }
  return { header: corpusHeaderSchema.parse(pack), articles: pack.articles.map((article) => corpusArticleSchema.parse(article)) }
}

test('the command writes a pack that the import accepts, and counts what it cannot read', async () => {
  await mkdir(path.join(folder, 'legi/a/b'), { recursive: true })
  await writeFile(path.join(folder, 'legi/a/b/LEGIARTI1.xml'), legiFile())
  await writeFile(path.join(folder, 'legi/a/LEGIARTI2.xml'), legiFile({ id: 'LEGIARTI2', title: 'Loi n° 2019-828 du 6 août 2019' }))
  await writeFile(path.join(folder, 'legi/LEGIARTI3.xml'), '<ARTICLE>')
  const output = path.join(folder, 'codes.json')
  const { stdout } = await run('legi', path.join(folder, 'legi'), output, '--extrait-le', '2026-11-29')
  expect(stdout).toBe('1 articles, 1 versions, 1 textes ; 1 fichiers illisibles.\n')
  expect((await readCorpus(output)).articles).toHaveLength(1)
}, 60_000)

test('practical sheets of two extractions become one corpus, then a signed archive that the import accepts', async () => {
  for (const [name, date, days] of [
    ['avril', '2020-04-02', '11 jours'],
    ['novembre', '2020-11-01', '25 jours'],
  ] as const) {
    await mkdir(path.join(folder, name))
    await writeFile(
      path.join(folder, name, 'F1.xml'),
      sheetFile({ date: `modified ${date}`, body: `<Texte><Paragraphe>Le congé dure ${days}.</Paragraphe></Texte>` }),
    )
    await writeFile(path.join(folder, name, 'F2.xml'), '<Publication>')
    await writeFile(path.join(folder, name, 'N1.xml'), sheetFile({ id: 'N1' }))
  }
  const [corpus, archive, key] = ['fiches.json', 'fiches.zip', 'cle.pem'].map((name) => path.join(folder, name)) as [string, string, string]
  const { stdout } = await run('fiches', path.join(folder, 'avril'), path.join(folder, 'novembre'), corpus, '--extrait-le', '2020-11-05')
  expect(stdout).toBe('1 fiches, 2 versions ; 2 fichiers illisibles.\n')
  const { header, articles } = await readCorpus(corpus)
  expect([header.name, header.source, header.licence]).toEqual(['Fiches pratiques', 'Fiches pratiques de service-public.fr, DILA', 'Licence Ouverte 2.0'])
  expect(articles[0]!.versions.map(({ valid_from, valid_until }) => [valid_from, valid_until])).toEqual([
    ['2020-04-02', '2020-10-31'],
    ['2020-11-01', null],
  ])

  const [, publicKey = ''] = /^CORPUS_PUBLIC_KEYS=(\S+)$/m.exec((await run('cle', key)).stdout) ?? []
  expect(await run('paquet', corpus, archive, '--cle', key)).toMatchObject({ stdout: `${archive} est écrit et signé.\n` })
  const pack = await openPack(archive, [publicKey])
  expect(pack.signature).toBe('verifiee')
  expect(await checkPack(pack).finally(pack.close)).toMatchObject({ articles: 1, versions: 2, header: { name: 'Fiches pratiques' } })
  await writeFile(corpus, (await readFile(corpus, 'utf8')).replace('"Licence Ouverte 2.0"', '""'))
  await expect(run('paquet', corpus, archive)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('licence du corpus est obligatoire') })
}, 60_000)

test.each(
  [[], ['tout'], ['legi', 'x', 'y'], ['fiches', 'x', '--extrait-le', '2026-01-01'], ['cle'], ['paquet', 'x'], ['legi', '--oui']].map((words) => [words]),
)(
  'wrong arguments %j show the usage',
  async (words) => {
    await expect(run(...words)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('--extrait-le') })
  },
  60_000,
)
