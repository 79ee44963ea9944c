import { type Quote, type Source, routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, FileText, TextQuote, TriangleAlert } from 'lucide-react'
import { Disclosure } from '../../ui/content/Accordion.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { plural } from '../../ui/words/formats.ts'
import { citedNumbers, claimsOf, quotesOf, quotesSummary } from './quote-marks.ts'
import { ageNotice, dateOf, extractFromQuote, mergeLines, originWords, passageLocation, sourceState } from './source-words.ts'
import { openedDocumentOf, useDocumentOpener } from './source-opener.ts'
import styles from './Sources.module.css'
import { queryFor } from '../../api/queries.ts'
import type { ChatMessage } from '../machine/state.ts'

interface SourcesProps {
  sources: readonly Source[]
  /** Markdown of the answer, which cites sources by number. */
  answer: string
  quotes: readonly Quote[]
}

/** Maximum number of cited sources in view, as a document read in full may be cited on each of its pages. The others are folded. */
const maxVisible = 10

/** Sources of an answer: document, page, extract. Cited sources are shown; those that were only read are folded. */
export function Sources({ sources, answer, quotes }: SourcesProps) {
  if (sources.length === 0) return null
  const numbers = citedNumbers(answer)
  const cited = sources.filter(({ number }) => numbers.has(number))
  const others = sources.filter(({ number }) => !numbers.has(number))
  return (
    <section className={styles.sources} aria-label="Sources de la réponse">
      <AgeNotice sources={sources} answer={answer} />
      <QuotesSummary quotes={quotes} sources={sources} />
      {cited.length > 0 && <h3 className={styles.title}>{cited.length > 1 ? 'Sources' : 'Source'}</h3>}
      {cited.length > 0 && <SourceList sources={cited.slice(0, maxVisible)} answer={answer} quotes={quotes} />}
      {cited.length > maxVisible && (
        <Disclosure title={plural(cited.length - maxVisible, 'autre source citée', 'autres sources citées')}>
          <SourceList sources={cited.slice(maxVisible)} answer={answer} quotes={quotes} />
        </Disclosure>
      )}
      {others.length > 0 && (
        <Disclosure
          title={
            cited.length > 0
              ? plural(others.length, 'autre passage consulté', 'autres passages consultés')
              : plural(others.length, 'passage consulté', 'passages consultés')
          }
        >
          <SourceList sources={others} answer={answer} quotes={quotes} />
        </Disclosure>
      )}
    </section>
  )
}

/** Warns about the date of the sources: a correct quotation may come from a rule that has changed since. */
function AgeNotice({ sources, answer }: Pick<SourcesProps, 'sources' | 'answer'>) {
  const notice = ageNotice(sources, answer)
  return notice === null ? null : (
    <p className={styles.age}>
      <CalendarClock aria-hidden />
      {notice}
    </p>
  )
}

function QuotesSummary({ quotes, sources }: Pick<SourcesProps, 'quotes' | 'sources'>) {
  const stateOf = (number: number) => {
    const source = sources.find((one) => one.number === number)
    return source === undefined ? null : sourceState(source)
  }
  const summary = quotesSummary(quotes, stateOf)
  if (summary === null) return null
  const isWhole = quotes.every(({ is_verified, number }) => is_verified && (number === null || stateOf(number) === null))
  return (
    <p className={`${styles.summary} ${isWhole ? styles.isVerified : styles.isLost}`}>
      {isWhole ? <TextQuote aria-hidden /> : <TriangleAlert aria-hidden />}
      {summary}
    </p>
  )
}

function SourceList({ sources, answer, quotes }: SourcesProps) {
  const open = useDocumentOpener()
  return (
    <ol className={styles.list}>
      {sources.map((source) => (
        <li key={source.number} value={source.number}>
          <span className={styles.number} aria-hidden>
            {source.number}
          </span>
          <div className={styles.what}>
            {open === null || source.is_hidden ? (
              <span className={styles.document}>{source.document}</span>
            ) : (
              <button
                type="button"
                className={styles.document}
                onClick={() => open(openedDocumentOf(source, quotesOf(source.number, quotes), claimsOf(source.number, answer)))}
              >
                <FileText aria-hidden />
                {source.document}
              </button>
            )}
            <span className={styles.place}>
              {[originWords(source), passageLocation(source), dateOf(source), source.attribution].filter(Boolean).join(' · ')}
            </span>
            <SourceStateBadge source={source} />
            {!source.is_hidden && <blockquote>{mergeLines(extractFromQuote(source.extract, quotesOf(source.number, quotes)))}</blockquote>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** State of a source that is not simply in force. */
function SourceStateBadge({ source }: { source: Source }) {
  const state = sourceState(source)
  return (
    state !== null && (
      <Badge tone="warning" icon={<CalendarClock aria-hidden />}>
        {state}
      </Badge>
    )
  )
}

const none: readonly Quote[] = []

/** Fetches the check of the quotations of a finished answer that has sources. Empty until the result, and without quotations. */
export function useQuotes(message: ChatMessage, isWriting: boolean): readonly Quote[] {
  const isEnabled = !isWriting && message.id !== null && message.sources.length > 0 && /[«“]/.test(message.content)
  const quotes = queryFor(routes.library.quotes, { params: { message_id: message.id! } })
  const { data } = useQuery({
    ...quotes,
    // While the text grows the key must not change: each length would leave a cached query behind.
    queryKey: [...quotes.queryKey, isEnabled ? message.content.length : 0],
    enabled: isEnabled,
    staleTime: Infinity,
  })
  return data?.quotes ?? none
}
