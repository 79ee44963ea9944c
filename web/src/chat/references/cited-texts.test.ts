import { expect, test } from 'vitest'
import { citedTexts } from './cited-texts.ts'

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
