import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleFrom } from './title.ts'

it.each([
  ['Bonjour, pouvez-vous rédiger une délibération sur la cantine ? Merci', 'Pouvez-vous rédiger une délibération sur la cantine ?'],
  ['  résume ce texte  ', 'Résume ce texte'],
  ['# Titre\n**Important** : relire', 'Titre Important : relire'],
  ['Bonjour', 'Bonjour'],
])('%j → %j', (question, title) => {
  expect(titleFrom(question)).toBe(title)
})

it('has no title for nothing', () => {
  expect(titleFrom('```js\nconst a = 1\n```')).toBeNull()
  expect(titleFrom('  \n ')).toBeNull()
})

it('never exceeds 80 characters, never breaks a character, never blank', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (question) => {
      const title = titleFrom(question)
      if (title === null) return
      expect(title.length).toBeLessThanOrEqual(80)
      expect(title.trim()).not.toBe('')
      if (question.isWellFormed()) expect(title.isWellFormed()).toBe(true)
    }),
  )
})
