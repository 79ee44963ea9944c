import type { Conversation } from '@parvis/contract'
import { Archive, ArchiveRestore, FileDown, Pencil, Pin, PinOff, Trash2, UsersRound } from 'lucide-react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import type { MenuEntry } from '../../ui/overlays/OpenMenu.tsx'
import { changeConversation } from './change-conversation.ts'
import { archive, removeWithUndo, unarchive } from './remove-conversations.ts'
import { openShareDialog } from './share-target.ts'

interface ActionHandlers {
  onRename: () => void
  /** Called with the failure to show; null when an attempt starts. */
  onFailure: (sentence: string | null) => void
  /** Called with the conversation returned by the server. */
  onChanged?: (changed: Conversation) => void
}

/** Menu entries of a conversation, the same wherever it is listed. */
export function useConversationEntries(
  conversation: Conversation,
  { onRename, onFailure, onChanged }: ActionHandlers,
): (MenuEntry & { id: ConversationActionId })[] {
  const announce = useAnnounce()
  const { id, pinned, archived } = conversation
  /** @param work resolves to the sentence to announce */
  const attempt = (work: () => Promise<string>, fallback: string) => async () => {
    onFailure(null)
    try {
      announce(await work())
    } catch (error) {
      onFailure(sentenceOf(error, fallback))
    }
  }
  const change = (changes: { pinned: boolean }, done: string) =>
    attempt(async () => {
      const changed = await changeConversation(id, changes)
      onChanged?.(changed)
      return done
    }, 'Rien n’a changé. Veuillez réessayer.')
  const restore = attempt(async () => {
    const done = await unarchive([conversation])
    onChanged?.({ ...conversation, archived: false })
    return done
  }, 'Rien n’a changé. Veuillez réessayer.')
  return [
    { id: 'rename', label: 'Renommer', icon: <Pencil aria-hidden />, onAction: onRename },
    pinned
      ? { id: 'pin', label: 'Détacher', icon: <PinOff aria-hidden />, onAction: change({ pinned: false }, 'Conversation détachée') }
      : { id: 'pin', label: 'Épingler', icon: <Pin aria-hidden />, onAction: change({ pinned: true }, 'Conversation épinglée') },
    { id: 'share', label: 'Partager', icon: <UsersRound aria-hidden />, onAction: () => openShareDialog(conversation) },
    {
      id: 'export',
      label: 'Exporter vers Word',
      icon: <FileDown aria-hidden />,
      onAction: attempt(async () => (await import('./export-conversation.ts')).exportConversation(id), 'La conversation n’a pas pu être exportée.'),
    },
    archived
      ? { id: 'archive', label: 'Désarchiver', icon: <ArchiveRestore aria-hidden />, onAction: restore }
      : {
          id: 'archive',
          label: 'Archiver',
          icon: <Archive aria-hidden />,
          onAction: attempt(() => archive([conversation]), 'La conversation n’a pas pu être archivée.'),
        },
    { id: 'remove', label: 'Supprimer', icon: <Trash2 aria-hidden />, tone: 'danger', onAction: () => announce(removeWithUndo([conversation])) },
  ]
}

type ConversationActionId = 'rename' | 'pin' | 'share' | 'export' | 'archive' | 'remove'
