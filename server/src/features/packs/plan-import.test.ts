import type { Pack } from '@parvis/contract'
import { expect, test } from 'vitest'
import { planImport, type InstalledContent } from './plan-import.ts'

const prompt = (name: string, content: string) => ({ name, content })
const pack = (...prompts: Pack['prompts']): Pack => ({
  format: 'parvis-pack',
  version: 1,
  assistant_categories: [],
  document_categories: [],
  assistants: [],
  prompts,
})
const held = (...prompts: Pack['prompts']): InstalledContent => ({
  assistant_category: [],
  document_category: [],
  assistant: [],
  prompt: prompts.map((fields, at) => ({ id: `${at}`, fields })),
})
const plan = (file: Pack, here: InstalledContent) => planImport(file, here, []).map(({ name, state, held_id }) => [name, state, held_id])

test('a copy kept beside is recognised where the name ends with a number of its own', () => {
  const ours = prompt('Élections (2026)', 'Les nôtres.')
  const theirs = prompt('Élections (2026)', 'Les leurs.')
  expect(plan(pack(theirs), held(ours))).toEqual([['Élections (2026)', 'conflict', '0']])
  // As « garder les deux » leaves it: importing again makes no third one.
  expect(plan(pack(theirs), held(ours, prompt('Élections (2026) (2)', 'Les leurs.')))).toEqual([['Élections (2026)', 'identical', '1']])
})

test('names that differ by a number of their own are two things, and nothing stands for two', () => {
  const [one, two] = [prompt('Élections (2026)', 'Une.'), prompt('Élections (2027)', 'Deux.')]
  expect(plan(pack(one, two), held(two, one))).toEqual([
    ['Élections (2026)', 'identical', '1'],
    ['Élections (2027)', 'identical', '0'],
  ])
  expect(plan(pack(one, one), held(one))).toEqual([
    ['Élections (2026)', 'identical', '0'],
    ['Élections (2026)', 'new', null],
  ])
})
