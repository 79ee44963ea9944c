import { auditFileName, routes } from '@parvis/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'
import { localDay } from '../../ui/words/formats.ts'
import type { auditQueryOf } from './AuditFilters.tsx'

const today = () => localDay(new Date())

/**
 * Downloads the audit trail as a CSV file, and holds the notice of the result. @param onExported called after the download, which adds an event to the
 * trail
 */
export function useAuditExport(filters: ReturnType<typeof auditQueryOf>, onExported: () => void) {
  const [isPending, setPending] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | null>(null)

  async function save() {
    setPending(true)
    setNotice(null)
    try {
      const response = await open(routes.audit.export, { query: filters })
      saveBlob(await response.blob(), auditFileName(today()))
      setNotice({ tone: 'success', sentence: 'Le fichier est prêt. Cet export est inscrit au journal.' })
      onExported()
    } catch (failure) {
      setNotice({ tone: 'error', sentence: sentenceOf(failure, 'Le journal n’a pas pu être exporté. Veuillez réessayer.') })
    } finally {
      setPending(false)
    }
  }

  return { save, isPending, notice, dismiss: () => setNotice(null) }
}
