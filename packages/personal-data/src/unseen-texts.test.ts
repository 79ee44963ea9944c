import { describe, expect, it } from 'vitest'
import { createDetector } from './index.ts'
import { unseenPeople } from './testing/unseen-people.fixture.ts'
import { unseenTexts } from './testing/unseen-texts.fixture.ts'
import { measure } from './testing/measure.fixture.ts'

describe('other texts and names than those of the development set', () => {
  const detector = createDetector()
  const { kinds, touched } = measure(unseenTexts(unseenPeople, 550, 20261130), (text) => detector.find(text))

  it.each([...kinds].map(([kind, counts]) => [kind, counts] as const))('%s', (kind, { expected, found, reported, right }) => {
    const isName = kind === 'personne'
    const isContextual = kind === 'adresse' || kind === 'naissance' || kind === 'secret'
    expect(found / expected).toBeGreaterThanOrEqual(isName || isContextual ? 0.92 : 0.99)
    expect(right / reported).toBeGreaterThanOrEqual(isName || isContextual ? 0.9 : 0.99)
  })

  it('leaves what serves the task', () => {
    expect(touched).toEqual([])
  })
})
