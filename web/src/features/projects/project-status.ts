import type { Grant, Project } from '@parvis/contract'

type Status = Project['status']

/** Texts of each state (specification, chapter 2): badge and form option, button that leaves the state, announcement once it is left. */
export const statusWords: Readonly<Record<Status, { badge: string; leaveLabel: string; leftAnnouncement: string }>> = {
  valid: { badge: 'Valide', leaveLabel: 'Archiver', leftAnnouncement: 'Projet archivé' },
  archived: { badge: 'Archivé', leaveLabel: 'Rendre valide', leftAnnouncement: 'Projet rendu valide' },
}

/** Returns the other of the two states (specification, chapter 4). */
export const otherStatus = (status: Status): Status => (status === 'valid' ? 'archived' : 'valid')

const roleWords: Readonly<Record<Project['role'], string>> = {
  owner: 'il est à vous',
  manager: 'vous en êtes responsable',
  writer: 'vous pouvez y écrire',
  reader: 'vous le lisez',
}

/** Sentence about a project of another person: its owner, and the role of the reader. */
export const sharedBy = (owner: string, role: Project['role']): string => `Partagé par ${owner}\u00a0: ${roleWords[role]}`

/** Whether this role may archive a project and change its sharing. */
export const canManageProject = (role: Project['role']): boolean => role === 'owner' || role === 'manager'

type NamedGrant = Pick<Grant, 'subject' | 'name' | 'level'>

const levelWords: Readonly<Record<Grant['level'], string>> = { use: 'lecture', edit: 'écriture', manage: 'responsable' }

/** Number of grants named in the sentence; the others are counted. */
const maxNamed = 4

/** « Partagé avec Voirie (lecture), Claire Petit (écriture) et 2 autres »; for the owner without any grant, « Vous seul y avez accès ». */
export function accessWords(grants: readonly NamedGrant[], isOwner: boolean): string {
  if (grants.length === 0) return isOwner ? 'Vous seul y avez accès' : 'Partagé avec personne d’autre'
  const namedGrants = grants.slice(0, grants.length > maxNamed + 1 ? maxNamed : maxNamed + 1)
  const words = namedGrants.map(({ subject, name, level }) => `${subject === 'everyone' ? 'tout le monde' : name} (${levelWords[level]})`)
  const otherCount = grants.length - namedGrants.length
  const last = otherCount > 0 ? `${otherCount}\u00a0autres` : words.length > 1 ? words.pop() : undefined
  return `Partagé avec ${words.join(', ')}${last === undefined ? '' : ` et ${last}`}`
}
