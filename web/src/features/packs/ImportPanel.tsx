import { packLimits, routes, type PackPreview } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FileDrop } from '../../ui/files/FileDrop.tsx'
import { formatSize } from '../../ui/words/formats.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { resultSentence, type Decisions } from './pack-items.ts'
import styles from './PacksPage.module.css'
import { PreviewPanel } from './PreviewPanel.tsx'

interface PackRefusal {
  sentence: string
  /** Errors of a malformed pack: path in the file, and sentence. */
  problems: readonly (readonly [string, string])[]
}

const refusalOf = (error: unknown): PackRefusal => ({
  sentence: sentenceOf(error, 'Le fichier n’a pas pu être lu. Rien n’a été importé\u00a0; veuillez réessayer.'),
  problems: error instanceof ApiError && error.code === 'packs.invalid' ? Object.entries(error.fields) : [],
})

function formOf(file: File, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  // The fields come before the file, because the server reads the parts in order.
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  return form
}

/** State and steps of an import: choose a file, preview it, apply it. */
function usePackImport() {
  const [chosen, setChosen] = useState<{ file: File; preview: PackPreview } | null>(null)
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<PackRefusal | null>(null)
  const [result, setResult] = useState<string | null>(null)

  async function loadPreview(file: File): Promise<void> {
    setReading(true)
    try {
      setChosen({ file, preview: await call(routes.packs.preview, { body: formOf(file) }) })
    } catch (error) {
      setChosen(null)
      setRefusal(refusalOf(error))
    } finally {
      setReading(false)
    }
  }

  function choose(file: File) {
    setResult(null)
    setRefusal(null)
    setChosen(null)
    if (file.size > packLimits.bytes)
      return setRefusal({ sentence: `Ce fichier est trop volumineux\u00a0: ${formatSize(packLimits.bytes)} au plus.`, problems: [] })
    void loadPreview(file)
  }

  async function apply(decisions: Decisions, asInactive: boolean): Promise<void> {
    const { file, preview } = chosen!
    setRefusal(null)
    try {
      const fields = { fingerprint: preview.fingerprint, decisions: JSON.stringify(decisions), as_inactive: String(asInactive) }
      const counts = await call(routes.packs.import, { body: formOf(file, fields) })
      setResult(resultSentence(counts))
      setChosen(null)
      void invalidate(routes.packs.import)
    } catch (error) {
      setRefusal(refusalOf(error))
      // The catalogue has changed since the preview: shows a new preview, and asks the person to decide again.
      if (error instanceof ApiError && error.code === 'packs.changed') await loadPreview(file)
    }
  }

  return { chosen, isReading, refusal, result, choose, apply, giveUp: () => setChosen(null), dismissResult: () => setResult(null) }
}

/** Import of a pack: the file is previewed, then applied at once. Nothing is written before that. */
export function ImportPanel() {
  const { chosen, isReading, refusal, result, choose, apply, giveUp: cancel, dismissResult } = usePackImport()
  const refusalRef = useRef<HTMLDivElement>(null)
  // The button is at the bottom of a list of possibly hundreds of items.
  useEffect(() => {
    void refusalRef.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return (
    <div className={styles.panel}>
      <Notice sentence={result} onDismiss={dismissResult} />
      {refusal && (
        <div ref={refusalRef}>
          <Banner tone="error">
            {refusal.sentence}
            {refusal.problems.length > 1 && (
              <ul className={styles.places}>
                {refusal.problems.map(([place, phrase]) => (
                  <li key={place}>
                    <code>{place}</code>&nbsp;: {phrase}
                  </li>
                ))}
              </ul>
            )}
          </Banner>
        </div>
      )}
      {isReading && <Skeleton shape="rows" count={5} label="Lecture du pack…" />}
      {!isReading && chosen && (
        <PreviewPanel key={chosen.preview.fingerprint} fileName={chosen.file.name} preview={chosen.preview} onApply={apply} onCancel={cancel} />
      )}
      {!isReading && !chosen && (
        <>
          <FileDrop
            label="Déposez ici un pack Parvis"
            hint={`Un fichier .json, ${formatSize(packLimits.bytes)} au plus. Vous verrez ce qu’il contient avant que rien ne change.`}
            accept={['.json', 'application/json']}
            browseLabel="Choisir un fichier…"
            onFiles={([file]) => file && choose(file)}
          />
          <p className={styles.note}>
            Un pack ne contient que des textes&nbsp;: ni compte, ni conversation, ni document. Lisez les instructions d’un assistant avant de l’offrir aux
            agents.
          </p>
        </>
      )}
    </div>
  )
}
