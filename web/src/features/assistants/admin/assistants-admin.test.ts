import type { Assistant } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import {
  assistantBodyOf,
  assistantFormOf,
  documentNames,
  remainingDocuments,
  emptyAssistantForm,
  findAssistantFormErrors,
  refusalOf,
} from '../form/assistant-form.ts'
import { assistantRows } from './AssistantList.tsx'

const assistant = (name: string, category: string, usage_count = 0): Assistant => ({
  id: name,
  name,
  description: `Description de ${name}`,
  prompt_content: ' Tu aides.\n',
  starters: ['Par où commencer ?'],
  category_id: category,
  min_level: 1,
  model_id: null,
  model_choice: false,
  masking: null,
  category: { id: category, name: category, icon: 'Search' },
  document_category_ids: ['d1', 'd2'],
  document_categories: ['Paie', 'Statut'],
  icon: 'Award',
  is_active: true,
  usage_count,
  updated_at: '2026-01-01T00:00:00.000Z',
})

describe('the form of an assistant', () => {
  it('begins active, with the icon FileText and no category (specification, chapter 9)', () => {
    expect(emptyAssistantForm).toMatchObject({ name: '', description: '', prompt_content: '', category_id: null, icon: 'FileText', is_active: true })
  })

  it('needs a name, a description, a prompt and a category', () => {
    expect(Object.keys(findAssistantFormErrors(emptyAssistantForm))).toEqual(['name', 'description', 'prompt_content', 'category_id'])
    expect(Object.keys(findAssistantFormErrors({ ...assistantFormOf(assistant('A', 'c')), prompt_content: ' \n' }))).toEqual(['prompt_content'])
    expect(findAssistantFormErrors(assistantFormOf(assistant('A', 'c')))).toEqual({})
  })

  it('sends the prompt as it is typed, the rest trimmed', () => {
    const body = assistantBodyOf({ ...assistantFormOf(assistant('A', 'c')), name: ' A ' })
    expect(body).toEqual({
      name: 'A',
      description: 'Description de A',
      prompt_content: ' Tu aides.\n',
      starters: ['Par où commencer ?'],
      category_id: 'c',
      document_category_ids: ['d1', 'd2'],
      icon: 'Award',
      min_level: 1,
      model_choice: false,
      masking: null,
      is_active: true,
    })
  })

  it('sends a model only when it was changed: the settings may no longer have the saved one', () => {
    const saved = { ...assistantFormOf(assistant('A', 'c')), model_id: 'removed' }
    expect('model_id' in assistantBodyOf({ ...saved, min_level: 3 }, saved)).toBe(false)
    expect(assistantBodyOf({ ...saved, model_id: null }, saved).model_id).toBeNull()
  })

  it('sends nothing of documents that were left as they were: one may have led elsewhere since', () => {
    const saved = assistantFormOf(assistant('A', 'c'))
    const body = assistantBodyOf({ ...saved, description: 'Autre' }, saved)
    expect([body.description, 'document_category_ids' in body]).toEqual(['Autre', false])
    expect(remainingDocuments(saved, saved, [{ id: 'd2' }, { id: 'd3' }])).toBeNull()
  })

  it('tells of categories of documents that are gone where others were chosen, and names those that are there', () => {
    const form = assistantFormOf(assistant('A', 'c'))
    const chosen = { ...form, document_category_ids: ['d1', 'd2', 'd3'] }
    expect(remainingDocuments(chosen, form, [{ id: 'd2' }, { id: 'd3' }])).toEqual(['d2', 'd3'])
    for (const known of [undefined, [{ id: 'd1' }, { id: 'd2' }, { id: 'd3' }]]) expect(remainingDocuments(chosen, form, known)).toBeNull()
    expect(assistantBodyOf(chosen, form).document_category_ids).toEqual(['d1', 'd2', 'd3'])
    expect(assistantBodyOf({ ...form, document_category_ids: [] }, form).document_category_ids).toEqual([])
    const one = (id: string, display_name: string) => ({ id, name: id, display_name, is_known: true, document_count: 1, former_names: [], open_to: null })
    expect(documentNames([one('d3', 'Actes'), one('d2', 'Statut'), one('d1', 'Paie')], form.document_category_ids)).toBe('Statut\nPaie')
    expect(documentNames(undefined, form.document_category_ids)).toBe('')
  })

  it('takes the lines that are not blank for starters: four, short, each once', () => {
    const form = (starters: string[]) => ({ ...assistantFormOf(assistant('A', 'c')), starters })
    expect(assistantBodyOf(form([' Un ?', '', '  ', 'Deux ? '])).starters).toEqual(['Un ?', 'Deux ?'])
    expect(findAssistantFormErrors(form(['1', '2', '', '3', '4']))).toEqual({})
    for (const [starters, sentence] of [
      [['1', '2', '3', '4', '5'], /^4 questions proposées au plus.*5/],
      [['x'.repeat(200), 'y'.repeat(201)], /^Une question proposée tient en 200 caractères.*«\sy+…\s» en a 201/u],
      [['Même ?', ' Même ?'], /^Deux questions/],
    ] as const) {
      const errors = findAssistantFormErrors(form([...starters]))
      expect(errors.starters).toMatch(sentence)
      expect(refusalOf(errors)).toBe(errors.starters)
      expect(refusalOf({ ...errors, name: 'Donnez un nom' })).toBe('Veuillez remplir tous les champs obligatoires')
    }
  })
})

describe('the rows', () => {
  const all = [assistant('Zèle', 'Finances', 3), assistant('Écoute', 'Social', 10), assistant('action', 'Finances', 3)]
  const names = (...input: [string, string, 'ascending' | 'descending']) =>
    assistantRows(all, input[0], { column: input[1], direction: input[2] }).map(({ name }) => name)

  it('are ordered as in a French dictionary, by the column asked for', () => {
    expect(names('', 'name', 'ascending')).toEqual(['action', 'Écoute', 'Zèle'])
    expect(names('', 'name', 'descending')).toEqual(['Zèle', 'Écoute', 'action'])
    expect(names('', 'category', 'ascending')).toEqual(['action', 'Zèle', 'Écoute'])
    expect(names('', 'usage', 'descending')).toEqual(['Écoute', 'Zèle', 'action'])
  })

  it('are found by name, description or category, without accents', () => {
    expect(names('ecoute', 'name', 'ascending')).toEqual(['Écoute'])
    expect(names('FINANCES', 'name', 'ascending')).toEqual(['action', 'Zèle'])
    expect(all.map(({ name }) => name)).toEqual(['Zèle', 'Écoute', 'action'])
  })
})
