import type { Project } from '@parvis/contract'

type Status = Project['status']

/** Words of each state (specification, chapter 2): its badge, its choice in the form, and the button that leaves it. */
export const statusWords: Readonly<Record<Status, { badge: string; leave: string; left: string }>> = {
  valid: { badge: 'Valide', leave: 'Archiver', left: 'Projet archivé' },
  archived: { badge: 'Archivé', leave: 'Rendre valide', left: 'Projet rendu valide' },
}

/** The two states toggle into each other (specification, chapter 4). */
export const otherStatus = (status: Status): Status => (status === 'valid' ? 'archived' : 'valid')

/** Whose a project of somebody else is, and what may be done with it. */
export const sharedBy = (owner: string, role: Project['role']): string =>
  `Partagé par ${owner}\u00a0: ${role === 'writer' ? 'vous pouvez y écrire' : 'vous le lisez'}`
