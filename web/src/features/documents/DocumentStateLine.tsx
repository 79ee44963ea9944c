import type { LibraryDocument } from '@parvis/contract'
import { CircleCheck, CircleX, Clock3, LoaderCircle, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { pageNoun } from '../../ui/words/file-names.ts'
import styles from './DocumentBase.module.css'

/** Processing state of a document: queued, being read, indexed, or failed with the reason and a retry button. */
export function DocumentStateLine({ document, onRetry }: { document: LibraryDocument; onRetry: () => Promise<void> }) {
  const [isRetrying, setRetrying] = useState(false)
  const { original_filename, state, state_reason, progress, page_count, warnings, can_edit } = document
  function retry() {
    setRetrying(true)
    void onRetry().finally(() => setRetrying(false))
  }
  return (
    <div className={styles.state}>
      {state === 'en_attente' && <Badge icon={<Clock3 aria-hidden />}>En attente</Badge>}
      {state === 'en_cours' && (
        <Badge tone="primary" icon={<LoaderCircle aria-hidden className={styles.turning} />}>
          {progress === null ? 'En cours' : `En cours, ${Math.round(progress)}\u00a0%`}
        </Badge>
      )}
      {state === 'indexe' && (
        <span className={styles.ready}>
          <CircleCheck aria-hidden />
          Indexé
        </span>
      )}
      {state === 'echec' && (
        <Badge tone="danger" icon={<CircleX aria-hidden />}>
          Échec
        </Badge>
      )}
      {(state === 'echec' || state === 'en_attente') && state_reason && <span className={styles.reason}>{state_reason}</span>}
      {state === 'echec' && can_edit && (
        <Button size="s" variant="quiet" icon={<RotateCw aria-hidden />} onPress={retry} isPending={isRetrying} pendingLabel="Relance…">
          Réessayer
        </Button>
      )}
      {state === 'indexe' && page_count !== null && page_count > 1 && <span>{`${page_count}\u00a0${pageNoun(original_filename)}s`}</span>}
      {state === 'indexe' && warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Avertissements">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
