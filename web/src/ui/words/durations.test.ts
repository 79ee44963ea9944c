import { expect, it } from 'vitest'
import { durationText } from './formats.ts'

it('says durations as people do', () => {
  expect([1, 30, 60, 180, 364, 365, 400, 730].map(durationText)).toEqual(
    ['1 jour', '30 jours', '2 mois', '6 mois', '364 jours', '1 an', '400 jours', '2 ans'].map((text) => text.replace(' ', '\u00a0')),
  )
})
