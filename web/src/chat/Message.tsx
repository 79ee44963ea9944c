import type { ConversationDocument } from '@parvis/contract'
import { CircleAlert, FileX2, Pause, Play, RotateCw } from 'lucide-react'
import { memo, startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { messageAnchor } from '../paths.ts'
import { askFirst, isHeld } from '../router/leaving.ts'
import { Button } from '../ui/Button.tsx'
import { Markdown } from '../ui/content/Markdown.tsx'
import { tellMissing } from '../ui/on-demand.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { AnswerText } from './answer/AnswerText.tsx'
import { explanationOf, remedyOf, shownText, type ChatMessage } from './chat-state.ts'
import type { EditQuestion } from './composer/EditQuestion.tsx'
import { AnswerActions, QuestionActions, type MessageHandlers } from './answer/MessageActions.tsx'
import { QuestionFiles } from './files/QuestionFiles.tsx'
import styles from './Message.module.css'
import { Sources } from './sources/Sources.tsx'
import { Versions } from './answer/Versions.tsx'
import { useQuotes } from './sources/use-quotes.ts'

interface MessageProps {
  message: ChatMessage
  author: { name: string; icon: ReactNode }
  handlers: MessageHandlers
  /** Files that were sent for the first time with this question. */
  files?: readonly ConversationDocument[] | undefined
  /** Name of the library searched for this answer: a complete answer without sources says that it found nothing there. */
  silentLibrary?: string | undefined
  isLast: boolean
  isWriting: boolean
  /** Progress sentence of the full reading that this answer waits for; null without one. */
  reading: string | null
  isCut: boolean
  isBusy: boolean
}

/** One message: the person's in a bubble on the right, the assistant's as text on the page. */
export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />
})

/** HTML id that a URL can target, and focusability. Empty until the server has given the message an id. */
const anchorOf = ({ id }: ChatMessage) => (id === null ? {} : { id: messageAnchor(id), tabIndex: -1 })

/** Runs `act`, which removes this message and the following ones. Asks for confirmation first if a form in one of them has unsaved text. */
function leaveFrom(turn: Element | null | undefined, act: () => void): void {
  if (!turn) act()
  // A question opened for editing may be unchanged: nothing blocks the navigation then.
  else if (isHeld() && turn.querySelector('textarea')?.value.trim()) askFirst([], act)
  else leaveFrom(turn.nextElementSibling, act)
}

// Loaded on demand, at the first edit.
let Editor: typeof EditQuestion | null = null

function Question({ message, handlers, files, isBusy }: MessageProps) {
  const [isEditing, setEditing] = useState(false)
  const turn = useRef<HTMLElement>(null)
  const leave = (act: () => void) => leaveFrom(turn.current?.nextElementSibling, act)
  async function edit() {
    try {
      Editor ??= (await import('./composer/EditQuestion.tsx')).EditQuestion
      setEditing(true)
    } catch {
      tellMissing('Votre message n’a pas pu être ouvert')
    }
  }
  return (
    <article
      {...anchorOf(message)}
      ref={turn}
      className={styles.question}
      data-editing={isEditing || undefined}
      data-versions={message.versions.length > 1 || undefined}
    >
      <h2 className={styles.who}>
        <VisuallyHidden>Votre message</VisuallyHidden>
      </h2>
      {isEditing && Editor !== null ? (
        <Editor
          text={message.content}
          onCancel={() => setEditing(false)}
          isBusy={isBusy}
          onSend={(text) => leave(() => setEditing(!handlers.onEdit(message, text)))}
        />
      ) : (
        <>
          <div className={styles.bubble}>{message.content.trimEnd()}</div>
          <div className={styles.beside}>
            <Versions message={message} onShow={(shown, id) => leave(() => handlers.onShowVersion(shown, id))} />
            <QuestionActions isBusy={isBusy} onEdit={() => void edit()} />
          </div>
          {files !== undefined && <QuestionFiles files={files} />}
        </>
      )}
    </article>
  )
}

function Answer({ message, author, handlers, silentLibrary, isLast, isWriting, reading, isCut, isBusy }: MessageProps) {
  const isError = message.status === 'erreur'
  const text = shownText(message)
  const quotes = useQuotes(message, isWriting)
  const isOver = useOver(isWriting)
  const turn = useRef<HTMLElement>(null)
  const leave = (act: () => void) => leaveFrom(turn.current, act)
  return (
    <article {...anchorOf(message)} ref={turn} className={styles.answer} data-error={isError || undefined} aria-busy={isWriting}>
      <span className={styles.icon} aria-hidden>
        {isError ? <CircleAlert size={20} /> : author.icon}
      </span>
      <div className={styles.said}>
        <h2 className={styles.who}>{author.name}</h2>
        {isWriting && text === '' ? (
          <Waiting>{reading ?? 'L’assistant rédige…'}</Waiting>
        ) : isError ? (
          <div role="alert">
            <Markdown text={text} />
          </div>
        ) : (
          <AnswerText message={message} quotes={quotes} isWriting={isWriting} />
        )}
        {isWriting && text !== '' && reading !== null && <Waiting>{reading}</Waiting>}
        {isCut && (
          <p className={styles.aside} role="status">
            Connexion perdue. Nous reprenons la réponse dès qu’elle revient…
          </p>
        )}
        {isOver && <Remedy message={message} isLast={isLast} isBusy={isBusy} onResume={() => leave(handlers.onResume)} />}
        {isOver && <Sources sources={message.sources} answer={text} quotes={quotes} />}
        {isOver && silentLibrary !== undefined && message.status === 'complete' && message.sources.length === 0 && (
          <p className={styles.aside}>
            <FileX2 aria-hidden size={16} />
            {`Aucun passage de la bibliothèque «\u00a0${silentLibrary}\u00a0» ne répond à cette question\u00a0: cette réponse ne s’appuie pas sur ses documents.`}
          </p>
        )}
        {isOver && (
          <div className={styles.foot}>
            <Versions message={message} onShow={(shown, id) => leave(() => handlers.onShowVersion(shown, id))} />
            {/* Keyed by id: feedback typed about one version is not sent for another. */}
            {!isError && text !== '' && <AnswerActions key={message.id} {...{ message, handlers, isLast, isBusy, leave }} />}
          </div>
        )}
      </div>
    </article>
  )
}

function Waiting({ children }: { children: string }) {
  return (
    <p className={styles.waiting}>
      <span aria-hidden className={styles.dots}>
        <i />
        <i />
        <i />
      </span>
      {children}
    </p>
  )
}

/** Whether a reply is over, one frame late: its sources and actions then render as a transition, without delaying its last words. */
function useOver(isWriting: boolean): boolean {
  const [wasWriting, setWasWriting] = useState(isWriting)
  if (isWriting && !wasWriting) setWasWriting(true)
  useEffect(() => {
    if (isWriting) return
    const frame = requestAnimationFrame(() => startTransition(() => setWasWriting(false)))
    return () => cancelAnimationFrame(frame)
  }, [isWriting])
  return !isWriting && !wasWriting
}

const remedies = {
  resume: { label: 'Reprendre', icon: <Play aria-hidden /> },
  continue: { label: 'Continuer', icon: <Play aria-hidden /> },
  retry: { label: 'Réessayer', icon: <RotateCw aria-hidden /> },
}

/** Explains why a reply is incomplete. The last message also gets the button that resumes, continues or retries it. */
function Remedy({ message, isLast, isBusy, onResume }: { message: ChatMessage; isLast: boolean; isBusy: boolean; onResume: () => void }) {
  const kind = remedyOf(message)
  const explanation = explanationOf(message)
  if (kind === null) return null
  const remedy = remedies[kind]
  return (
    <div className={styles.remedy}>
      {explanation && (
        <p className={styles.aside}>
          {message.status === 'interrompue' && <Pause aria-hidden size={16} />}
          {explanation}
        </p>
      )}
      {isLast && (
        <Button size="s" icon={remedy.icon} onPress={onResume} isDisabled={isBusy}>
          {remedy.label}
        </Button>
      )}
    </div>
  )
}
