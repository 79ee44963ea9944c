import { expect, test } from 'vitest'
import { limitName, limitWarning, renewalDay, parseTokens, usedPercent } from './limit-words.ts'

const renews_at = '2026-11-30T23:00:00.000Z'
const own = (used: number, tokens = 1_000) => ({ limits: [{ kind: 'own' as const, team: null, tokens, used }], renews_at })
const plain = (sentence: string | null) => sentence?.replaceAll(/[\u00a0\u202f]/g, ' ')

test('the limit that counts is announced from 80 % on, with the day when it renews in Paris', () => {
  expect(limitWarning({ limits: [], renews_at })).toBeNull()
  expect(limitWarning(own(799))).toBeNull()
  expect(plain(limitWarning(own(800)))).toBe('80 % de vos jetons du mois sont utilisés. Ils reviennent le 1er décembre 2026.')
  expect(plain(limitWarning(own(999)))).toContain('99 %')
  expect(plain(limitWarning(own(1_000)))).toBe(
    'Il n’y a plus de jetons ce mois-ci. Vous pourrez de nouveau envoyer des messages à partir du 1er décembre 2026.',
  )
  const common = { kind: 'common' as const, team: 'Voirie', tokens: 100, used: 90 }
  expect(plain(limitWarning({ limits: [common, own(0).limits[0]!], renews_at }))).toContain('90 % des jetons du mois de votre service « Voirie » sont utilisés')
  expect(usedPercent({ used: 0, tokens: 0 })).toBe(100)
  expect(plain(renewalDay(renews_at))).toBe('1er décembre 2026')
  expect(plain(limitName(common))).toBe('Service « Voirie », en commun')
})

test('a number of tokens is read as it is written in French', () => {
  expect(['1 000 000', '1\u202f000\u00a0000', '1.000.000', ' 5 ', '0'].map(parseTokens)).toEqual([1_000_000, 1_000_000, 1_000_000, 5, 0])
  expect(['', ' '].map(parseTokens)).toEqual([null, null])
  expect(['-1', '1,5', 'un million', '1e6', '9000000000000'].map(parseTokens)).toEqual([undefined, undefined, undefined, undefined, undefined])
})
