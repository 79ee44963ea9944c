import { expect, it } from 'vitest'
import { byKind, maskedSentence, quotedValue, unknownLabelsSentence, withMask, withoutMask } from './masking-words.ts'

const person = { kind: 'personne', label: '[PERSONNE_1]', count: 2 } as const
const phone = { kind: 'telephone', label: '[TELEPHONE_1]', count: 1 } as const

it('counts the data of a message', () => {
  expect([[], [person], [person, phone]].map(maskedSentence)).toEqual([
    'Aucune donnée masquée pour le modèle',
    '1\u00a0donnée masquée pour le modèle',
    '2\u00a0données masquées pour le modèle',
  ])
})

it('groups data by kind, in the order of the contract', () => {
  expect(byKind([phone, person, { ...phone, label: '[TELEPHONE_2]' }]).map(({ kind, data }) => [kind, data.length])).toEqual([
    ['personne', 1],
    ['telephone', 2],
  ])
})

it('names the labels that a model invented, and no other', () => {
  const invented = { ...person, unknown: true } as const
  expect(unknownLabelsSentence([invented, phone])).toMatch(/^L’étiquette \[PERSONNE_1\] de cette réponse ne correspond/)
  expect(unknownLabelsSentence([invented, { ...phone, unknown: true }])).toMatch(/^Les étiquettes \[PERSONNE_1\] et \[TELEPHONE_1\] /)
})

it('cuts a long value, on one line', () => {
  expect(quotedValue(`12 rue\n${'des Lilas '.repeat(20)}`)).toMatch(/^«\u00a012 rue des Lilas .{0,50}…\u00a0»$/)
})

it.each([
  ['a value that was found', { keep: [], add: [], mode: 'masquer' }, { kind: 'personne', value: 'Anne' }, { keep: ['Anne'], add: [] }],
  ['a value found that was added too', { keep: [], add: ['Anne'], mode: 'masquer' }, { kind: 'personne', value: 'Anne' }, { keep: ['Anne'], add: [] }],
  ['a passage', { keep: ['x'], add: ['le devis', 'y'], mode: 'masquer' }, { kind: 'donnee', value: 'le devis' }, { keep: ['x'], add: ['y'] }],
  ['a value chosen where nothing else is masked', { keep: [], add: ['Anne'], mode: 'prevenir' }, { kind: 'personne', value: 'Anne' }, { keep: [], add: [] }],
] as const)('no longer masks %s', (_, { keep, add, mode }, value, lists) => {
  expect(withoutMask({ keep: [...keep], add: [...add], mode }, value)).toEqual(lists)
})

it('masks values once each, even one that was kept', () => {
  expect(withMask({ keep: ['Anne', 'Paul'], add: ['Jean'] }, ['Anne', 'Jean', 'Anne'])).toEqual({ keep: ['Paul'], add: ['Jean', 'Anne'] })
})
