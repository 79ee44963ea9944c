import { routes, type RouteAnswer } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { AnswerText, CopyAnswer } from '../../chat/answer/AnswerText.tsx'
import { Sources } from '../../chat/sources/Sources.tsx'
import { Button } from '../../ui/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import styles from './Comparison.module.css'
import { summaryCaution } from './comparison-words.ts'

type Comparison = RouteAnswer<typeof routes.comparisons.compare>

/** Summary of a comparison by a model, on request: its text, its sources on both sides, and the check of its quotations. */
export function Summary({ comparison }: { comparison: Comparison }) {
  const { before, after } = comparison
  const [isWanted, setWanted] = useState(false)
  const summary = useQuery({
    ...queryFor(routes.comparisons.summary, { body: { before: before.id, after: after.id } }),
    enabled: isWanted,
    // A summary costs tokens: it is requested once.
    staleTime: Infinity,
    retry: false,
  })
  return (
    <section className={styles.section} aria-labelledby="resume">
      <h2 id="resume">En résumé</h2>
      {summary.data ? (
        <SummaryText comparison={comparison} summary={summary.data} />
      ) : (
        <>
          <p className={styles.none}>
            Un modèle peut résumer ces changements. Il ne reçoit que les passages qui changent, et ce qu’il cite est vérifié mot à mot dans les deux documents.
          </p>
          {summary.isError ? (
            <ErrorMessage query={summary}>{sentenceOf(summary.error, 'Le résumé n’a pas pu être écrit. Rien n’a changé.')}</ErrorMessage>
          ) : (
            <div>
              <Button icon={<Sparkles aria-hidden />} onPress={() => setWanted(true)} isPending={summary.isFetching} pendingLabel="Rédaction du résumé…">
                Résumer ce qui change
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function SummaryText({ comparison, summary }: { comparison: Comparison; summary: RouteAnswer<typeof routes.comparisons.summary> }) {
  const { text, sources, quotes } = summary
  const caution = summaryCaution(comparison, summary)
  const shown = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone. A summary that was cached comes without a press: the focus is elsewhere.
  useEffect(() => {
    if (document.activeElement === document.body) shown.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={shown} tabIndex={-1} role="group" aria-label="Résumé des changements" className={styles.summed}>
      {caution !== null && <Banner tone="warning">{caution}</Banner>}
      <AnswerText message={{ content: text, status: 'complete', sources }} quotes={quotes} isWriting={false} />
      <Sources sources={sources} answer={text} quotes={quotes} />
      <div>
        <CopyAnswer text={text} />
      </div>
    </div>
  )
}
