import type { Conversation } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { changeConversation } from '../../chat/conversation/change-conversation.ts'
import { titleRefusal } from '../../chat/conversation/title-rule.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/Dialog.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './MySpace.module.css'

/** Dialog that renames a conversation. Mounted only while it is open. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const [title, setTitle] = useState(conversation.title)
  const confirmLeave = useUnsaved(title !== conversation.title)
  const close = () => confirmLeave(onClose)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation({ mutationFn: (typedTitle: string) => changeConversation(conversation.id, { title: typedTitle }) })
  const announce = useAnnounce()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    const refused = titleRefusal(title)
    setRefusal(refused)
    if (refused !== null) return form.current?.querySelector('input')?.focus()
    try {
      await change.mutateAsync(title.trim())
      announce('Conversation renommée')
      onClose()
    } catch {
      // The error is shown in the banner; the form keeps its text.
    }
  }

  return (
    <Dialog isOpen onClose={close} title="Renommer la conversation" size="s" isBusy={change.isPending}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {change.isError && <Banner tone="error">{`Le titre n’a pas pu être enregistré. ${sentenceOf(change.error, 'Veuillez réessayer.')}`}</Banner>}
        {refusal && <Banner tone="error">{refusal}</Banner>}
        <TextField
          label="Titre"
          name="title"
          isRequired
          autoFocus
          value={title}
          onChange={setTitle}
          isReadOnly={change.isPending}
          onFocus={(event) => (event.target as HTMLInputElement).select()}
        />
        <DialogActions>
          <FormActions onCancel={close} isPending={change.isPending} verb="Renommer" />
        </DialogActions>
      </form>
    </Dialog>
  )
}
