import type { MessageFootprint } from '@parvis/contract'
import { expect, it, test } from 'vitest'
import { footprintText, methodSentences, perimeterSentences, totalSentences } from './footprint-words.ts'

const exactly = (value: number) => ({ min: value, max: value })

test.each([
  [exactly(0.0432), { min: 0.00512, max: 0.1308 }, 'environ\u00a00,04\u00a0Wh\u00a0; entre 0,005 et 0,13\u00a0g CO₂e selon la méthode'],
  [{ min: 0.21, max: 0.38 }, { min: 0.026, max: 1.2 }, 'entre 0,21 et 0,38\u00a0Wh\u00a0; entre 0,03 et 1,2\u00a0g CO₂e selon la méthode'],
  [exactly(12_345), { min: 340, max: 8_700 }, 'environ\u00a012\u00a0kWh\u00a0; entre 340\u00a0g CO₂e et 8,7\u00a0kg CO₂e selon la méthode'],
  [exactly(0.00000001), exactly(0), 'environ\u00a0moins de 0,0001\u00a0Wh\u00a0; environ\u00a00\u00a0g CO₂e selon la méthode'],
])('%j and %j: %s', (wh, gco2e, text) => expect(footprintText({ wh, gco2e })).toBe(text))

it('says how many replies are left out, and never that an unknown footprint is zero', () => {
  expect(totalSentences({ wh: null, gco2e: null, replies: 0, unmeasured: 0 })).toEqual(['Aucune réponse sur cette période.'])
  expect(totalSentences({ wh: null, gco2e: null, replies: 3, unmeasured: 3 })[0]).toMatch(/^Non mesurée.*\(3\u00a0réponses non mesurées\)/)
  const measured = { wh: exactly(2), gco2e: { min: 0.2, max: 5 } }
  expect(totalSentences({ ...measured, replies: 4, unmeasured: 0 })).toEqual([
    'Environ\u00a02\u00a0Wh\u00a0; entre 0,2 et 5\u00a0g CO₂e selon la méthode, pour 4\u00a0réponses.',
  ])
  expect(totalSentences({ ...measured, replies: 4, unmeasured: 1 })).toEqual([
    expect.stringContaining('pour 3\u00a0réponses.'),
    expect.stringMatching(/^En plus, 1\u00a0réponse non mesurée/),
  ])
})

it('gives both methods, their factor and their perimeter', () => {
  const estimate: MessageFootprint['estimate'] = {
    wh: exactly(0.0432),
    gco2e: { min: 0.00512, max: 0.1308 },
    tokens: 400,
    is_time_measured: false,
    parameters: exactly(23.6),
    zone: 'FRA',
    pue: 1.2,
    ecologits: { version: '0.9.1', use: exactly(0.0019), embodied: exactly(0.0032), gco2e: exactly(0.00512) },
    life_cycle: { ratio: 25.54, gco2e: exactly(0.1308) },
  }
  expect(methodSentences(estimate)).toEqual([
    'EcoLogits, version 0.9.1\u00a0: 0,005\u00a0g CO₂e, dont 0,002\u00a0g CO₂e pour l’électricité et 0,003\u00a0g CO₂e pour la fabrication des serveurs.',
    expect.stringMatching(/0,13\u00a0g CO₂e, 25,5 fois la première\..*hypothèse\.$/),
  ])
  const [counted, left] = perimeterSentences(estimate)
  expect(counted).toMatch(/400\u00a0jetons écrits par un modèle de 23,6\u00a0milliards de paramètres actifs, durée calculée, électricité de France, .* 1,2\./)
  expect(left).toMatch(/^Non compté\u00a0: la lecture de la question/)
  expect(methodSentences(null).join()).toMatch(/environ 25 fois/)
})
