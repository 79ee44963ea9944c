import type { ConversationDocument, Quote, SentImage } from '@parvis/contract'
import { CircleAlert, FileX2, Pause, Play, RotateCw, ChevronLeft, ChevronRight, FileText, X } from 'lucide-react'
import { memo, startTransition, useCallback, useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useInstance } from '../api/use-instance.ts'
import { messageAnchor } from '../paths.ts'
import { confirmThen, hasUnsavedChanges } from '../router/navigation-blocker.ts'
import { Button } from '../ui/Button.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { Markdown, type TokenTransform } from '../ui/content/Markdown.tsx'
import { alertDownloadFailure, onDemand } from '../ui/on-demand.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { answerMarkdown, AnswerText } from './answer/AnswerText.tsx'
import type { ChatMessage } from './machine/state.ts'
import { changeCountOf, explanationOf, recoveryActionOf, displayedText } from './answer/reply-sentences.ts'
import type { ChangesLine as ChangesLineType } from './beside/ChangesLine.tsx'
import type { EditQuestion } from './composer/EditQuestion.tsx'
import { AnswerActions, QuestionActions, type MessageHandlers } from './answer/MessageActions.tsx'
import styles from './Message.module.css'
import type { CitedInAnswerProps } from './references/CitedTexts.tsx'
import { Sources, useQuotes } from './sources/Sources.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import versionsStyles from './answer/Versions.module.css'
import { useDocumentOpener } from './sources/source-opener.ts'
import { isPicture, type AttachedFile } from './files/files-state.ts'
import questionFilesStyles from './files/QuestionFiles.module.css'
import type * as Masking from './masking/MaskedData.tsx'
import type { QuestionPictures as QuestionPicturesType } from './pictures/QuestionPictures.tsx'

interface MessageProps {
  message: ChatMessage
  author: { name: string; icon: ReactNode }
  handlers: MessageHandlers
  /** Files that were sent for the first time with this question. */
  files?: readonly ConversationDocument[] | undefined
  /** Pictures of this question that the model of its reply received. */
  sentImages?: readonly SentImage[] | undefined
  /** Name of the library searched for this answer: a complete answer without sources says that it found nothing there. */
  searchedLibrary?: string | undefined
  isLast: boolean
  isWriting: boolean
  /** Progress sentence of the full reading that this answer waits for; null without one. */
  readingProgress: string | null
  isCut: boolean
  isBusy: boolean
}

/** Renders a message: the person's in a bubble on the right, the assistant's as text on the page. */
export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === 'user' ? <Question {...props} /> : <Answer {...props} />
})

/** HTML id that a URL can target, and focusability. Empty until the server has given the message an id. */
const anchorProps = ({ id }: ChatMessage) => (id === null ? {} : { id: messageAnchor(id), tabIndex: -1 })

/** Runs `action`, which removes this message and the following ones. Asks for confirmation first if a form in one of them has unsaved text. */
function confirmThenRun(turn: Element | null | undefined, action: () => void): void {
  if (!turn) action()
  // A question opened for editing may be unchanged: nothing blocks the navigation then.
  else if (hasUnsavedChanges() && turn.querySelector('textarea')?.value.trim()) confirmThen([], action)
  else confirmThenRun(turn.nextElementSibling, action)
}

// Loaded on demand, at the first edit.
let Editor: typeof EditQuestion | null = null
const QuestionPictures = onDemand<ComponentProps<typeof QuestionPicturesType>>(async () => (await import('./pictures/QuestionPictures.tsx')).QuestionPictures)

// Loaded on demand, with the first message of a conversation that masks.
const MaskedData = onDemand<ComponentProps<typeof Masking.MaskedData>>(async () => (await import('./masking/MaskedData.tsx')).MaskedData)
const UnknownLabels = onDemand<ComponentProps<typeof Masking.UnknownLabels>>(async () => (await import('./masking/MaskedData.tsx')).UnknownLabels)

function Question({ message, handlers, files = [], sentImages = [], isBusy }: MessageProps) {
  const [isEditing, setEditing] = useState(false)
  const turn = useRef<HTMLElement>(null)
  const confirmAndRun = (action: () => void) => confirmThenRun(turn.current?.nextElementSibling, action)
  const pictures = files.flatMap(({ document_id, filename }) => (document_id && isPicture(filename) ? { document_id, filename } : []))
  async function edit() {
    try {
      Editor ??= (await import('./composer/EditQuestion.tsx')).EditQuestion
      setEditing(true)
    } catch {
      alertDownloadFailure('Votre message n’a pas pu être ouvert')
    }
  }
  return (
    <article
      {...anchorProps(message)}
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
          onSend={(text) => confirmAndRun(() => setEditing(!handlers.onEdit(message, text)))}
        />
      ) : (
        <>
          <div className={styles.bubble}>{message.content.trimEnd()}</div>
          <div className={styles.beside}>
            <Versions message={message} onShow={(shown, id) => confirmAndRun(() => handlers.onShowVersion(shown, id))} />
            <QuestionActions isBusy={isBusy} onEdit={() => void edit()} />
          </div>
          {pictures.length + sentImages.length > 0 && (
            <div className={questionFilesStyles.pictures}>
              <QuestionPictures attached={pictures} sent={sentImages} />
            </div>
          )}
          {files.length > 0 && <QuestionFiles files={files} />}
          {message.masked && <MaskedData masked={message.masked} text={message.content} conversationId={handlers.conversationId} />}
        </>
      )}
    </article>
  )
}

function Answer({ message, author, handlers, searchedLibrary, isLast, isWriting, readingProgress, isCut, isBusy }: MessageProps) {
  const isError = message.status === 'erreur'
  const text = displayedText(message)
  const changeCount = changeCountOf(message)
  const quotes = useQuotes(message, isWriting)
  const isFinished = useFinishedWriting(isWriting)
  const [transform, setTransform] = useState<TokenTransform>()
  const receiveTransform = useCallback((received: TokenTransform) => setTransform(() => received), [])
  const turn = useRef<HTMLElement>(null)
  const confirmAndRun = (action: () => void) => confirmThenRun(turn.current, action)
  return (
    <article {...anchorProps(message)} ref={turn} className={styles.answer} data-error={isError || undefined} aria-busy={isWriting}>
      <span className={styles.icon} aria-hidden>
        {isError ? <CircleAlert size={20} /> : author.icon}
      </span>
      <div className={styles.said}>
        <h2 className={styles.who}>{author.name}</h2>
        {isWriting && text === '' ? (
          <Waiting>{readingProgress ?? 'L’assistant rédige…'}</Waiting>
        ) : isError ? (
          <div role="alert">
            <Markdown text={text} />
          </div>
        ) : (
          <AnswerText message={message} quotes={quotes} isWriting={isWriting} transform={isWriting ? undefined : transform} />
        )}
        {changeCount > 0 && <ChangesLine message_id={message.id} count={changeCount} isWriting={isWriting} className={styles.aside} />}
        {isWriting && text !== '' && readingProgress !== null && <Waiting>{readingProgress}</Waiting>}
        {isCut && (
          <p className={styles.aside} role="status">
            Connexion perdue. Nous reprenons la réponse dès qu’elle revient…
          </p>
        )}
        {isFinished && <IncompleteReplyNotice message={message} isLast={isLast} isBusy={isBusy} onResume={() => confirmAndRun(handlers.onResume)} />}
        {isFinished && message.masked?.some(({ unknown }) => unknown) && <UnknownLabels masked={message.masked} />}
        {isFinished && <Sources sources={message.sources} answer={text} quotes={quotes} />}
        {isFinished && !isError && <CitedIfInstalled {...{ message, quotes }} onTransform={receiveTransform} />}
        {isFinished && searchedLibrary !== undefined && message.status === 'complete' && message.sources.length === 0 && (
          <p className={styles.aside}>
            <FileX2 aria-hidden size={16} />
            {`Aucun passage de la bibliothèque «\u00a0${searchedLibrary}\u00a0» ne répond à cette question\u00a0: cette réponse ne s’appuie pas sur ses documents.`}
          </p>
        )}
        {isFinished && (
          <div className={styles.foot}>
            <Versions message={message} onShow={(shown, id) => confirmAndRun(() => handlers.onShowVersion(shown, id))} />
            {/* Keyed by id: feedback typed about one version is not sent for another. */}
            {!isError && (text !== '' || changeCount > 0) && <AnswerActions key={message.id} {...{ message, handlers, isLast, isBusy, confirmAndRun }} />}
          </div>
        )}
      </div>
    </article>
  )
}

// Loaded on demand: most conversations write no document.
const ChangesLine = onDemand<ComponentProps<typeof ChangesLineType>>(async () => (await import('./beside/ChangesLine.tsx')).ChangesLine)

const CitedInAnswer = onDemand<CitedInAnswerProps>(async () => (await import('./references/CitedTexts.tsx')).CitedInAnswer)

type CitedIfInstalledProps = Pick<CitedInAnswerProps, 'onTransform'> & { message: ChatMessage; quotes: readonly Quote[] }

/** Texts of law that an answer cites, where a corpus is installed. Without one, nothing is loaded or requested. */
function CitedIfInstalled({ message, quotes, onTransform }: CitedIfInstalledProps) {
  const { content, sources, day } = message
  if (!useInstance()?.has_corpora || !/art|loi|d[ée]cret|ordonnance|[LRD]\.? ?\d/i.test(content)) return null
  const markdown = answerMarkdown(message, quotes, false)
  return <CitedInAnswer markdown={markdown} hasCitations={sources.length > 0} at={day} onTransform={onTransform} />
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
function useFinishedWriting(isWriting: boolean): boolean {
  const [wasWriting, setWasWriting] = useState(isWriting)
  if (isWriting && !wasWriting) setWasWriting(true)
  useEffect(() => {
    if (isWriting) return
    const frame = requestAnimationFrame(() => startTransition(() => setWasWriting(false)))
    return () => cancelAnimationFrame(frame)
  }, [isWriting])
  return !isWriting && !wasWriting
}

const recoveryActions = {
  resume: { label: 'Reprendre', icon: <Play aria-hidden /> },
  continue: { label: 'Continuer', icon: <Play aria-hidden /> },
  retry: { label: 'Réessayer', icon: <RotateCw aria-hidden /> },
}

/** Explains why a reply is incomplete. The last message also gets the button that resumes, continues or retries it. */
function IncompleteReplyNotice({ message, isLast, isBusy, onResume }: { message: ChatMessage; isLast: boolean; isBusy: boolean; onResume: () => void }) {
  const kind = recoveryActionOf(message)
  const explanation = explanationOf(message)
  if (kind === null) return null
  const remedy = recoveryActions[kind]
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

/** Buttons that go through the versions of a message. They wrap around, so that no button disappears while it has the focus. */
export function Versions({ message, onShow }: { message: ChatMessage; onShow: (message: ChatMessage, id: string) => void }) {
  const { versions, id } = message
  const count = versions.length
  const at = id === null ? -1 : versions.indexOf(id)
  if (count < 2 || at === -1) return null
  const show = (which: number) => onShow(message, versions[(which + count) % count]!)
  const what = message.role === 'user' ? 'de votre message' : 'de la réponse'
  return (
    <div className={versionsStyles.versions} role="group" aria-label={`Versions ${what}`}>
      <IconButton icon={ChevronLeft} label="Version précédente" size="s" onPress={() => show(at - 1)} />
      <span className={versionsStyles.place}>{`${at + 1}/${count}`}</span>
      <IconButton icon={ChevronRight} label="Version suivante" size="s" onPress={() => show(at + 1)} />
    </div>
  )
}

/** Files sent for the first time with a question, under its bubble. A deleted one keeps its name. */
function QuestionFiles({ files }: { files: readonly (ConversationDocument & Pick<AttachedFile, 'onRemove'>)[] }) {
  const open = useDocumentOpener()
  return (
    <ul className={questionFilesStyles.files} aria-label="Fichiers joints à ce message">
      {files.map(({ document_id, filename, onRemove }, at) => (
        <li key={document_id ?? `${at} ${filename}`} title={filename}>
          {document_id === null || onRemove ? <FileX2 aria-hidden /> : <FileText aria-hidden />}
          {document_id !== null && open !== null ? (
            <TextButton tone="muted" onPress={() => open({ document_id, name: filename, source: null })}>
              {filename}
            </TextButton>
          ) : (
            <span>{filename}</span>
          )}
          {document_id === null ? <i>supprimé</i> : onRemove && <i>non lu</i>}
          {document_id !== null && onRemove && <IconButton icon={X} label={`Retirer ${filename}`} size="s" onPress={onRemove} />}
        </li>
      ))}
    </ul>
  )
}
