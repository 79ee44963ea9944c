import { FolderKanban, Library } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import type { ChatState } from '../../../chat/chat-state.ts'
import { changeWords } from '../../../chat/context-changes.ts'
import { changeContext, type ContextChange } from '../../../chat/conversation/change-conversation.ts'
import { useRecent } from '../../../chat/conversation/use-recent.ts'
import type { Chat } from '../../../chat/create-chat.ts'
import type { Note } from '../../../chat/MessageList.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'

const icons = { project: <FolderKanban aria-hidden />, library: <Library aria-hidden /> }

/** What the conversation rests on, changed in the middle: by its chips, or in another tab; and what its thread says of it. */
export function useContextChanges(chat: Chat, { conversation, reply }: ChatState) {
  const announce = useAnnounce()
  const id = conversation?.id
  const change = useCallback(
    async (wanted: ContextChange) => {
      if (id === undefined) return
      try {
        const before = chat.state().conversation?.changes ?? []
        const changed = await changeContext(id, wanted)
        chat.changed(changed)
        const told = changed.changes.find((one) => before.every(({ changed_at }) => changed_at !== one.changed_at))
        // What comes back to what it was since the last message is told nowhere in the thread.
        announce(told ? changeWords(told) : 'project_id' in wanted ? 'Le projet est de nouveau celui d’avant' : 'La bibliothèque est de nouveau celle d’avant')
      } catch (error) {
        chat.notify(sentenceOf(error, 'Rien n’a changé. Veuillez réessayer.'))
      }
    },
    [id, chat, announce],
  )
  useFollowedContext(chat, conversation, reply !== null)
  const changes = conversation?.changes
  const notes = useMemo(() => (changes ?? []).map((one): Note => ({ after: one.after, text: changeWords(one), icon: icons[one.kind] })), [changes])
  return { change, notes }
}

/** Another tab has changed it: the list of recent conversations, which follows, says so. */
function useFollowedContext(chat: Chat, shown: ChatState['conversation'], isWriting: boolean): void {
  const { data: recent } = useRecent(true)
  const listed = recent?.find(({ id }) => id === shown?.id)
  const context = listed && `${listed.project_id} ${listed.project_name} ${listed.library}`
  const look = useEffectEvent(() => {
    const isSame = shown !== null && context === `${shown.project_id} ${shown.project_name} ${shown.library}`
    if (!isSame && !isWriting) void chat.catchUp()
  })
  useEffect(() => {
    if (context !== undefined) look()
  }, [context, isWriting])
}
