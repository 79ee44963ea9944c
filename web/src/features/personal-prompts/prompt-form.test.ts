import { limits } from '@parvis/contract'
import { expect, it } from 'vitest'
import { checkPrompt } from './prompt-form.ts'

it('a name and a text, neither blank nor too long', () => {
  expect(checkPrompt({ name: ' Note ', content: ' Rédigez\n' })).toEqual({})
  expect(checkPrompt({ name: ' ', content: '\n' })).toEqual({ name: 'Donnez un nom à ce prompt', content: 'Écrivez le texte de ce prompt' })
  expect(Object.keys(checkPrompt({ name: 'a'.repeat(limits.name), content: 'a'.repeat(limits.promptContent) }))).toEqual([])
  expect(Object.keys(checkPrompt({ name: 'a'.repeat(limits.name + 1), content: 'a'.repeat(limits.promptContent + 1) }))).toEqual(['name', 'content'])
})
