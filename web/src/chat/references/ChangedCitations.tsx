import { routes, type CitingText } from '@parvis/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { changeWords, labelOf, panelTitle } from './cited-texts.ts'
import type { OpenedReference } from './reference-opener.ts'
import { Button } from '../../ui/Button.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { downloadFailureSentence, onDemand } from '../../ui/on-demand.tsx'
import { Dialog, focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import styles from './ChangedCitations.module.css'

const ReferencePanel = onDemand(async () => (await import('./ReferenceTrail.tsx')).ReferencePanel, {
  placeholder: <Skeleton shape="lines" count={6} label="Chargement de l’article…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('L’article n’a pas pu être ouvert')}</ErrorMessage>,
})

interface ChangedCitationsProps {
  kind: CitingText['kind']
  /** Texts of the list beside. Those that are not in it are left out, unless the list has pages. */
  listed: readonly { id: string; updated_at: string }[]
  isPaged?: boolean
}

/** Texts of a list that cite an article changed by an import, until they are saved or confirmed. Renders nothing when there are none. */
export function ChangedCitations(props: ChangedCitationsProps) {
  return useInstance()?.has_corpora ? <ChangedList {...props} /> : null
}

function ChangedList({ kind, listed, isPaged = false }: ChangedCitationsProps) {
  const query = queryFor(routes.references.changes)
  // Fetched again when a text of the list is saved.
  const { data } = useQuery({ ...query, queryKey: [...query.queryKey, listed.map(({ updated_at }) => updated_at).join()], placeholderData: keepPreviousData })
  const [opened, setOpened] = useState<OpenedReference | null>(null)
  const confirmation = useMutation({
    mutationFn: async ({ id }: CitingText) => {
      try {
        await call(routes.references.confirm, { body: { kind, id } })
      } catch (error) {
        // Confirmed or saved in another window.
        if (!isNotFound(error)) throw error
      }
    },
    onSuccess: () => {
      focusTitleAfterDialog()
      return invalidate(routes.references.confirm)
    },
  })
  const shown = (data?.texts ?? []).filter((text) => text.kind === kind && (isPaged || listed.some(({ id }) => id === text.id)))
  return (
    <>
      <Notice
        tone="error"
        sentence={confirmation.error && sentenceOf(confirmation.error, 'La confirmation n’a pas pu être enregistrée. Veuillez réessayer.')}
        onDismiss={confirmation.reset}
      />
      {shown.length > 0 && (
        <section className={styles.changed} aria-label="Textes à relire">
          <h2>
            <TriangleAlert aria-hidden /> {`À relire\u00a0: des articles cités ont changé (${shown.length})`}
          </h2>
          <ul>
            {shown.map((text) => (
              <li key={text.id}>
                <div className={styles.words}>
                  <strong>{text.name}</strong>
                  {text.articles.map((article) => (
                    <p key={`${article.code} ${article.article}`}>
                      cite l’
                      {article.change === 'retire' ? (
                        labelOf(article)
                      ) : (
                        <TextButton onPress={() => setOpened({ name: panelTitle([article]), at: undefined, cited: [{ ...article, state: 'modifie' }] })}>
                          {labelOf(article)}
                        </TextButton>
                      )}
                      , {changeWords(article)}
                    </p>
                  ))}
                </div>
                <Button
                  size="s"
                  onPress={() => confirmation.mutate(text)}
                  isPending={confirmation.isPending && confirmation.variables.id === text.id}
                  pendingLabel="Enregistrement…"
                  aria-label={`Toujours juste\u00a0: ${text.name}`}
                >
                  Toujours juste
                </Button>
              </li>
            ))}
          </ul>
          <p className={styles.note}>Chaque texte est retiré de cette liste quand vous l’enregistrez, ou quand vous le dites toujours juste.</p>
        </section>
      )}
      <Dialog isOpen={opened !== null} onClose={() => setOpened(null)} isDismissable size="side" title={opened?.name ?? ''}>
        {opened && <ReferencePanel opened={opened} />}
      </Dialog>
    </>
  )
}
