import type { Quote, Source } from '@parvis/contract'
import { Check } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Markdown } from '../ui/Markdown.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { shownText, type ChatMessage } from './chat-state.ts'
import { markQuotes, quoteOfMark } from './quote-marks.ts'
import { useDocumentOpener } from './source-opener.ts'
import styles from './Sources.module.css'
import { placeOf } from './source-words.ts'

/** An answer: its `[n]` open the source, its quotations say whether they were found in the documents. */
export function AnswerText({ message, quotes, isWriting }: { message: ChatMessage; quotes: readonly Quote[]; isWriting: boolean }) {
  const { sources } = message
  const text = shownText(message)
  const marked = useMemo(() => markQuotes(text, quotes), [text, quotes])
  const renderCitation = useCallback(
    (number: number) => {
      const quote = quoteOfMark(number, quotes)
      if (quote) return <QuoteMark isVerified={quote.is_verified} />
      const source = sources.find((one) => one.number === number)
      return source ? <SourceChip source={source} /> : null
    },
    [sources, quotes],
  )
  return <Markdown text={marked} isStreaming={isWriting} renderCitation={sources.length > 0 ? renderCitation : undefined} />
}

function SourceChip({ source }: { source: Source }) {
  const open = useDocumentOpener()
  if (open === null) return <span className={styles.chip}>{source.number}</span>
  const name = ['Source', `${source.number}\u00a0:`, source.document, placeOf(source)].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={name}
      title={source.document}
      onClick={() => open({ document_id: source.document_id, name: source.document, passage_id: source.passage_id ?? null })}
    >
      {source.number}
    </button>
  )
}

function QuoteMark({ isVerified }: { isVerified: boolean }) {
  if (!isVerified) return <span className={styles.lost}>citation non retrouvée</span>
  return (
    <span className={styles.verified} title="Citation vérifiée mot à mot">
      <Check aria-hidden />
      <VisuallyHidden> (citation vérifiée)</VisuallyHidden>
    </span>
  )
}
