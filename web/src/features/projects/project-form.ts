import { limits, type Project } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { statusWords } from './project-status.ts'

/** Values of the forms of a project. */
export type ProjectValues = Pick<Project, 'name' | 'description' | 'content' | 'status'>

/** Texts of a project, without the state, which has its own button on the project page. */
export type ProjectTexts = Omit<ProjectValues, 'status'>

export type ProjectErrors = Partial<Record<keyof ProjectValues, string>>

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

/** Checks the values with the sentences of the server. Empty when the project can be sent. */
export function checkProject({ name, description, content }: ProjectTexts): ProjectErrors {
  const errors: ProjectErrors = {}
  if (name.trim() === '') errors.name = 'Le nom du projet est obligatoire'
  else if (name.trim().length > limits.name) errors.name = tooLong(limits.name)
  if (description.length > limits.description) errors.description = tooLong(limits.description)
  if (content.length > limits.content) errors.content = tooLong(limits.content)
  return errors
}

const tooLong = (max: number) => `${new Intl.NumberFormat('fr-FR').format(max)} caractères au plus`

/** Returns the server's error of each refused field; empty for any other error. */
export const refusedFields = (error: unknown): ProjectErrors => (error instanceof ApiError ? error.fields : {})
