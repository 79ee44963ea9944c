import { routes, type RegisterFormat } from '@parvis/contract'
import { useState } from 'react'
import { open } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'
import { localDay } from '../../ui/words/formats.ts'

/** Document made from the register. */
export type RegisterDocument = 'register' | 'impact'

const fileNames: Record<RegisterDocument, string> = { register: 'registre-des-usages', impact: 'analyse-d-impact' }

/** Downloads the register or the file of an impact assessment, and holds the notice of the result. */
export function useRegisterExport() {
  const [isPending, setPending] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | null>(null)

  async function save(document: RegisterDocument, format: RegisterFormat) {
    setPending(true)
    setNotice(null)
    try {
      const response =
        document === 'register'
          ? await open(routes.register.export, { query: { format } })
          : await open(routes.register.impact, { query: { format: format === 'odt' ? 'odt' : 'docx' } })
      saveBlob(await response.blob(), `${fileNames[document]}-${localDay(new Date())}.${format}`)
      setNotice({ tone: 'success', sentence: 'Le fichier est prêt. Cet export est inscrit au journal.' })
    } catch (failure) {
      setNotice({ tone: 'error', sentence: sentenceOf(failure, 'Le fichier n’a pas pu être préparé. Veuillez réessayer.') })
    } finally {
      setPending(false)
    }
  }

  return { save, isPending, notice, dismiss: () => setNotice(null) }
}
