import { routes, type RouteAnswer } from '@parvis/contract'
import { FileDown, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { call, open, useSession } from '../../api/browser.ts'
import { saveDraft } from '../../api/drafts.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-file.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Comparison.module.css'
import { summaryRequest } from './comparison-words.ts'

type Comparison = RouteAnswer<typeof routes.comparisons.compare>

/**
 * Actions on a comparison: the Word file with tracked changes and, for two documents of the person’s own, a conversation about both with the request for a
 * summary ready to send.
 */
export function ResultActions({ comparison }: { comparison: Comparison }) {
  const { before, after } = comparison
  const { user } = useSession()
  const [running, setRunning] = useState<'export' | 'summary' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  async function run(action: 'export' | 'summary', work: () => Promise<void>, fallback: string) {
    setRunning(action)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(sentenceOf(error, fallback))
    } finally {
      setRunning(null)
    }
  }
  async function save() {
    const answer = await open(routes.comparisons.export, { query: { before: before.id, after: after.id } })
    saveBlob(await answer.blob(), `Comparaison - ${after.name.replace(/\.[^.]*$/, '')}.docx`)
  }
  async function requestSummary() {
    const { id } = await call(routes.conversations.findOrCreate, { body: { documents: [before.id, after.id] } })
    saveDraft(`${user?.id}.document-search.${id}`, summaryRequest(comparison))
    navigate(paths.documentSearch(id))
  }
  return (
    <div className={styles.actions}>
      {before.is_own && after.is_own && (
        <Button
          icon={<MessageSquareText aria-hidden />}
          onPress={() => void run('summary', requestSummary, 'La conversation n’a pas pu être ouverte. Veuillez réessayer.')}
          isPending={running === 'summary'}
          pendingLabel="Ouverture…"
        >
          Demander un résumé de ce qui change
        </Button>
      )}
      <Button
        icon={<FileDown aria-hidden />}
        onPress={() => void run('export', save, 'Le document Word n’a pas pu être fait. Veuillez réessayer.')}
        isPending={running === 'export'}
        pendingLabel="Écriture…"
      >
        Exporter en Word, modifications suivies
      </Button>
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
    </div>
  )
}
