import type { Grant } from '@parvis/contract'

type NamedGrant = Pick<Grant, 'subject' | 'name' | 'level'>

const levelWords: Readonly<Record<Grant['level'], string>> = { use: 'lecture', edit: 'écriture', manage: 'responsable' }

/** Grants named in the sentence; the others are counted. */
const maxNamed = 4

/** « Partagé avec Voirie (lecture), Claire Petit (écriture) et 2 autres »; nobody: « Vous seul y avez accès ». */
export function accessWords(grants: readonly NamedGrant[], isOwner: boolean): string {
  if (grants.length === 0) return isOwner ? 'Vous seul y avez accès' : 'Partagé avec personne d’autre'
  const named = grants.slice(0, grants.length > maxNamed + 1 ? maxNamed : maxNamed + 1)
  const words = named.map(({ subject, name, level }) => `${subject === 'everyone' ? 'tout le monde' : name} (${levelWords[level]})`)
  const others = grants.length - named.length
  const last = others > 0 ? `${others}\u00a0autres` : words.length > 1 ? words.pop() : undefined
  return `Partagé avec ${words.join(', ')}${last === undefined ? '' : ` et ${last}`}`
}
