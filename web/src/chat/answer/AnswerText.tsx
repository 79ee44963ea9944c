import { documentOfLink, type Quote, type Source } from '@parvis/contract'
import { CalendarClock, Check } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { Markdown, type TokenTransform } from '../../ui/content/Markdown.tsx'
import { OwnLinkRenderer } from '../../ui/markdown/Inline.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { foreignLanguageOf } from './answer-language.ts'
import { withClosedMarkup } from './answer-words.ts'
import type * as Writers from '../export/exported-text.ts'
import type { ChatMessage } from '../machine/state.ts'
import { displayedText } from './reply-sentences.ts'
import { claimsOf, markQuotes, quoteOfMark, quotesOf } from '../sources/quote-marks.ts'
import { dateAndState, passageLocation, sourceState } from '../sources/source-words.ts'
import { openedDocumentOf, useDocumentOpener, type OpenedDocument } from '../sources/source-opener.ts'
import styles from '../sources/Sources.module.css'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Markdown of an answer as it is rendered, with the marks of its checked quotations. */
export const answerMarkdown = (message: Pick<ChatMessage, 'content' | 'status'>, quotes: readonly Quote[], isWriting: boolean): string => {
  const text = displayedText(message)
  return markQuotes(!isWriting && message.status === 'interrompue' ? withClosedMarkup(text) : text, quotes)
}

interface AnswerTextProps {
  message: Pick<ChatMessage, 'content' | 'status' | 'sources'>
  quotes: readonly Quote[]
  isWriting: boolean
  /** Puts marks into the text. Must be a stable function. */
  transform?: TokenTransform | undefined
}

/** Text of an answer. Its `[n]` marks open the source, and its quotations are marked as found or not found in the documents. */
export function AnswerText({ message, quotes, isWriting, transform }: AnswerTextProps) {
  const { sources } = message
  const text = displayedText(message)
  const marked = useMemo(() => answerMarkdown(message, quotes, isWriting), [message, quotes, isWriting])
  // Detected once, at the end: a beginning is too short, and a screen reader's voice must not change within a sentence.
  const lang = useMemo(() => (isWriting ? undefined : foreignLanguageOf(text)), [text, isWriting])
  // Read only when a source is opened: the text changes at each frame, and `renderCitation` must stay stable.
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  const renderCitation = useCallback(
    (number: number) => {
      const quote = quoteOfMark(number, quotes)
      if (quote) return <QuoteMark quote={quote} source={sources.find((one) => one.number === quote.number)} />
      const source = sources.find((one) => one.number === number)
      return source ? (
        <SourceChip source={source} describe={() => openedDocumentOf(source, quotesOf(number, quotes), claimsOf(number, latest.current))} />
      ) : null
    },
    [sources, quotes],
  )
  const languageOf = lang === undefined ? foreignLanguageOf : undefined
  return (
    <OwnLinkRenderer value={renderDocumentLink}>
      <Markdown
        text={marked}
        lang={lang}
        languageOf={languageOf}
        isStreaming={isWriting}
        renderCitation={sources.length > 0 ? renderCitation : undefined}
        transform={transform}
      />
    </OwnLinkRenderer>
  )
}

const renderDocumentLink = (address: string, name: string, children: ReactNode): ReactNode => {
  const document_id = documentOfLink(address)
  return document_id === null ? null : (
    <DocumentLink document_id={document_id} name={name}>
      {children}
    </DocumentLink>
  )
}

/** Link to a document that the answer names. Opens the document at its beginning. */
function DocumentLink({ document_id, name, children }: { document_id: string; name: string; children: ReactNode }) {
  const open = useDocumentOpener()
  if (open === null) return children
  return (
    <button type="button" className={styles.named} onClick={() => open({ document_id, name, source: null })}>
      {children}
    </button>
  )
}

function SourceChip({ source, describe }: { source: Source; describe: () => OpenedDocument }) {
  const open = useDocumentOpener()
  const state = sourceState(source)
  const className = state === null ? styles.chip : `${styles.chip} ${styles.isDoubtful}`
  const content = (
    <>
      {source.number}
      {state !== null && <CalendarClock aria-hidden />}
    </>
  )
  if (open === null || source.is_hidden)
    return (
      <span className={className}>
        {content}
        {state !== null && <VisuallyHidden> ({state})</VisuallyHidden>}
      </span>
    )
  const name = ['Source', `${source.number}\u00a0:`, source.document, passageLocation(source), dateAndState(source)].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      title={[source.document, dateAndState(source)].filter(Boolean).join(', ')}
      onClick={() => open(describe())}
    >
      {content}
    </button>
  )
}

/**
 * Mark after a quotation: found or not found in the documents. A quotation that was found opens its document at that passage. The mark of a source that is
 * not simply in force is followed by its state.
 */
function QuoteMark({ quote, source }: { quote: Quote; source: Source | undefined }) {
  const open = useDocumentOpener()
  if (!quote.is_verified) return <span className={styles.lost}>citation non retrouvée</span>
  const state = source === undefined ? null : sourceState(source)
  const className = state === null ? styles.verified : `${styles.verified} ${styles.isDoubtful}`
  if (open === null || source === undefined || source.is_hidden)
    return (
      <span className={className} title="Citation identique au document">
        <Check aria-hidden />
        <VisuallyHidden> (citation identique au document)</VisuallyHidden>
        {state}
      </span>
    )
  return (
    <button
      type="button"
      className={className}
      title="Citation identique au document : l’y voir"
      aria-label={`Citation identique au document${state === null ? ',' : `\u00a0: ${state} –`} la voir dans ${source.document}`}
      onClick={() => open(openedDocumentOf(source, [quote.text], []))}
    >
      <Check aria-hidden />
      {state}
    </button>
  )
}

/** Writers of copies, once their code is loaded: few answers are copied. */
let writers: typeof Writers | null = null
const loadWriters = async () => (writers ??= await import('../export/exported-text.ts'))

/**
 * Copies an answer in two formats: HTML for word processors, plain text for the rest. The code is loaded when the pointer or the focus reaches the button:
 * some browsers refuse a copy that does not follow the press at once. Without it, the Markdown is copied.
 */
export const CopyAnswer = ({ text }: { text: string }) => (
  <span style={{ display: 'contents' }} onPointerEnter={() => void loadWriters().catch(() => null)} onFocus={() => void loadWriters().catch(() => null)}>
    <CopyButton
      text={() =>
        writers?.copiesOf(text) ??
        loadWriters().then(
          ({ copiesOf }) => copiesOf(text),
          () => ({ text }),
        )
      }
      label="Copier la réponse"
      copiedAnnouncement="Réponse copiée"
    />
  </span>
)
