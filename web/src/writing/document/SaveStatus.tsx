import { CircleCheck, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import type { DocumentSaveState } from './document-store.ts'
import styles from './Document.module.css'

const words: Record<DocumentSaveState, { label: string; icon: typeof CircleCheck }> = {
  saved: { label: 'Enregistré', icon: CircleCheck },
  saving: { label: 'Enregistrement…', icon: CloudUpload },
  local: { label: 'Non enregistré\u00a0: gardé dans cet onglet', icon: CloudOff },
  conflict: { label: 'Un passage est à choisir', icon: TriangleAlert },
}

/** State of the saving of a document, beside its title. A screen reader finds it; only what needs the person is announced, by the notices of the page. */
export function SaveStatus({ state }: { state: DocumentSaveState }) {
  const { label, icon: Drawing } = words[state]
  return (
    <p className={styles.status} data-state={state}>
      <Drawing aria-hidden />
      {label}
    </p>
  )
}
