import type { Project } from '@parvis/contract'
import { statusWords } from './project-status.ts'

/** Values of the forms of a project. */
export type ProjectValues = Pick<Project, 'name' | 'description' | 'content' | 'status'>

/** Texts of a project, without the state, which has its own button on the project page. */
export type ProjectTexts = Omit<ProjectValues, 'status'>

/** Initial values of a new project (valid by default: specification, chapter 9). */
export const newProject: ProjectValues = { name: '', description: '', content: '', status: 'valid' }

export const valuesOf = ({ name, description, content, status }: Project): ProjectValues => ({ name, description, content, status })

/** Field labels used in the notice of an edit conflict. */
export const projectFieldNames = {
  name: 'Nom',
  description: 'Description',
  content: 'Contenu',
  status: { label: 'Etat', read: (status: Project['status']) => statusWords[status].badge },
} as const
