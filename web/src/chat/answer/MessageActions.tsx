import { Info, MessageSquareQuote, Pencil, RefreshCw } from 'lucide-react'
import { useRef, useState, type ComponentProps } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { AnswerOpinion } from './AnswerOpinion.tsx'
import type { ChatMessage } from '../chat-state.ts'
import { CopyAnswer } from './CopyAnswer.tsx'
import { endedText } from './ended-text.ts'
import { ExportMenu } from './ExportMenu.tsx'
import type { AnswerDetails } from './AnswerDetails.tsx'
import type { FeedbackForm } from './FeedbackForm.tsx'
import { RewriteMenu } from './RewriteMenu.tsx'
import type { MessageHandlers } from '../Message.tsx'
import styles from '../Message.module.css'

// Its code comes when somebody has something to explain; without it the opinion is kept all the same.
const Form = onDemand<ComponentProps<typeof FeedbackForm> & { onMissing: () => void }>(async () => (await import('./FeedbackForm.tsx')).FeedbackForm, {
  onMissing: ({ onMissing }) => onMissing(),
})

// Few people look for them.
const Details = onDemand<ComponentProps<typeof AnswerDetails>>(async () => (await import('./AnswerDetails.tsx')).AnswerDetails)

interface AnswerActionsProps {
  message: ChatMessage
  handlers: MessageHandlers
  isLast: boolean
  isBusy: boolean
  /** Does what takes the form of an opinion away: not before the person agreed to lose what they typed in it. */
  leave: (act: () => void) => void
}

/** Under an answer: copy, opinion, rephrase, another answer, files (specification, chapter 2). */
export function AnswerActions({ message, handlers, isLast, isBusy, leave }: AnswerActionsProps) {
  const [isExplaining, setExplaining] = useState(false)
  const [isDetailed, setDetailed] = useState(false)
  const actions = useRef<HTMLDivElement>(null)

  function rate(rating: ChatMessage['feedback']) {
    const act = () => {
      setExplaining(rating === 'negative')
      void handlers.onRate(message, rating)
    }
    // No other form goes with an opinion than its own.
    if (isExplaining) leave(act)
    else act()
  }

  function close() {
    setExplaining(false)
    // The button that opened the form, not the page.
    actions.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  }

  return (
    <>
      <div ref={actions} className={styles.actions} role="group" aria-label="Actions sur cette réponse" data-kept={isExplaining || isDetailed || undefined}>
        <CopyAnswer text={endedText(message)} />
        {message.id !== null && <AnswerOpinion message={message} onRate={rate} />}
        <IconButton icon={MessageSquareQuote} label="Reformuler" size="s" isDisabled={isBusy} onPress={() => handlers.onRephrase(message)} />
        {isLast && <IconButton icon={RefreshCw} label="Générer une autre réponse" size="s" isDisabled={isBusy} onPress={() => leave(handlers.onRegenerate)} />}
        {isLast && message.id !== null && <RewriteMenu onRewrite={(style) => leave(() => handlers.onRewrite(style))} />}
        <ExportMenu onExport={(format, scope) => handlers.onExport(message, format, scope)} />
        {message.id !== null && (
          <IconButton icon={Info} label="Détails de la réponse" size="s" aria-expanded={isDetailed} onPress={() => setDetailed(!isDetailed)} />
        )}
      </div>
      {isDetailed && <Details load={() => handlers.modelOf(message)} />}
      {isExplaining && (
        <Form
          onMissing={() => setExplaining(false)}
          onClose={close}
          onSend={async (details) => {
            const isKept = await handlers.onRate(message, 'negative', details)
            if (isKept) close()
            return isKept
          }}
        />
      )}
    </>
  )
}

/** Under one's own question. */
export function QuestionActions({ isBusy, onEdit }: { isBusy: boolean; onEdit: () => void }) {
  return (
    <div className={styles.actions} role="group" aria-label="Actions sur votre message">
      <IconButton icon={Pencil} label="Modifier votre question" size="s" isDisabled={isBusy} onPress={onEdit} />
    </div>
  )
}
