import { memo, useEffect, useEffectEvent, useRef, type Dispatch, type SetStateAction } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import hiddenStyles from '../../ui/VisuallyHidden.module.css'
import { Segments } from '../../ui/fields/Segments.tsx'
import { proposalCountText } from '../../writing/proposals/proposal-words.ts'
import { isPending } from '../../writing/proposals/passages.ts'
import { refreshProposals } from '../../writing/proposals/use-proposals.ts'
import { WrittenDesk } from '../../writing/WrittenDesk.tsx'
import type { Chat } from '../machine/effects.ts'
import type { DeskView } from './beside-context.ts'
import { DocumentCommands } from './DocumentCommands.tsx'
import { showDocumentBeside } from './document-param.ts'

interface DocumentPanelProps {
  id: string
  chat: Chat
  /** Whether a question can be sent. */
  isFree: boolean
  isWriting: boolean
  /** Id of the last message of the conversation; null while it has none. */
  lastMessageId: string | null
  view: DeskView
  onView: Dispatch<SetStateAction<DeskView>>
}

/** The written document beside its conversation. What a reply proposes is read and announced when the reply ends. */
export const DocumentPanel = memo(function DocumentPanel({ id, chat, isFree, isWriting, lastMessageId, view, onView }: DocumentPanelProps) {
  useEndedReply(isWriting, lastMessageId, async (message_id) => {
    const proposals = await refreshProposals(id)
    const count = proposals.filter((proposal) => proposal.message_id === message_id && isPending(proposal)).length
    if (count === 0) return null
    // The list takes the place of the text, but not under the hands of a person who is typing.
    if (!isTyping()) onView({ isDocumentShown: true, tab: 'proposals' })
    return proposalCountText(count)
  })
  return (
    <WrittenDesk
      id={id}
      tab={view.tab}
      onTab={(tab) => onView((previous) => ({ ...previous, tab }))}
      onClose={() => showDocumentBeside(null)}
      renderCommands={(selectedCount) => (
        <DocumentCommands
          selectedCount={selectedCount}
          isDisabled={!isFree}
          onAsk={(question) => {
            // On a narrow screen, the reply is what comes next.
            if (chat.send(question)) onView((previous) => ({ ...previous, isDocumentShown: false }))
          }}
        />
      )}
    />
  )
})

const isTyping = (): boolean => document.activeElement?.closest('[contenteditable="true"]') != null

/** Announces once, at the end of a reply, what it proposes. @param read returns the sentence for the reply of this id; null: nothing to announce */
function useEndedReply(isWriting: boolean, lastId: string | null, read: (message_id: string) => Promise<string | null>): void {
  const announce = useAnnounce()
  const wasWriting = useRef(false)
  const announceEnd = useEffectEvent(async (message_id: string) => {
    // The list shows its own failure.
    const sentence = await read(message_id).catch(() => null)
    if (sentence !== null) announce(sentence)
  })
  useEffect(() => {
    const hasEnded = wasWriting.current && !isWriting
    wasWriting.current = isWriting
    if (hasEnded && lastId !== null) void announceEnd(lastId)
  }, [isWriting, lastId])
}

/** Switch of a narrow screen between the conversation and the document. */
export function BesideSwitch({ view, onView }: Pick<DocumentPanelProps, 'view' | 'onView'>) {
  return (
    <>
      {/* The title of the conversation is hidden with it. */}
      {view.isDocumentShown && <h1 className={hiddenStyles.hidden}>Document de la conversation</h1>}
      <Segments
        label="À l’écran"
        options={[
          { id: 'conversation', label: 'Conversation' },
          { id: 'document', label: 'Document' },
        ]}
        value={view.isDocumentShown ? 'document' : 'conversation'}
        onChange={(shown) => onView((previous) => ({ ...previous, isDocumentShown: shown === 'document' }))}
      />
    </>
  )
}
