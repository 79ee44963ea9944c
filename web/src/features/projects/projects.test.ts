import { findTextErrors, projectRules, routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { newProject } from './project-form.ts'
import { paths } from '../../paths.ts'
import { accessWords, canManageProject, otherStatus, sharedBy } from './project-status.ts'

it('creates valid projects, and refuses one without a name', () => {
  expect(newProject.status).toBe('valid')
  expect(findTextErrors({ ...newProject, name: '  ' }, projectRules)).toEqual({ name: 'Le nom du projet est obligatoire' })
  expect(findTextErrors({ ...newProject, name: 'Voirie' }, projectRules)).toEqual({})
})

it('refuses with the sentences of the contract', () => {
  const tooMuch = { ...newProject, name: 'a'.repeat(1000), description: 'x'.repeat(200_000), content: 'y'.repeat(2_000_000) }
  for (const values of [newProject, tooMuch, { ...tooMuch, name: ' b ' }]) {
    const { error } = routes.projects.create.body.safeParse(values)
    expect(findTextErrors(values, projectRules)).toEqual(Object.fromEntries(error!.issues.map(({ path, message }) => [path[0], message])))
  }
})

it('toggles between the two states', () => expect([otherStatus('valid'), otherStatus('archived')]).toEqual(['archived', 'valid']))

it('says what a person may do with a project of somebody else, and who decides of one', () => {
  expect(sharedBy('Ana Ruiz', 'reader')).toBe('Partagé par Ana Ruiz\u00a0: vous le lisez')
  expect(sharedBy('Ana Ruiz', 'writer')).toBe('Partagé par Ana Ruiz\u00a0: vous pouvez y écrire')
  expect(sharedBy('Ana Ruiz', 'manager')).toBe('Partagé par Ana Ruiz\u00a0: vous en êtes responsable')
  expect((['owner', 'manager', 'writer', 'reader'] as const).filter(canManageProject)).toEqual(['owner', 'manager'])
})

it('begins a conversation in the catalogue with the project chosen, and resumes one where it was', () => {
  expect(paths.catalogueWith({ id: 'p' })).toBe('/assistants?project=p')
  expect(paths.resume({ id: 'c', assistant_id: 'a', project_id: 'p', library: null })).toBe('/chatbot-assistant?assistant=a&project=p&conversation=c')
  expect(paths.resume({ id: 'c', assistant_id: null, project_id: 'p', library: null })).toBe('/chatbot?conversation=c')
  expect(paths.resume({ id: 'c', assistant_id: null, project_id: null, library: 'Arrêtés' })).toBe('/biblio-rag?conversation=c')
})

it('names with whom a project is shared, and counts those that it does not name', () => {
  const grant = (name: string, level: 'use' | 'edit' | 'manage' = 'use') => ({ subject: 'user' as const, name, level })
  expect(accessWords([], true)).toBe('Vous seul y avez accès')
  expect(accessWords([grant('Voirie')], true)).toBe('Partagé avec Voirie (lecture)')
  expect(accessWords([grant('Voirie', 'edit'), { subject: 'everyone', name: '', level: 'use' }], true)).toBe(
    'Partagé avec Voirie (écriture) et tout le monde (lecture)',
  )
  const many = (count: number) =>
    accessWords(
      Array.from({ length: count }, (_, at) => grant(`P${at}`)),
      true,
    )
  expect(many(5)).toMatch(/P3 \(lecture\) et P4 \(lecture\)$/)
  expect(many(6)).toMatch(/P3 \(lecture\) et 2\u00a0autres$/)
})
