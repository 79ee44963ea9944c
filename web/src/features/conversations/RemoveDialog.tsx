import type { ListedConversation } from '@parvis/contract'
import { useState } from 'react'
import { removeWithUndo } from '../../chat/conversation/remove-conversations.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { plural } from '../../ui/words/formats.ts'
import { shownTitle } from './conversation-filter.ts'

interface RemoveDialogProps {
  /** Conversations to delete; empty when the dialog is closed. */
  conversations: readonly ListedConversation[]
  onClose: () => void
}

/** Confirmation before deleting conversations (specification, chapter 9). The deletion can be undone for a few seconds. */
export function RemoveDialog({ conversations, onClose }: RemoveDialogProps) {
  const announce = useAnnounce()
  // The text must not change during the closing animation.
  const [named, setNamed] = useState(conversations)
  if (conversations.length > 0 && conversations !== named) setNamed(conversations)
  const [first] = named
  const messages = named.reduce((sum, { message_count }) => sum + message_count, 0)
  return (
    <ConfirmDialog
      isOpen={conversations.length > 0}
      onClose={onClose}
      title={
        named.length === 1 ? `Supprimer la conversation «\u00a0${shownTitle(first!)}\u00a0»\u00a0?` : `Supprimer ${plural(named.length, 'conversation')}\u00a0?`
      }
      confirmLabel="Supprimer"
      onConfirm={() => announce(removeWithUndo(conversations))}
    >
      <p>Vous aurez quelques secondes pour annuler. Ensuite, {plural(messages, 'message sera perdu', 'messages seront perdus')}.</p>
    </ConfirmDialog>
  )
}
