import { findTextErrors, limits, personalPromptRules, routes } from '@parvis/contract'
import { expect, it } from 'vitest'

const checkPrompt = (values: { name: string; content: string }) => findTextErrors(values, personalPromptRules)

it('a name and a text, neither blank nor too long', () => {
  expect(checkPrompt({ name: ' Note ', content: ' Rédigez\n' })).toEqual({})
  expect(checkPrompt({ name: ' ', content: '\n' })).toEqual({ name: 'Donnez un nom à ce prompt', content: 'Écrivez le texte de ce prompt' })
  expect(Object.keys(checkPrompt({ name: 'a'.repeat(limits.name), content: 'a'.repeat(limits.promptContent) }))).toEqual([])
  expect(Object.keys(checkPrompt({ name: 'a'.repeat(limits.name + 1), content: 'a'.repeat(limits.promptContent + 1) }))).toEqual(['name', 'content'])
})

it('refuses with the sentences of the contract', () => {
  for (const values of [
    { name: ' ', content: '\n' },
    { name: 'a'.repeat(1_000), content: 'b'.repeat(2_000_000) },
  ]) {
    const { error } = routes.personalPrompts.create.body.safeParse(values)
    expect(checkPrompt(values)).toEqual(Object.fromEntries(error!.issues.map(({ path, message }) => [path[0], message])))
  }
})
