import { routes, type RouteAnswer } from '@parvis/contract'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { open } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Comparison.module.css'

/** Saves a comparison as a Word file with tracked changes. */
export function ResultActions({ comparison }: { comparison: RouteAnswer<typeof routes.comparisons.compare> }) {
  const { before, after } = comparison
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function save() {
    setRunning(true)
    setFailure(null)
    try {
      const answer = await open(routes.comparisons.export, { query: { before: before.id, after: after.id } })
      saveBlob(await answer.blob(), `Comparaison - ${after.name.replace(/\.[^.]*$/, '')}.docx`)
    } catch (error) {
      setFailure(sentenceOf(error, 'Le document Word n’a pas pu être fait. Veuillez réessayer.'))
    } finally {
      setRunning(false)
    }
  }
  return (
    <div className={styles.actions}>
      <Button icon={<FileDown aria-hidden />} onPress={() => void save()} isPending={isRunning} pendingLabel="Écriture…">
        Exporter en Word, modifications suivies
      </Button>
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
    </div>
  )
}
