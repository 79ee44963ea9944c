import type { InstanceInfo } from '@parvis/contract'
import { expect, it } from 'vitest'
import { accessibilityGround, accessibilityWord } from './accessibility-words.ts'

type Accessibility = InstanceInfo['accessibility']

const declared = (state: Accessibility['state'], audit: Accessibility['audit']): string => {
  const instance = { accessibility: { contact: null, scheme: null, state, audit } }
  return accessibilityWord(instance) + accessibilityGround(instance)
}
const audit = (rate: number) => ({ date: '2023-06-14', rate, by: null })

it.each([
  ['non', null, 'non conforme, faute d’audit de conformité en cours de validité.'],
  ['partielle', audit(92), 'partiellement conforme, selon l’audit ci-dessous.'],
  ['non', audit(40), 'non conforme.'],
  // « Non conforme » with « 92 % des critères » would be a contradiction without the reason.
  ['non', audit(92), 'non conforme\u00a0: l’audit ci-dessous n’est plus en cours de validité.'],
] as const)('the declaration says on what its state rests: %s', (state, found, words) => expect(declared(state, found)).toBe(words))
