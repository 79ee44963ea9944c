import type { RewriteStyle } from '@parvis/contract'
import { CircleCheck, Info, MessageSquareQuote, Pencil, RefreshCw, ThumbsDown, ThumbsUp, PencilLine, FileDown, FileText, Volume2 } from 'lucide-react'
import { use, useRef, useState, type ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { alertDownloadFailure, onDemand } from '../../ui/on-demand.tsx'
import type { AnswerReviews } from '../../layout/reviews/OpenReviews.tsx'
import { BesideContext } from '../beside/beside-context.ts'
import type { ChatMessage } from '../machine/state.ts'
import { CopyAnswer } from './AnswerText.tsx'
import { finishedText, type AnswerModel } from './answer-words.ts'
import { changeCountOf } from './reply-sentences.ts'
import type { ReadAloud } from '../reading/ReadAloud.tsx'
import type { AnswerDetails } from './AnswerDetails.tsx'
import type { FeedbackForm } from './FeedbackForm.tsx'
import styles from '../Message.module.css'
import type { FeedbackDetails } from '../machine/port.ts'
import type { ExportFormat, ExportScope } from '../export/export-document.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/OpenMenu.tsx'

/** Actions on a message. Stable functions. */
export interface MessageHandlers {
  /** Gives, changes or (null) withdraws feedback. Resolves to whether it was saved. */
  onRate: (message: ChatMessage, rating: ChatMessage['feedback'], details?: FeedbackDetails) => Promise<boolean>
  /** Puts the question of this answer back into the composer, with a request to rephrase. */
  onRephrase: (message: ChatMessage) => void
  /** Sends an edited question. @returns false when it cannot be sent: blank text, or another reply being written */
  onEdit: (message: ChatMessage, text: string) => boolean
  onRegenerate: () => void
  /** Rewrites the last answer in another form. */
  onRewrite: (style: RewriteStyle) => void
  /** Shows another version of a message. */
  onShowVersion: (message: ChatMessage, id: string) => void
  onResume: () => void
  /** Reads which model wrote an answer. @throws {ApiError} */
  modelOf: (message: ChatMessage) => Promise<AnswerModel>
  /** Returns the id of the conversation; null until it is saved. */
  conversationId: () => string | null
  /** Shows the reviews that an answer has now. */
  onReviewed: (message: ChatMessage, reviews: ChatMessage['reviews']) => void
  onExport: (message: ChatMessage, format: ExportFormat, scope: ExportScope) => void
}

// Loaded on demand, after negative feedback. If it cannot load, the feedback is saved without reasons.
const Form = onDemand<ComponentProps<typeof FeedbackForm> & { onMissing: () => void }>(async () => (await import('./FeedbackForm.tsx')).FeedbackForm, {
  onMissing: ({ onMissing }) => onMissing(),
})

// Loaded on demand: few answers are reviewed.
const Reviews = onDemand<ComponentProps<typeof AnswerReviews>>(async () => (await import('../../layout/reviews/OpenReviews.tsx')).AnswerReviews)

// Loaded on demand: few people open the details.
const Details = onDemand<ComponentProps<typeof AnswerDetails>>(async () => (await import('./AnswerDetails.tsx')).AnswerDetails)

// Loaded on demand: few people listen to an answer.
const Reading = onDemand<ComponentProps<typeof ReadAloud>>(async () => (await import('../reading/ReadAloud.tsx')).ReadAloud, {
  onMissing({ onClose }) {
    onClose()
    alertDownloadFailure('La lecture n’a pas pu commencer')
  },
})

interface AnswerActionsProps {
  message: ChatMessage
  handlers: MessageHandlers
  isLast: boolean
  isBusy: boolean
  /** Runs an action that removes the feedback form. Asks for confirmation first if text was typed in it. */
  confirmAndRun: (action: () => void) => void
}

/** Actions under an answer: copy, feedback, rephrase, another answer, another form, export, details (specification, chapter 2). */
export function AnswerActions({ message, handlers, isLast, isBusy, confirmAndRun }: AnswerActionsProps) {
  const [isExplaining, setExplaining] = useState(false)
  const [isDetailed, setDetailed] = useState(false)
  const [isRead, setRead] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  const beside = use(BesideContext)
  // What a reply proposes to a document is decided in its list: another form would propose it twice, and its sentence is no document.
  const isText = changeCountOf(message) === 0

  function rate(rating: ChatMessage['feedback']) {
    const action = () => {
      setExplaining(rating === 'negative')
      void handlers.onRate(message, rating)
    }
    // Other feedback closes the open form.
    if (isExplaining) confirmAndRun(action)
    else action()
  }

  function close() {
    setExplaining(false)
    // The focus returns to the button that opened the form, not to the page.
    actions.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  }

  return (
    <>
      <div
        ref={actions}
        className={styles.actions}
        role="group"
        aria-label="Actions sur cette réponse"
        data-kept={isExplaining || isDetailed || isRead || undefined}
      >
        {finishedText(message) !== '' && <CopyAnswer text={finishedText(message)} />}
        {message.id !== null && <FeedbackButtons message={message} onRate={rate} />}
        <IconButton icon={MessageSquareQuote} label="Reformuler" size="s" isDisabled={isBusy} onPress={() => handlers.onRephrase(message)} />
        {isLast && (
          <IconButton icon={RefreshCw} label="Générer une autre réponse" size="s" isDisabled={isBusy} onPress={() => confirmAndRun(handlers.onRegenerate)} />
        )}
        {isLast && message.id !== null && isText && <RewriteMenu onRewrite={(style) => confirmAndRun(() => handlers.onRewrite(style))} />}
        {beside !== null && isText && finishedText(message) !== '' && (
          <Button size="s" variant="quiet" isDisabled={isBusy} onPress={() => beside.openAnswer(message)}>
            Ouvrir à côté
          </Button>
        )}
        <ExportMenu onExport={(format, scope) => handlers.onExport(message, format, scope)} />
        {message.id !== null && <IconButton icon={CircleCheck} label="Marquer comme relu" size="s" isDisabled={isBusy} onPress={() => setReviewing(true)} />}
        {'speechSynthesis' in window && (
          <IconButton icon={Volume2} label="Écouter la réponse" size="s" aria-expanded={isRead} onPress={() => setRead(!isRead)} />
        )}
        {message.id !== null && (
          <IconButton icon={Info} label="Détails de la réponse" size="s" aria-expanded={isDetailed} onPress={() => setDetailed(!isDetailed)} />
        )}
      </div>
      {(isReviewing || message.reviews) && (
        <Reviews message={message} isOpen={isReviewing} onClose={() => setReviewing(false)} onChanged={(reviews) => handlers.onReviewed(message, reviews)} />
      )}
      {isRead && <Reading text={finishedText(message)} onClose={() => setRead(false)} />}
      {isDetailed && <Details id={message.id} load={() => handlers.modelOf(message)} />}
      {isExplaining && (
        <Form
          onMissing={() => setExplaining(false)}
          onClose={close}
          onSend={async (details) => {
            const isSaved = await handlers.onRate(message, 'negative', details)
            if (isSaved) close()
            return isSaved
          }}
        />
      )}
    </>
  )
}

/** Actions under the person's own question. */
export function QuestionActions({ isBusy, onEdit }: { isBusy: boolean; onEdit: () => void }) {
  return (
    <div className={styles.actions} role="group" aria-label="Actions sur votre message">
      <IconButton icon={Pencil} label="Modifier votre question" size="s" isDisabled={isBusy} onPress={onEdit} />
    </div>
  )
}

/** Buttons of positive and negative feedback. Pressing the selected one withdraws it. */
function FeedbackButtons({ message, onRate }: { message: ChatMessage; onRate: (rating: ChatMessage['feedback']) => void }) {
  const isLiked = message.feedback === 'positive'
  const isDisliked = message.feedback === 'negative'
  return (
    <>
      <IconButton label={isLiked ? 'Retirer votre avis' : 'Réponse utile'} size="s" aria-pressed={isLiked} onPress={() => onRate(isLiked ? null : 'positive')}>
        <ThumbsUp aria-hidden fill={isLiked ? 'currentColor' : 'none'} className={isLiked ? styles.rated : undefined} />
      </IconButton>
      <IconButton
        label={isDisliked ? 'Retirer votre avis négatif' : 'Réponse à améliorer'}
        size="s"
        aria-pressed={isDisliked}
        onPress={() => onRate(isDisliked ? null : 'negative')}
      >
        <ThumbsDown aria-hidden fill={isDisliked ? 'currentColor' : 'none'} className={isDisliked ? styles.ratedDown : undefined} />
      </IconButton>
    </>
  )
}

const forms: { style: RewriteStyle; label: string }[] = [
  { style: 'shorter', label: 'Plus court' },
  { style: 'simpler', label: 'Plus simple' },
  { style: 'formal', label: 'Plus formel' },
  { style: 'table', label: 'En tableau' },
]

/** Menu that rewrites the last answer in another form, as a new version. « Reformuler » instead lets the person write the request. */
function RewriteMenu({ onRewrite }: { onRewrite: (style: RewriteStyle) => void }) {
  return (
    <Menu
      label="Changer la forme"
      isNamed
      size="s"
      placement="bottom start"
      icon={<PencilLine aria-hidden />}
      entries={forms.map(({ style, label }) => ({ id: style, label, onAction: () => onRewrite(style) }))}
    />
  )
}

interface ExportMenuProps {
  onExport: (format: ExportFormat, scope: ExportScope) => void
}

/** Menu of the file formats to which an answer or the whole conversation is exported. */
function ExportMenu({ onExport }: ExportMenuProps) {
  const entry = (scope: ExportScope, format: ExportFormat, label: string): MenuEntry => ({
    id: `${scope} ${format}`,
    label,
    icon: <FileText aria-hidden />,
    onAction: () => onExport(format, scope),
  })
  return (
    <Menu
      label="Exporter"
      isNamed
      size="s"
      placement="bottom start"
      icon={<FileDown aria-hidden />}
      entries={[
        {
          title: 'Cette réponse',
          entries: [
            entry('answer', 'docx', 'Réponse vers Word (.docx)'),
            entry('answer', 'odt', 'Réponse vers LibreOffice (.odt)'),
            entry('answer', 'doc', 'Réponse vers Word, ancien format (.doc)'),
          ],
        },
        {
          title: 'Toute la conversation',
          entries: [entry('conversation', 'docx', 'Conversation vers Word (.docx)'), entry('conversation', 'odt', 'Conversation vers LibreOffice (.odt)')],
        },
      ]}
    />
  )
}
