import { expect, test } from 'vitest'
import { articleSentence, citedTexts, groupByPlace, panelTitle, periodWords, tagOf, worstState } from './cited-texts.ts'

const at = { start: 0, end: 1 }

test('each article once, those that changed first, and nothing outside the corpora', () => {
  const cited = citedTexts([
    { ...at, code: 'CGCT', article: 'L2121-29', state: 'en_vigueur', since: '2004-02-11' },
    { ...at, code: 'CGCT', article: 'L2121-17', state: 'modifie', since: '2018-03-01' },
    { ...at, code: 'CGCT', article: 'L2121-29', state: 'en_vigueur', since: '2004-02-11' },
    { ...at, code: 'CPEN', article: '432-12', state: 'hors_corpus' },
    { ...at, code: null, article: 'L1', state: 'hors_corpus' },
    { ...at, code: 'LOI-2025-1129', article: '26', state: 'inconnu' },
    { ...at, code: 'LOI-1905-12-09', article: null, state: 'en_vigueur' },
    { ...at, code: 'CGI', article: '1639 A bis', state: 'abroge', since: '2022-07-01' },
  ])
  expect(cited.map(({ label, words }) => `${label} : ${words}`)).toEqual([
    'article 1639 A bis (CGI) : abrogé depuis le 1er\u00a0juillet 2022',
    'article L.\u00a02121-17 (CGCT) : modifié depuis le 1er\u00a0mars 2018',
    'article 26 (loi n°\u00a02025-1129) : inconnu dans ce texte',
    'article L.\u00a02121-29 (CGCT) : en vigueur depuis le 11 février 2004',
    'loi du 9 décembre 1905 : en vigueur',
  ])
})

test('a place with several articles shows the state that deserves attention most, and how many have it', () => {
  const [good, changed, repealed, unknown, outside] = (['en_vigueur', 'modifie', 'abroge', 'inconnu', 'hors_corpus'] as const).map((state) => ({ state }))
  const places = [[good!], [outside!], [good!, changed!], [repealed!, repealed!], [unknown!, changed!, unknown!], [unknown!]]
  expect(places.map((cited) => [worstState(cited), tagOf(cited).replaceAll('\u00a0', ' ')])).toEqual([
    ['en_vigueur', ''],
    ['hors_corpus', ''],
    ['modifie', 'dont 1 modifié'],
    ['abroge', 'abrogés'],
    ['modifie', 'dont 1 modifié'],
    ['inconnu', 'inconnu'],
  ])
})

test('references are grouped by place, without those whose code is not known', () => {
  const found = groupByPlace([
    { start: 9, end: 20, code: 'CGCT', article: 'L1', state: 'inconnu' },
    { start: 0, end: 5, code: null, article: 'L9', state: 'hors_corpus' },
    { start: 9, end: 20, code: 'CGCT', article: 'L2', state: 'en_vigueur' },
    { start: 2, end: 8, code: 'CGCT', article: 'L3', state: 'en_vigueur' },
  ])
  expect(found.map(({ start, cited }) => [start, cited.map(({ article }) => article)])).toEqual([
    [2, ['L3']],
    [9, ['L1', 'L2']],
  ])
  expect(panelTitle(found[1]!.cited).replaceAll('\u00a0', ' ')).toBe('Article L. 1 (CGCT) et 1 autre')
})

test('an unknown article is told apart from a text that is not installed, and a future text from a present one', () => {
  const one = { code: 'CGCT', article: 'L1' }
  expect(articleSentence({ ...one, state: 'inconnu' }, null)).toContain('Aucun article de ce numéro dans ce texte')
  expect(articleSentence({ ...one, state: 'inconnu' }, '2015-03-01')).toContain('n’était en vigueur le 1er\u00a0mars 2015')
  expect(articleSentence({ ...one, state: 'hors_corpus' }, null)).toContain('n’est pas dans les corpus installés')
  expect(articleSentence({ ...one, state: 'en_vigueur', since: '2999-01-01' }, '2999-02-01')).toContain('à partir du 1er\u00a0janvier 2999')
  const days = [
    ['2020-01-01', null],
    ['2030-01-01', null],
    ['2000-01-01', '2019-12-31'],
  ] as const
  expect(days.map(([valid_from, valid_until]) => periodWords({ valid_from, valid_until }, '2026-11-30').replaceAll('\u00a0', ' '))).toEqual([
    'depuis le 1er janvier 2020',
    'à partir du 1er janvier 2030',
    'du 1er janvier 2000 au 31 décembre 2019',
  ])
})
