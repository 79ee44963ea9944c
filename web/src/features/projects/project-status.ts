import type { Project } from '@parvis/contract'

type Status = Project['status']

/** Words of each state (specification, chapter 2): its badge, its choice in the form, and the button that leaves it. */
export const statusWords: Readonly<Record<Status, { badge: string; leave: string; left: string }>> = {
  valid: { badge: 'Valide', leave: 'Archiver', left: 'Projet archivé' },
  archived: { badge: 'Archivé', leave: 'Rendre valide', left: 'Projet rendu valide' },
}

/** The two states toggle into each other (specification, chapter 4). */
export const otherStatus = (status: Status): Status => (status === 'valid' ? 'archived' : 'valid')

const roleWords: Readonly<Record<Project['role'], string>> = {
  owner: 'il est à vous',
  manager: 'vous en êtes responsable',
  writer: 'vous pouvez y écrire',
  reader: 'vous le lisez',
}

/** Whose a project of somebody else is, and what may be done with it. */
export const sharedBy = (owner: string, role: Project['role']): string => `Partagé par ${owner}\u00a0: ${roleWords[role]}`

/** Who archives a project, and says to whom it is open. */
export const decides = (role: Project['role']): boolean => role === 'owner' || role === 'manager'
