import type { TeamRole, TeamSharing } from '@parvis/contract'

/** Options of a `Select`: roles in a team. */
export const teamRoles: readonly { id: TeamRole; label: string }[] = [
  { id: 'member', label: 'Membre' },
  { id: 'manager', label: 'Responsable' },
]

/** Options of a `Select`: who may share content with a team. */
export const sharings: readonly { id: TeamSharing; label: string; detail: string }[] = [
  { id: 'members', label: 'Ses membres', detail: 'Chacun d’eux peut partager avec le service' },
  { id: 'managers', label: 'Ses responsables', detail: 'Les autres leur proposent ce qu’ils veulent partager' },
  { id: 'anyone', label: 'Tout le monde', detail: 'Un guichet\u00a0: chaque agent peut lui partager quelque chose' },
]

/** Label of the `Select` of `sharings`. */
export const sharingLabel = 'Qui peut partager avec ce service'
