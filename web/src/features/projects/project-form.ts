import { limits, type Project } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { statusWords } from './project-status.ts'

/** What the forms of a project hold. */
export type ProjectValues = Pick<Project, 'name' | 'description' | 'content' | 'status'>

/** What is written of it; its state has a button of its own on its page. */
export type ProjectTexts = Omit<ProjectValues, 'status'>

export type ProjectErrors = Partial<Record<keyof ProjectValues, string>>

/** A new project (specification, chapter 9: valid by default). */
export const newProject: ProjectValues = { name: '', description: '', content: '', status: 'valid' }

export const valuesOf = ({ name, description, content, status }: Project): ProjectValues => ({ name, description, content, status })

/** The fields as a conflict names them. */
export const projectFieldNames = {
  name: 'Nom',
  description: 'Description',
  content: 'Contenu',
  status: { label: 'Etat', read: (status: Project['status']) => statusWords[status].badge },
} as const

/** One sentence per refused field, the server's; empty when the project may be sent. */
export function checkProject({ name, description, content }: ProjectTexts): ProjectErrors {
  const errors: ProjectErrors = {}
  if (name.trim() === '') errors.name = 'Le nom du projet est obligatoire'
  else if (name.trim().length > limits.name) errors.name = tooLong(limits.name)
  if (description.length > limits.description) errors.description = tooLong(limits.description)
  if (content.length > limits.content) errors.content = tooLong(limits.content)
  return errors
}

const tooLong = (max: number) => `${new Intl.NumberFormat('fr-FR').format(max)} caractères au plus`

/** The server's sentence per field, when it refused some. */
export const refusedFields = (error: unknown): ProjectErrors => (error instanceof ApiError ? error.fields : {})
