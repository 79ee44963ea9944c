import { constants, type Conversation, type ListedConversation, type FoundPart } from '@parvis/contract'
import { CornerDownRight, FileText, FolderKanban, Library, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { memo, useId, useMemo, useRef, useState } from 'react'
import { useConversationEntries } from '../../chat/conversation/use-conversation-entries.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { formatDateTime, formatRelativeDay, plural } from '../../ui/words/formats.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { MoreRows } from '../../ui/lists/MoreRows.tsx'
import styles from './MySpace.module.css'
import type { useConversations } from './use-conversations.ts'
import { groupByDay } from './day-groups.ts'
import { assistantLine, documentsLine, shownProject, shownTitle } from './conversation-filter.ts'
import { truncateParts } from './my-space-words.ts'

const describeMore = (addedCount: number) => `${plural(addedCount, 'conversation')} de plus`

interface ConversationListProps {
  list: ReturnType<typeof useConversations>
  conversations: readonly ListedConversation[]
  /** Ids of the selected conversations. */
  chosen: ReadonlySet<string>
  rowActions: RowActions
}

/** Callbacks of a row. They must be stable functions, because a list may have a thousand rows. */
export interface RowActions {
  onChoose: (id: string, isChosen: boolean) => void
  onRename: (conversation: Conversation) => void
  onRemove: (conversation: ListedConversation) => void
}

/** Conversations grouped by day of last activity, latest first. */
export function ConversationList({ list, conversations, chosen, rowActions }: ConversationListProps) {
  const rows = useRef<HTMLDivElement>(null)
  const id = useId()
  const groups = useMemo(() => groupByDay(conversations), [conversations])
  return (
    <>
      <div ref={rows} className={styles.list}>
        {groups.map(({ day, title, rows: ofDay }) => (
          <section key={day} aria-labelledby={`${id}-${day}`}>
            <h2 id={`${id}-${day}`} className={styles.day}>
              {title}
            </h2>
            <ul>
              {ofDay.map((conversation) => (
                <li key={conversation.id}>
                  <ConversationRow conversation={conversation} isChosen={chosen.has(conversation.id)} {...rowActions} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <MoreRows
        list={rows}
        rowSelector="li"
        shownCount={conversations.length}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failure={list.isFetchNextPageError ? 'La suite de vos conversations n’a pas pu être chargée.' : null}
        onMore={() => void list.readNext()}
        label="Afficher plus de conversations"
        describe={describeMore}
      />
    </>
  )
}

interface ConversationRowProps extends RowActions {
  conversation: ListedConversation
  isChosen: boolean
}

// Memoised, so that selecting a row or loading a page does not render the other rows again.
const ConversationRow = memo(function ConversationRow({ conversation, isChosen, ...acts }: ConversationRowProps) {
  const onRename = () => acts.onRename(conversation)
  const onRemove = () => acts.onRemove(conversation)
  const title = shownTitle(conversation)
  const files = documentsLine(conversation)
  const project = shownProject(conversation)
  const [failure, setFailure] = useState<string | null>(null)
  const entries = useConversationEntries(conversation, { onRename, onFailure: setFailure })
  return (
    <article className={styles.row} data-chosen={isChosen || undefined}>
      <div className={styles.choice}>
        <Checkbox aria-label={`Sélectionner «\u00a0${title}\u00a0»`} isSelected={isChosen} onChange={(isNow) => acts.onChoose(conversation.id, isNow)}>
          {null}
        </Checkbox>
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={paths.resume(conversation)}>
            {conversation.match ? <FoundText parts={truncateParts(conversation.match.title, constants.conversationTitleLength)} /> : title}
          </Link>
          {conversation.pinned && <Badge>Épinglée</Badge>}
          {conversation.archived && <Badge>Archivée</Badge>}
        </h3>
        <p className={styles.line}>
          <span className={styles.assistant}>{assistantLine(conversation)}</span>
          {project && (
            <Link className={styles.project} to={paths.project(project.id)}>
              <FolderKanban aria-hidden />
              <span>{project.name}</span>
            </Link>
          )}
          {conversation.library && (
            <span className={styles.project}>
              <Library aria-hidden />
              <span>{conversation.library}</span>
            </span>
          )}
          {files && (
            <span className={styles.project}>
              <FileText aria-hidden />
              <span>{files}</span>
            </span>
          )}
        </p>
      </div>
      <p className={styles.activity}>
        <time dateTime={conversation.updated_at} title={formatDateTime(conversation.updated_at)}>
          {formatRelativeDay(conversation.updated_at)}
        </time>
        <span>{plural(conversation.message_count, 'message')}</span>
      </p>
      <div className={styles.actions}>
        <LinkButton size="s" href={paths.resume(conversation)} aria-label={`Reprendre «\u00a0${title}\u00a0»`}>
          Reprendre
        </LinkButton>
        <IconButton icon={Pencil} size="s" label={`Renommer «\u00a0${title}\u00a0»`} onPress={onRename} />
        <IconButton icon={Trash2} size="s" tone="danger" label={`Supprimer «\u00a0${title}\u00a0»`} onPress={onRemove} />
      </div>
      {/* The menu has every action, because a narrow screen hides the three buttons above. */}
      <Menu
        label={`Autres actions pour «\u00a0${title}\u00a0»`}
        size="s"
        entries={[
          { id: 'resume', label: 'Reprendre', icon: <MessageSquare aria-hidden />, href: paths.resume(conversation) },
          ...entries.map((entry) => (entry.id === 'remove' ? { ...entry, onAction: onRemove } : entry)),
        ]}
      />
      {conversation.match?.passage && <Passage conversation={conversation} passage={conversation.match.passage} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </article>
  )
})

/** Excerpt of the message that matches the search, with a link to that message. */
function Passage({ conversation, passage }: { conversation: Conversation; passage: NonNullable<NonNullable<ListedConversation['match']>['passage']> }) {
  return (
    <Link className={styles.passage} to={paths.resume(conversation, passage.message_id)}>
      <CornerDownRight aria-hidden />
      <span>
        <b>{passage.role === 'user' ? 'Vous' : (passage.author ?? 'Réponse')}&nbsp;: </b>
        <FoundText parts={passage.parts} />
      </span>
    </Link>
  )
}

/** Text whose search matches are highlighted with `<mark>`. */
function FoundText({ parts }: { parts: readonly FoundPart[] }) {
  return parts.map(({ text, found }, index) =>
    found ? (
      <mark key={index} className={styles.found}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
