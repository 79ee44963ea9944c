import type { Assistant } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../../seed/index.ts'
import { assistantsOf, personaOf, personas } from './personas.ts'

const assistant = (words: Partial<Pick<Assistant, 'name' | 'description' | 'is_active'>> & { in?: string }): Assistant => ({
  id: 'id',
  min_level: 1,
  model_id: null,
  model_choice: false,
  masking: null,
  name: words.name ?? 'Sans rapport',
  description: words.description ?? 'Rien',
  prompt_content: 'management communication analyse',
  starters: [],
  document_category_ids: [],
  document_categories: [],
  category_id: 'c',
  category: { id: 'c', name: words.in ?? 'Divers', icon: 'Search' },
  icon: 'Search',
  is_active: words.is_active ?? true,
  usage_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
})
const [camille, malik] = personas

describe('the assistants of a persona', () => {
  it.each([
    ['its name', { name: 'Management d’équipe' }],
    ['its description', { description: 'Aide à bâtir la STRATEGIE de la commune' }],
    ['its category', { in: 'Pilotage' }],
    ['another form of the word', { name: 'Plan stratégique' }],
  ])('are found by %s, whatever the accents and capitals', (_, words) => expect(assistantsOf(camille!, [assistant(words)])).toHaveLength(1))

  it('are not found by their prompt, nor when they are inactive', () => {
    expect(assistantsOf(camille!, [assistant({})])).toEqual([])
    expect(assistantsOf(malik!, [assistant({ name: 'Communication', is_active: false })])).toEqual([])
  })

  it('are at least three each in the demonstration catalogue', () => {
    const names = new Map(seedCatalogue.categories.map(({ slug, name }) => [slug, name]))
    const catalogue = seedCatalogue.assistants.map(({ name, description, category }) => assistant({ name, description, in: names.get(category) ?? '' }))
    for (const persona of personas) expect(assistantsOf(persona, catalogue).length, persona.name).toBeGreaterThanOrEqual(3)
  })
})

it('knows a persona by its address, and nobody else', () => {
  expect(personaOf('helene')?.name).toBe('Hélène')
  expect(personaOf('inconnu')).toBeNull()
  expect(personaOf('')).toBeNull()
})
