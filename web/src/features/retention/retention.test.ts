import { expect, it } from 'vitest'
import { actsText, changesOf, daysOf, durationOptions, optionIdOf, type Durations } from './retention-words.ts'

it('offers the durations that the server takes, and the present one', () => {
  expect(durationOptions('journal', 365).map(({ id }) => id)).toEqual(['180', '365', '730', '1095'])
  expect(durationOptions('conversations', 400).map(({ id }) => id)).toEqual(['30', '90', '180', '365', '400', '730', '1095', '1825', '3650', 'sans-limite'])
  expect([daysOf(optionIdOf(null)), daysOf(optionIdOf(90))]).toEqual([null, 90])
})

it('sends what changed only', () => {
  const before: Durations = { conversations: 730, written_documents: null, accounts: 730, feedback: 365, mails: 30, journal: 365 }
  expect(changesOf(before, { ...before, conversations: null, mails: 7 })).toEqual({ conversations: null, mails: 7 })
})

it('says from when on a rule acts, and that one waits for a mail server', () => {
  const rule = { days: 730, acts_from: null, needs_mail: false }
  expect([rule, { ...rule, needs_mail: true }, { ...rule, days: null }].map(actsText)).toEqual(['Maintenant', 'Pas sans serveur de courriel', 'Jamais'])
  expect(actsText({ ...rule, acts_from: '2026-12-24T08:00:00.000Z' })).toContain('24/12/2026')
})
