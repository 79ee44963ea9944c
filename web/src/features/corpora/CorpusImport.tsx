import { routes, type CorpusPreview } from '@parvis/contract'
import { useState } from 'react'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { FileDrop } from '../../ui/files/FileDrop.tsx'
import { formatLongDate, plural } from '../../ui/words/formats.ts'
import styles from './Corpora.module.css'

interface Refusal {
  sentence: string
  faults: readonly string[]
}

const refusalOf = (error: unknown): Refusal => ({
  sentence: sentenceOf(error, 'Le fichier n’a pas pu être lu. Rien n’a été importé\u00a0; veuillez réessayer.'),
  faults: error instanceof ApiError && error.code === 'corpora.invalid' ? Object.values(error.fields) : [],
})

function formOf(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

/** Import of a corpus: the file is previewed, then imported. Nothing is written before that. */
export function CorpusImport({ onDone }: { onDone: (notice: NoticeContent | null) => void }) {
  const [chosen, setChosen] = useState<{ file: File; preview: CorpusPreview } | null>(null)
  const [step, setStep] = useState<'idle' | 'reading' | 'importing'>('idle')
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  async function run(next: 'reading' | 'importing', work: () => Promise<void>) {
    setStep(next)
    setRefusal(null)
    onDone(null)
    try {
      await work()
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setStep('idle')
    }
  }

  const preview = (file: File) =>
    run('reading', async () => {
      setChosen(null)
      setChosen({ file, preview: await call(routes.corpora.preview, { body: formOf(file) }) })
    })
  const apply = (file: File) =>
    run('importing', async () => {
      const { message } = await call(routes.corpora.import, { body: formOf(file) })
      setChosen(null)
      onDone({ tone: 'success', sentence: `${message}.` })
      await invalidate(routes.corpora.import)
    })

  return (
    <section className={styles.import} aria-labelledby="importer">
      <h2 id="importer">Importer un corpus</h2>
      {refusal && (
        <Banner tone="error">
          {refusal.sentence}
          {refusal.faults.length > 1 && (
            <ul className={styles.faults}>
              {refusal.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      {step === 'reading' && <Skeleton shape="lines" count={4} label="Lecture du corpus…" />}
      {step !== 'reading' && chosen && (
        <div className={styles.preview}>
          <p className={styles.name}>{chosen.preview.name}</p>
          <PreviewText preview={chosen.preview} />
          <div className={styles.actions}>
            <Button variant="primary" isPending={step === 'importing'} pendingLabel="Import…" onPress={() => void apply(chosen.file)}>
              Importer
            </Button>
            <Button isDisabled={step === 'importing'} onPress={() => setChosen(null)}>
              Annuler
            </Button>
          </div>
        </div>
      )}
      {step === 'idle' && !chosen && (
        <FileDrop
          label="Déposez ici un corpus"
          hint="Un fichier .json ou .zip. Vous verrez ce qu’il change avant que rien ne soit écrit. Pour un fichier très long, employez la commande de l’exploitant."
          accept={['.json', '.zip', 'application/json', 'application/zip']}
          browseLabel="Choisir un fichier…"
          onFiles={([file]) => file && void preview(file)}
        />
      )}
    </section>
  )
}

function PreviewText({ preview }: { preview: CorpusPreview }) {
  const { source, licence, attribution, extracted_on, signature, installed_on, is_differential, articles, versions, added, changed, removed, unchanged } =
    preview
  return (
    <>
      <p>
        {`Extrait le ${formatLongDate(extracted_on, 'UTC')}\u00a0: ${plural(articles, 'article')}, ${plural(versions, 'version')}. `}
        {installed_on === null
          ? 'Aucun corpus de ce nom n’est installé.'
          : `${is_differential ? 'Il complète' : 'Il remplace'} celui du ${formatLongDate(installed_on, 'UTC')}.`}
      </p>
      <ul className={styles.faults}>
        <li>{plural(added, 'article ajouté', 'articles ajoutés')}</li>
        <li>{plural(changed, 'article changé', 'articles changés')}</li>
        <li>{plural(removed, 'article retiré', 'articles retirés')}</li>
        <li>{plural(unchanged, 'article inchangé', 'articles inchangés')}</li>
      </ul>
      {signature !== 'verifiee' && (
        <p>
          {signature === 'absente' ? 'Ce corpus n’est pas signé.' : 'La signature de ce corpus ne peut pas être vérifiée\u00a0: cette instance n’a aucune clé.'}
        </p>
      )}
      <p className={styles.muted}>{`${attribution}. Source\u00a0: ${source}. ${licence}.`}</p>
    </>
  )
}
