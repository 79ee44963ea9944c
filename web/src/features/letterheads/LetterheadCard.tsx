import type { Letterhead, LetterheadFormat } from '@parvis/contract'
import { FileDown, FileText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { saveSample } from '../../chat/export/export-document.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { formatDateTime } from '../../ui/words/formats.ts'
import styles from './Letterheads.module.css'

export const formatNames: Record<LetterheadFormat, string> = { docx: 'Word (.docx)', odt: 'LibreOffice (.odt)' }

interface LetterheadCardProps {
  format: LetterheadFormat
  /** Letterhead of the organisation; null when the default one is used. */
  letterhead: Letterhead | null
  onRemove: () => void
  onFailure: (sentence: string) => void
}

/** Card of an export format: its current letterhead, a sample export, and the way back to the default letterhead. */
export function LetterheadCard({ format, letterhead, onRemove, onFailure }: LetterheadCardProps) {
  const [isMaking, setMaking] = useState(false)

  async function sample() {
    setMaking(true)
    try {
      await saveSample(format)
    } catch {
      onFailure('L’exemple n’a pas pu être fait. Veuillez réessayer.')
    } finally {
      setMaking(false)
    }
  }

  return (
    <Card as="li">
      <div className={styles.card}>
        <div className={styles.what}>
          <FileText aria-hidden className={styles.icon} />
          <div className={styles.words}>
            <h2>{formatNames[format]}</h2>
            {letterhead === null ? (
              <p className={styles.muted}>Modèle d’origine&nbsp;: page blanche, numéro de page en pied.</p>
            ) : (
              <>
                <p className={styles.file}>{letterhead.filename}</p>
                <p className={styles.muted}>Déposé le {formatDateTime(letterhead.uploaded_at)}</p>
              </>
            )}
          </div>
          <Badge tone={letterhead === null ? 'neutral' : 'primary'}>{letterhead === null ? 'D’origine' : 'Le vôtre'}</Badge>
        </div>
        <div className={styles.actions}>
          <Button size="s" icon={<FileDown aria-hidden />} isPending={isMaking} pendingLabel="Préparation…" onPress={() => void sample()}>
            Télécharger un exemple
          </Button>
          {letterhead !== null && (
            <Button size="s" icon={<RotateCcw aria-hidden />} onPress={onRemove}>
              Revenir au modèle d’origine
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
