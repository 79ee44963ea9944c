import type { Prompt } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import {
  nextPromptDeletion,
  type PromptDeletion,
  type PromptDeletionEvent,
  initialEditor,
  nextPromptEditor,
  promptShown,
  type PromptEditor,
  type PromptEditorEvent,
  findMissing,
  foundPrompts,
  missingSentence,
  previewOf,
  withPrompt,
} from './library.ts'
import { promptErrorSentence } from './prompt-errors.ts'

const prompt = (id: string, name = id, content = 'contenu'): Prompt => ({ id, name, content, updated_at: '2026-01-01T00:00:00.000Z', chatbot_use: null })

describe('the editor', () => {
  const after = (...events: PromptEditorEvent[]) => events.reduce<PromptEditor>(nextPromptEditor, initialEditor(null))
  it('views, edits what is viewed, and writes a new one', () => {
    expect(after({ type: 'show', id: 'a' })).toEqual({ mode: 'view', id: 'a', wasSelectedHere: true })
    expect(after({ type: 'show', id: 'a' }, { type: 'edit' })).toEqual({ mode: 'edit', id: 'a' })
    expect(after({ type: 'create' })).toEqual({ mode: 'new', id: null, serial: 0 })
    expect(after({ type: 'create' }, { type: 'create' })).toEqual({ mode: 'new', id: null, serial: 1 })
    expect(after({ type: 'edit' })).toEqual(initialEditor(null))
  })
  it('gives back what was shown when it is cancelled, and follows the address from what is written', () => {
    expect(after({ type: 'show', id: 'a' }, { type: 'create' }, { type: 'cancel' })).toMatchObject({ mode: 'view', id: 'a' })
    expect(after({ type: 'show', id: 'a' }, { type: 'edit' }, { type: 'cancel' })).toMatchObject({ mode: 'view', id: 'a' })
    expect(after({ type: 'create' }, { type: 'show', id: 'b' })).toMatchObject({ mode: 'view', id: 'b' })
    expect(after({ type: 'show', id: 'a' }, { type: 'edit' }, { type: 'show', id: null })).toMatchObject({ mode: 'view', id: null })
  })
  it('keeps what is being edited of a prompt that was deleted elsewhere, and nothing of one that is read', () => {
    const [viewed, edited] = [after({ type: 'show', id: 'a' }), after({ type: 'show', id: 'a' }, { type: 'edit' })]
    const [before, renamed] = [prompt('a'), prompt('a', 'Renommé')]
    for (const editor of [viewed, edited]) expect(promptShown(editor, [prompt('b'), renamed], before)).toBe(renamed)
    expect([promptShown(edited, [prompt('b')], before), promptShown(viewed, [prompt('b')], before)]).toEqual([before, undefined])
    expect([promptShown(edited, [], prompt('b')), promptShown(after({ type: 'create' }), [prompt('a')], before)]).toEqual([undefined, undefined])
  })
})

describe('the deletion', () => {
  const after = (...events: PromptDeletionEvent[]) => events.reduce<PromptDeletion>(nextPromptDeletion, 'idle')
  it('needs two presses', () => {
    expect(after('press')).toBe('confirming')
    expect(after('press', 'press')).toBe('deleting')
  })
  it('is reset by cancelling, leaving or failing, but not once it has begun', () => {
    expect(after('press', 'cancel')).toBe('idle')
    expect(after('press', 'leave')).toBe('idle')
    expect(after('press', 'press', 'leave')).toBe('deleting')
    expect(after('press', 'press', 'failed')).toBe('idle')
  })
})

describe('the sentences of failures', () => {
  const said = (status: number, action: 'load' | 'save' | 'delete', body = {}) => promptErrorSentence(new ApiError(status, body), action)
  it('are those of the specification', () => {
    expect(said(401, 'load')).toBe('Vous devez être connecté pour accéder à cette ressource.')
    expect(said(401, 'save')).toBe('Vous devez être connecté pour effectuer cette action.')
    expect(said(401, 'delete')).toBe('Vous devez être connecté pour effectuer cette action.')
    expect(said(403, 'load')).toBe("Vous n'avez pas les droits nécessaires pour accéder à cette ressource.")
    expect(said(403, 'save')).toBe("Vous n'avez pas les droits d'administrateur nécessaires pour cette action.")
    expect(said(403, 'delete')).toBe("Vous n'avez pas les droits d'administrateur nécessaires pour supprimer ce prompt.")
    expect(said(422, 'save')).toBe("Erreur de validation des données. Vous n'avez probablement pas les droits d'administrateur nécessaires.")
    expect(said(0, 'load')).toBe('Aucune réponse du serveur. Vérifiez votre connexion internet.')
  })
  it('give the status and the reason of the server, or a default', () => {
    expect(said(404, 'delete', { error: 'Cette ressource n’existe pas.', code: 'request.not_found' })).toBe('Erreur 404: Cette ressource n’existe pas.')
    expect(said(502, 'load')).toBe('Erreur 502: Impossible de charger les prompts')
    expect(promptErrorSentence(new Error('x'), 'save')).toBe('Impossible d’enregistrer le prompt. Veuillez réessayer.')
  })
})

describe('the list', () => {
  it('is searched by name, whatever the case, the accents and the apostrophes', () => {
    const list = [prompt('a', 'Compte rendu'), prompt('b', 'Note', 'compte'), prompt('c', "De\u0301libe\u0301ration d'urgence")]
    expect(foundPrompts(list, ' COMPTE ').map(({ id }) => id)).toEqual(['a'])
    for (const search of ['deliberation', 'DÉLIBÉ', 'd’urgence', "d'urgence"]) expect(foundPrompts(list, search).map(({ id }) => id)).toEqual(['c'])
    expect(foundPrompts(list, '')).toHaveLength(3)
  })
  it('previews 40 characters on one line', () => {
    expect(previewOf(prompt('a', 'a', `${'x'.repeat(40)}y`))).toBe(`${'x'.repeat(40)}…`)
    expect(previewOf(prompt('a', 'a', 'Un\n\ndeux'))).toBe('Un deux')
  })
  it('keeps the order of names', () => {
    expect(withPrompt([prompt('1', 'État'), prompt('2', 'Zone')], prompt('1', 'École')).map(({ name }) => name)).toEqual(['École', 'Zone'])
    expect(withPrompt([prompt('2', 'Zone')], prompt('3', 'Épure')).map(({ name }) => name)).toEqual(['Épure', 'Zone'])
  })
  it('refuses a prompt without a name or a content', () => {
    const sentence = 'Ce champ est obligatoire'
    expect(findMissing({ name: ' ', content: 'x' })).toEqual({ name: sentence })
    expect(findMissing({ name: 'x', content: '\n' })).toEqual({ content: sentence })
    expect(findMissing({ name: 'x', content: 'y' })).toEqual({})
    expect(missingSentence).toBe('Le nom et le contenu du prompt sont requis')
  })
})
