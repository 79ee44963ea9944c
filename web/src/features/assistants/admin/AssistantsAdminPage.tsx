import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { SectionNav } from '../../../layout/sidebar/SectionNav.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ChangedCitations } from '../../../chat/references/ChangedCitations.tsx'
import { Proposals } from '../proposals/Proposals.tsx'
import { AssistantDialogs, type AssistantAdminDialog } from './AssistantDialogs.tsx'
import { AssistantList } from './AssistantList.tsx'
import styles from './AssistantsAdminPage.module.css'

/** « Gestion des Assistants » (specification, chapter 2). */
export function AssistantsAdminPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.assistants.list, { query: {} }))
  const [dialog, setDialog] = useState<AssistantAdminDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  function onDone(sentence: string) {
    setNotice(sentence)
    void invalidate(routes.assistantReviews.publish)
  }

  async function resume({ id }: Assistant) {
    setFailure(null)
    try {
      onDone((await call(routes.assistantReviews.resume, { params: { id } })).message)
    } catch (refusal) {
      // The suspension may have been lifted by a colleague: the list is refreshed.
      void invalidate(routes.assistantReviews.resume)
      setFailure(sentenceOf(refusal, 'La suspension n’a pas pu être levée. Rien n’a changé\u00a0; veuillez réessayer.'))
    }
  }

  return (
    <>
      <PageTitle
        lead="Composez le catalogue que voient les agents&nbsp;: un assistant par besoin, avec ses instructions."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setDialog({ kind: 'create' })}>
            Nouvel assistant
          </Button>
        }
      >
        Gestion des Assistants
      </PageTitle>
      <div className={styles.page}>
        <SectionNav section="catalogue" />
        <Notice sentence={notice} onDismiss={() => setNotice(null)} />
        <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
        <Proposals title="Proposés" onDone={onDone} />
        <ChangedCitations kind="assistant" listed={data ?? []} />
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les assistants.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="rows" count={8} label="Chargement des assistants…" />}
        {data && data.length === 0 && (
          <EmptyState motif="conversation" title="Aucun assistant pour le moment.">
            Créez le premier&nbsp;: les agents le trouveront dans le catalogue.
          </EmptyState>
        )}
        {data && data.length > 0 && <AssistantList assistants={data} onDialog={setDialog} onResume={(assistant) => void resume(assistant)} />}
      </div>
      <AssistantDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={onDone} />
    </>
  )
}
