import type { WrittenVersion } from '@parvis/contract'
import { formatDateTime } from '../../ui/words/formats.ts'

const reasons: Record<WrittenVersion['reason'], string> = {
  creation: 'Création du document',
  import: 'Import d’un fichier',
  proposition: 'Modifications acceptées',
  pause: 'Texte enregistré',
  export: 'Texte exporté',
  partage: 'Texte partagé',
  nommee: 'Version nommée',
  restauration: 'Version rétablie',
}

/** Name given by a person, else the reason of the version. */
export const versionTitle = ({ name, reason }: Pick<WrittenVersion, 'name' | 'reason'>): string => name ?? reasons[reason]

/** « 07/03/2026 14:05, Ana Ruiz, avec Délibérations » */
export function versionDetails({ created_at, author, assistant, model }: Pick<WrittenVersion, 'created_at' | 'author' | 'assistant' | 'model'>): string {
  const helper = assistant ?? model
  return [formatDateTime(created_at), author ?? 'Compte supprimé', helper !== null && `avec ${helper}`].filter(Boolean).join(', ')
}

/** Name of a version in a list to choose from. */
export const versionOption = (version: WrittenVersion) => ({
  id: version.id,
  label: `${version.number}. ${versionTitle(version)}`,
  detail: versionDetails(version),
})
