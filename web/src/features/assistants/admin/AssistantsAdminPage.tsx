import { routes, type Assistant } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../api/api-error.ts'
import { invalidate, q } from '../../../api/ask.ts'
import { call } from '../../../api/browser.ts'
import { SectionNav } from '../../../layout/SectionNav.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorMessage } from '../../../ui/ErrorMessage.tsx'
import { focusTitleAfterDialog } from '../../../ui/focus-title.ts'
import { plural } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { Sort } from '../../../ui/Table.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { AssistantFormDialog } from './AssistantFormDialog.tsx'
import { assistantMessages } from './assistant-form.ts'
import { assistantRows } from './assistant-rows.ts'
import styles from './AssistantsAdminPage.module.css'
import { AssistantsTable } from './AssistantsTable.tsx'

type OpenDialog = { kind: 'create' } | { kind: 'edit'; assistant: Assistant } | { kind: 'remove'; assistant: Assistant }

/** « Gestion des Assistants » (specification, chapter 2). */
export function AssistantsAdminPage() {
  const { data, error, isFetching, refetch } = useQuery(q(routes.assistants.list, { query: {} }))
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const rows = assistantRows(data ?? [], search, sort)
  const close = () => setDialog(null)

  function onDone(sentence: string) {
    setNotice(sentence)
    void invalidate(routes.assistants.update)
  }

  return (
    <>
      <PageTitle
        lead="Composez le catalogue que voient les agents : un assistant par besoin, avec ses instructions."
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
        {notice && (
          <Banner tone="success" onDismiss={() => setNotice(null)}>
            {notice}
          </Banner>
        )}
        {error && (
          <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>
            {sentenceOf(error, 'Impossible de charger les assistants.')}
          </ErrorMessage>
        )}
        {!data && !error && <Skeleton shape="rows" count={8} label="Chargement des assistants…" />}
        {data && data.length === 0 && (
          <EmptyState motif="conversation" title="Aucun assistant pour le moment.">
            Créez le premier&nbsp;: les agents le trouveront dans le catalogue.
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <>
            <div className={styles.tools}>
              <SearchField label="Rechercher un assistant" placeholder="Nom, description ou catégorie" value={search} onChange={setSearch} />
              <p className={styles.count} role="status">
                {plural(rows.length, 'assistant')}
              </p>
            </div>
            {rows.length === 0 ? (
              <EmptyState motif="recherche" title="Aucun assistant ne correspond à cette recherche." />
            ) : (
              <AssistantsTable
                assistants={rows}
                sort={sort}
                onSort={setSort}
                onEdit={(assistant) => setDialog({ kind: 'edit', assistant })}
                onRemove={(assistant) => setDialog({ kind: 'remove', assistant })}
              />
            )}
          </>
        )}
      </div>
      {dialog && dialog.kind !== 'remove' && (
        <AssistantFormDialog assistant={dialog.kind === 'edit' ? dialog.assistant : null} onClose={close} onDone={onDone} />
      )}
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={`Supprimer l’assistant «\u00a0${dialog.assistant.name}\u00a0»\u00a0?`}
          confirmLabel="Supprimer"
          pendingLabel="Suppression…"
          describeError={(failure) => `${assistantMessages.removal}. ${sentenceOf(failure, '')}`.trim()}
          onConfirm={async () => {
            await call(routes.assistants.remove, { params: { id: dialog.assistant.id } })
            onDone(`L’assistant «\u00a0${dialog.assistant.name}\u00a0» est supprimé.`)
            focusTitleAfterDialog()
          }}
        >
          Il disparaît du catalogue et cette action est irréversible. Les conversations déjà tenues avec lui restent lisibles. Pour le retirer sans le perdre,
          rendez-le inactif.
        </ConfirmDialog>
      )}
    </>
  )
}
