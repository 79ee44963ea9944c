import { routes, type ConversationWithChanges } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { LevelField } from '../../layout/models/LevelField.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './ModelSettings.module.css'

interface DocumentLevelsProps {
  conversation: ConversationWithChanges
  onFailure: (sentence: string | null) => void
}

/** Level of each file attached to the conversation. Renders nothing without files. */
export function DocumentLevels({ conversation: { id }, onFailure }: DocumentLevelsProps) {
  const announce = useAnnounce()
  // The files attached since the page opened are not in the conversation of the screen.
  const { data, refetch } = useQuery({ ...queryFor(routes.conversations.get, { params: { id } }), staleTime: 0 })
  const present = data?.documents.filter(({ document_id }) => document_id !== null) ?? []
  if (present.length === 0) return null
  return (
    <section aria-labelledby="document-levels">
      <h3 id="document-levels" className={styles.title}>
        Niveau des fichiers
      </h3>
      <ul className={styles.documents}>
        {present.map(({ document_id, filename, min_level = 1 }) => (
          <li key={document_id}>
            <span title={filename}>{filename}</span>
            <LevelField
              label={`Niveau de ${filename}`}
              isLabelHidden
              isAction
              value={min_level}
              onChange={async (level) => {
                onFailure(null)
                try {
                  await call(routes.conversations.setDocumentLevel, { params: { id, document_id: document_id! }, body: { min_level: level } })
                  announce('Niveau du fichier changé')
                } catch (error) {
                  onFailure(sentenceOf(error, 'Le niveau de ce fichier n’a pas changé. Veuillez réessayer.'))
                }
                void refetch()
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
