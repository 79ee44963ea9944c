import { expect, it } from 'vitest'
import { voiceSentences } from './voice-words.ts'

const level_names = ['externe', 'souverain', 'interne']

it('says where a voice goes, and nothing while the installation is unknown', () => {
  expect(voiceSentences(undefined)).toEqual([])
  expect(voiceSentences({ transcription: null, level_names })[0]).toMatch(/pas installée/)
  const [dictation, reading] = voiceSentences({ transcription: { host: 'voix.exemple.fr', level: 2 }, level_names })
  expect(dictation).toMatch(/voix\.exemple\.fr, de niveau «\u00a0souverain\u00a0»/)
  expect(reading).toMatch(/Rien n’est transmis/)
})
