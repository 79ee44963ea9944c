import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { corpusArticleSchema, corpusHeaderSchema } from '@parvis/contract'
import { expect, test } from 'vitest'
import { codeOf, groupVersions } from './group-versions.ts'
import { readLegiArticle } from './legi-article.ts'

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

test('the command writes a pack that the import accepts, and counts what it cannot read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'legi-'))
  try {
    await mkdir(path.join(folder, 'a/b'), { recursive: true })
    await writeFile(path.join(folder, 'a/b/LEGIARTI1.xml'), legiFile())
    await writeFile(path.join(folder, 'a/LEGIARTI2.xml'), legiFile({ id: 'LEGIARTI2', title: 'Loi n° 2019-828 du 6 août 2019' }))
    await writeFile(path.join(folder, 'LEGIARTI3.xml'), '<ARTICLE>')
    const output = path.join(folder, 'corpus.json')
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'main.ts'), folder, output, '--extrait-le', '2026-11-29'])
    expect(stdout).toBe('1 articles, 1 versions, 1 textes ; 1 fichiers illisibles.\n')
    const pack = JSON.parse(await readFile(output, 'utf8')) as { articles: unknown[] }
    expect(corpusHeaderSchema.safeParse(pack).success).toBe(true)
    expect(pack.articles.every((article) => corpusArticleSchema.safeParse(article).success)).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)
