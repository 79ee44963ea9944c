import type { AssistantVersionSummary, VersionedField } from '@parvis/contract'
import { formatDateTime } from '../../../ui/words/formats.ts'
import styles from './AssistantVersions.module.css'

const words: Record<VersionedField, string> = {
  name: 'nom',
  description: 'description',
  prompt_content: 'instructions',
  starters: 'questions proposées',
  document_categories: 'documents',
}

interface VersionListProps {
  versions: readonly AssistantVersionSummary[]
  chosen: number
  onChoose: (number: number) => void
}

/** List of the versions, latest first: what changed, when, by whom. */
export function VersionList({ versions, chosen, onChoose }: VersionListProps) {
  return (
    <nav aria-label="Versions" className={styles.list}>
      <ul>
        {versions.map((version, at) => (
          <li key={version.number}>
            <button type="button" className={styles.version} aria-current={version.number === chosen || undefined} onClick={() => onChoose(version.number)}>
              <strong>
                Version {version.number}
                {at === 0 && ', actuelle'}
              </strong>
              <span className={styles.what}>{describe(version)}</span>
              <span className={styles.who}>
                {formatDateTime(version.created_at)} · {version.author ?? 'auteur non connu'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function describe({ restored_from, changed }: AssistantVersionSummary): string {
  if (restored_from !== null) return `Reprend la version ${restored_from}`
  if (changed.length === 0) return 'Premier texte connu'
  return `Modifie\u00a0: ${changed.map((field) => words[field]).join(', ')}`
}
