import type { Conversation } from '@parvis/contract'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../ui/words/formats.ts'
import { oneNamed, oneOf } from '../../router/address-state.ts'
import { useAddressState } from '../../router/use-address-state.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { ConversationList } from './ConversationList.tsx'
import styles from './MySpace.module.css'
import { RenameDialog } from './RenameDialog.tsx'
import { allAssistants, assistantChoices, shownTitle, type Stats } from './conversation-filter.ts'
import { listSearch } from '../../layout/list-search.ts'
import { focusTitleAfterDialog } from '../../ui/content/focus-title.ts'
import { useConversationChanges, useConversations, type Shelf } from './use-conversations.ts'

const shelves: readonly { id: Shelf; label: string }[] = [
  { id: 'courantes', label: 'En cours' },
  { id: 'archivees', label: 'Archivées' },
]

const keeping = { search: listSearch, assistant: oneNamed('assistant'), shelf: oneOf('classement', ['courantes', 'archivees'], 'courantes') }

/** Search, filter and list, with the dialogs of one conversation. What is looked for stands in the address. */
export function ConversationBrowser({ stats }: { stats: Stats | undefined }) {
  const { kept, shown: asked, change } = useAddressState(keeping)
  const choices = stats ? assistantChoices(stats) : []
  const assistant = choices.find(({ id }) => id === kept.assistant)?.id ?? allAssistants
  const { shelf } = kept
  const list = useConversations(kept.search, assistant, shelf)
  const { rows: shown, total, isError, isFetchNextPageError, refetch, isFetching, isPlaceholderData } = list
  const [renamed, setRenamed] = useState<Conversation | null>(null)
  const [removed, setRemoved] = useState<Conversation | null>(null)

  return (
    <section className={styles.browser} aria-label="Vos conversations">
      <div className={styles.tools}>
        <SearchField
          label="Rechercher dans vos conversations"
          isLabelHidden={false}
          placeholder="Titre ou message"
          value={asked.search}
          onChange={(search) => change({ search })}
        />
        <Select
          label="Assistant"
          options={choices}
          value={assistant}
          onChange={(id) => change({ assistant: id === allAssistants ? '' : id })}
          isDisabled={!stats}
        />
        <Select label="Classement" options={shelves} value={shelf} onChange={(id) => change({ shelf: keeping.shelf.read(id) })} />
      </div>
      {shown && (!isError || isFetchNextPageError) && (
        <p role="status" className={styles.count}>
          {isPlaceholderData ? 'Recherche…' : plural(total ?? shown.length, 'conversation')}
        </p>
      )}
      {isError && !isFetchNextPageError ? (
        <ErrorMessage onRetry={() => void refetch()} isRetrying={isFetching}>
          Vos conversations n’ont pas pu être chargées. Rien n’est perdu.
        </ErrorMessage>
      ) : !shown ? (
        <Skeleton shape="rows" count={5} label="Chargement de vos conversations…" />
      ) : shown.length === 0 ? (
        <NoConversation
          isLookedFor={kept.search !== '' || assistant !== allAssistants}
          shelf={shelf}
          onAll={() => change({ search: '', assistant: '', shelf: 'courantes' })}
        />
      ) : (
        <ConversationList list={list} conversations={shown} onRename={setRenamed} onRemove={setRemoved} />
      )}
      {renamed && <RenameDialog conversation={renamed} onClose={() => setRenamed(null)} />}
      <RemoveDialog conversation={removed} onClose={() => setRemoved(null)} />
    </section>
  )
}

/** What is said in the place of a list that has nothing. */
function NoConversation({ isLookedFor, shelf, onAll }: { isLookedFor: boolean; shelf: Shelf; onAll: () => void }) {
  const action = <Button onPress={onAll}>Tout afficher</Button>
  if (!isLookedFor && shelf === 'courantes')
    return (
      <EmptyState motif="conversation" title="Toutes vos conversations sont archivées">
        Choisissez «&nbsp;Archivées&nbsp;» pour les retrouver. Une question posée dans l’une d’elles la remet en cours.
      </EmptyState>
    )
  if (!isLookedFor)
    return (
      <EmptyState motif="conversation" title="Aucune conversation archivée" action={action}>
        Archivez ce qui est fini&nbsp;: rien n’est perdu, et vos conversations en cours restent à portée de main.
      </EmptyState>
    )
  return (
    <EmptyState motif="recherche" title="Aucune conversation ne correspond" action={action}>
      Essayez un autre mot, le début d’un mot, ou tous les assistants.
    </EmptyState>
  )
}

function RemoveDialog({ conversation, onClose }: { conversation: Conversation | null; onClose: () => void }) {
  const { remove } = useConversationChanges()
  const announce = useAnnounce()
  // Its title stays while the dialog leaves.
  const [named, setNamed] = useState(conversation)
  if (conversation && conversation !== named) setNamed(conversation)
  return (
    <ConfirmDialog
      isOpen={conversation !== null}
      onClose={onClose}
      title={`Supprimer la conversation «\u00a0${named ? shownTitle(named) : ''}\u00a0»\u00a0?`}
      confirmLabel="Supprimer"
      pendingLabel="Suppression…"
      describeError={(error) => `La conversation n’a pas pu être supprimée. ${sentenceOf(error, 'Veuillez réessayer.')}`}
      onConfirm={async () => {
        if (!conversation) return
        await remove.mutateAsync(conversation.id)
        announce('Conversation supprimée')
        focusTitleAfterDialog()
      }}
    >
      <p>Ses {plural(named?.message_count ?? 0, 'message')} seront perdus. Cette action est irréversible.</p>
    </ConfirmDialog>
  )
}
