import type { Project } from '@parvis/contract'

/** The list with a project as it has just been kept: added, or in place of what it was. The last modified comes first. */
export function withProject(list: readonly Project[], project: Project): Project[] {
  return [...withoutProject(list, project.id), project].sort((a, b) => b.updated_at.localeCompare(a.updated_at))
}

export const withoutProject = (list: readonly Project[], id: string): Project[] => list.filter((project) => project.id !== id)

/** Text without case nor accents, for a search that « mobilite » answers with « Mobilité ». */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The projects whose name or description holds the words, valid ones first; the order is otherwise kept. */
export function shownProjects(list: readonly Project[], search: string): Project[] {
  const wanted = plain(search.trim())
  const found = list.filter(({ name, description }) => plain(`${name}\n${description}`).includes(wanted))
  return [...found.filter(({ status }) => status === 'valid'), ...found.filter(({ status }) => status === 'archived')]
}
