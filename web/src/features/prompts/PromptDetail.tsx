import type { Prompt } from '@parvis/contract'
import { ArrowLeft, MessageSquareText, Pencil, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { GrantsDialog } from '../../layout/dialogs-on-demand.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { DeletePromptButton } from './DeletePromptButton.tsx'
import styles from './Prompts.module.css'

interface PromptDetailProps {
  prompt: Prompt
  /** The prompt was selected on this page: its title takes the focus. */
  wasSelectedHere: boolean
  onEdit: () => void
  onClose: (isGone: boolean) => void
  onNotice: (notice: NoticeContent | null) => void
}

/** Prompt shown for reading, with its actions. */
export function PromptDetail({ prompt, wasSelectedHere, onEdit, onClose, onNotice }: PromptDetailProps) {
  const [isOpen, setOpen] = useState(false)
  const tell = (tone: NoticeContent['tone']) => (sentence: string) => onNotice({ tone, sentence })
  const heading = useRef<HTMLHeadingElement>(null)
  // On a narrow screen, the detail may be far from the selected row.
  useEffect(() => {
    if (wasSelectedHere) heading.current?.focus()
  }, [wasSelectedHere])
  return (
    <article className={styles.detail}>
      <div className={styles.back}>
        <Button variant="quiet" size="s" icon={<ArrowLeft aria-hidden />} onPress={() => onClose(false)}>
          Retour à la liste
        </Button>
      </div>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {prompt.name}
        </h2>
        <CopyButton text={prompt.content} label="Copier le contenu du prompt" size="m" />
      </div>
      <p className={styles.size}>{formatNumber([...prompt.content].length)}&nbsp;caractères</p>
      <div className={styles.content} role="region" aria-label="Contenu du prompt" tabIndex={0}>
        {prompt.content}
      </div>
      <div className={styles.actions}>
        <Button icon={<Pencil aria-hidden />} onPress={onEdit}>
          Modifier
        </Button>
        <Button icon={<UsersRound aria-hidden />} onPress={() => setOpen(true)}>
          À qui c’est ouvert
        </Button>
        <LinkButton icon={<MessageSquareText aria-hidden />} href={paths.chatbot({ prompt: prompt.id })} aria-label="Essayer dans le chatbot">
          Essayer
        </LinkButton>
        <DeletePromptButton
          prompt={prompt}
          onDeleted={() => {
            onClose(true)
            tell('success')(`Prompt «\u00a0${prompt.name}\u00a0» supprimé`)
          }}
          onFailed={tell('error')}
        />
      </div>
      {isOpen && <GrantsDialog kind="prompt" id={prompt.id} name={prompt.name} onClose={() => setOpen(false)} onDone={tell('success')} />}
    </article>
  )
}
