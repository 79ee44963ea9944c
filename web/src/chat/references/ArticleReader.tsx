import { routes, type DatedArticle } from '@parvis/contract'
import { withNoBreakSpaces } from '@parvis/markdown'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { formatLongDate } from '../../ui/words/formats.ts'
import { articleSentence, labelOf, panelTitle, periodWords } from './cited-texts.ts'
import { markPlainText } from './mark-plain-text.tsx'
import { referenceMarks } from './reference-marks.tsx'
import type { OpenedReference } from './reference-opener.ts'
import { useReferences } from './use-references.ts'
import styles from './ArticleReader.module.css'

const tones = { en_vigueur: 'success', modifie: 'warning', abroge: 'danger', inconnu: 'warning', hors_corpus: 'neutral' } as const
const badges = { en_vigueur: 'En vigueur', modifie: 'Modifié depuis', abroge: 'Abrogé', inconnu: 'Inconnu', hors_corpus: 'Non installé' } as const

type Cited = OpenedReference['cited'][number]

interface ArticleReaderProps {
  opened: OpenedReference
  /** It stands in place of another text: its title is shown and gets the focus. */
  isNested?: boolean
}

/** Text and history of the articles cited in one place. */
export function ArticleReader({ opened: { cited, at }, isNested = false }: ArticleReaderProps) {
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNested) first.current?.focus()
  }, [isNested])
  return (
    <div className={styles.reader}>
      {cited.map((one, index) => (
        <section key={`${one.code} ${one.article}`} className={styles.article} aria-label={labelOf(one)}>
          {(isNested || cited.length > 1) && (
            <h3 ref={index === 0 ? first : null} tabIndex={-1}>
              {panelTitle([one])}
            </h3>
          )}
          {one.code === null || one.article === null || one.state === 'hors_corpus' ? <Outside cited={one} /> : <Article cited={one} at={at} />}
        </section>
      ))}
    </div>
  )
}

/** Reference that has no article to show: a whole act, or what no corpus has. */
const Outside = ({ cited }: { cited: Cited }) => (
  <p className={styles.state}>
    <Badge tone={tones[cited.state]}>{badges[cited.state]}</Badge> {articleSentence(cited, null)}
  </p>
)

function Article({ cited, at }: { cited: Cited; at: string | undefined }) {
  // Day whose text is shown; that of the citing text at first.
  const [day, setDay] = useState(at)
  const query = { code: cited.code!, article: cited.article! }
  const opened = useQuery({ ...queryFor(routes.references.article, { query: { ...query, ...(at !== undefined && { at }) } }) })
  const shown = useQuery({
    ...queryFor(routes.references.article, { query: { ...query, ...(day !== undefined && { at: day }) } }),
    placeholderData: keepPreviousData,
  })
  if (isNotFound(opened.error)) return <Outside cited={{ ...cited, state: 'inconnu' }} />
  const { error } = opened.error ? opened : shown
  if (error) return <ErrorMessage query={opened.error ? opened : shown}>{sentenceOf(error, 'Cet article n’a pas pu être chargé.')}</ErrorMessage>
  if (!opened.data || !shown.data) return <Skeleton shape="lines" count={6} label="Chargement de l’article…" />
  const article = opened.data
  return (
    <>
      <p className={styles.path}>{withNoBreakSpaces([capitalized(article.code_title), ...article.path].join(' › '))}</p>
      <p className={styles.state}>
        <Badge tone={tones[article.state]}>{badges[article.state]}</Badge> {articleSentence(article, at ?? null)}
      </p>
      <ArticleText article={shown.data} at={day} />
      <History article={article} shown={shown.data} onShow={setDay} />
      <p className={styles.attribution}>
        {`${article.corpus.attribution} (${article.corpus.licence}), état au ${formatLongDate(article.corpus.extracted_on, 'UTC')}.`}
      </p>
    </>
  )
}

/**
 * Text of an article, with marks on the articles that it cites. The name of its code is read before it, since a code names its own articles without it. A
 * reference to an unknown article is not marked: the code of another sentence may have been understood.
 */
function ArticleText({ article: { code_title, shown }, at }: { article: DatedArticle; at: string | undefined }) {
  const opening = `${code_title}.\n\n`
  // Of the same length: the positions of the marks stay.
  const text = withNoBreakSpaces(shown.text)
  const references = useReferences(opening + shown.text, at)
  const marks = useMemo(
    () =>
      referenceMarks(
        (references ?? []).filter(({ start, state }) => start >= opening.length && state !== 'inconnu'),
        at,
      ),
    [references, opening.length, at],
  )
  return (
    <div className={styles.text}>
      <p className={styles.period}>{`Texte en vigueur ${periodWords(shown)}`}</p>
      {paragraphsOf(text).map(({ from, to }) => (
        <p key={from}>
          {markPlainText(text, marks, { from, to, shift: opening.length }).map((node, index) => (
            <Fragment key={index}>{node}</Fragment>
          ))}
        </p>
      ))}
    </div>
  )
}

/** Positions of the lines of a text that are not blank. */
function paragraphsOf(text: string): { from: number; to: number }[] {
  return [...text.matchAll(/[^\n]*\S[^\n]*/g)].map(({ 0: line, index }) => ({ from: index, to: index + line.length }))
}

interface HistoryProps {
  article: DatedArticle
  shown: DatedArticle
  /** Shows the text in force on a day. */
  onShow: (day: string) => void
}

/** Days of the texts of an article, the last one first. */
function History({ article, shown, onShow }: HistoryProps) {
  if (article.versions.length < 2) return null
  return (
    <section className={styles.history} aria-label="Historique">
      <h4>{`Historique (${article.versions.length} textes)`}</h4>
      <ol reversed>
        {article.versions.toReversed().map((version) => (
          <li key={version.valid_from} aria-current={version.valid_from === shown.shown.valid_from || undefined}>
            {version.valid_from === shown.shown.valid_from ? (
              <strong>{`${capitalized(periodWords(version))} (affiché)`}</strong>
            ) : (
              <TextButton onPress={() => onShow(version.valid_from)}>{capitalized(periodWords(version))}</TextButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
