import { expect, it } from 'vitest'
import { spokenSentences } from './spoken-sentences.ts'
import { chooseVoice } from './voices.ts'

it('reads the sentences in order, without a Markdown mark, an address, a note or a source number', () => {
  const answer = [
    '## Horaires **d’été**',
    '',
    'La mairie ouvre à 9 h [1]. Elle ferme à *17 h*[2, 3] ; voir [le site](https://exemple.fr/a).',
    '',
    '- un `arrêté`[^1]',
    '- deux',
    '',
    '| Jour | Heure |',
    '|---|---|',
    '| Lundi | 9 h |',
    '',
    '```js',
    'alert(1)',
    '```',
    '',
    '---',
    '',
    '> Citation.',
    '',
    '[^1]: Une note.',
  ].join('\n')
  expect(spokenSentences(answer)).toEqual([
    'Horaires d’été',
    'La mairie ouvre à 9 h.',
    'Elle ferme à 17 h ; voir le site.',
    'un arrêté',
    'deux',
    'Jour\u00a0: Lundi, Heure\u00a0: 9 h',
    'Un extrait de code n’est pas lu.',
    'Citation.',
  ])
})

it('cuts a long sentence, and loses no word', () => {
  const long = `${'Le conseil municipal délibère sur le budget de la commune, '.repeat(12)}fin.`
  const parts = spokenSentences(long)
  expect(parts.length).toBeGreaterThan(2)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(240)
  expect(parts.join(' ').replace(/\s/g, '')).toBe(long.replace(/\s/g, ''))
  expect(spokenSentences('a'.repeat(1_000)).join('')).toHaveLength(1_000)
  expect(spokenSentences(' \n---\n')).toEqual([])
})

const voice = (lang: string, localService: boolean, isDefault = false) => ({ lang, localService, default: isDefault })

it('chooses a voice of the device, French first; never a remote one', () => {
  const [remote, english, canadian, french] = [voice('fr-FR', false, true), voice('en-GB', true, true), voice('fr_CA', true), voice('fr-FR', true)]
  expect(chooseVoice([remote, english, canadian, french])).toBe(french)
  expect(chooseVoice([remote, english, canadian])).toBe(canadian)
  expect(chooseVoice([remote, english])).toBe(english)
  expect(chooseVoice([remote])).toBe('remote')
  expect(chooseVoice([])).toBe('none')
})
