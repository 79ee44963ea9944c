import { routes, type ReadBlock, type ReadPage } from '@parvis/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createContext, Fragment, use, useCallback, useEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { keyOf, queryFor } from '../../../api/queries.ts'
import { call } from '../../../api/browser.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { CitedTexts as CitedTextsType } from '../../../chat/references/CitedTexts.tsx'
import { markPlainText } from '../../../chat/references/mark-plain-text.tsx'
import type { RangeMark } from '../../../ui/markdown/text-marks.ts'
import type { AnswerBasis } from './answering-parts.ts'
import { markBlocks, type BlockMarks } from './block-marks.ts'
import { groupBlocks, mergePages, isUnread, isNumberCell, pagesWord, pageTitle, positionBefore } from './read-pages.ts'
import { readReferencedText, type ReferencedText } from './referenced-text.ts'
import styles from './ReadText.module.css'

/** Polling interval in milliseconds while the document has not been read. */
const awaitedPollMs = 3_000

interface MarkedBlock {
  block: ReadBlock
  /** Undefined outside the passage. */
  marks: BlockMarks | undefined
}

/** Extracted text of a document, page by page. The passage has a bar beside it; its answering parts are highlighted and scrolled into view. */
export function ReadText({ document_id, passage_id, basis }: { document_id: string; passage_id: string | null; basis: AnswerBasis }) {
  const frame = useRef<HTMLDivElement>(null)
  const instance = useInstance()
  const { data, error, refetch, isFetching, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage, isFetchingNextPage, isFetchingPreviousPage } =
    useInfiniteQuery({
      queryKey: [...keyOf(routes.documents.text, { params: { id: document_id } }), passage_id],
      initialPageParam: undefined as number | undefined,
      queryFn: ({ pageParam, signal }) =>
        call(routes.documents.text, {
          params: { id: document_id },
          signal,
          query: { ...(pageParam !== undefined && { from: String(pageParam) }), ...(passage_id !== null && { passage: passage_id }) },
        }),
      getNextPageParam: (last) => last.next_from,
      getPreviousPageParam: (first) => positionBefore(first.pages[0]),
      refetchInterval: ({ state }) => (state.data?.pages.every(isUnread) ? awaitedPollMs : false),
    })
  const pages = useMemo(() => mergePages((data?.pages ?? []).flatMap((answer) => answer.pages)), [data])
  const marks = useMemo(() => markBlocks(pages, basis), [pages, basis])
  const referenced = useMemo(() => readReferencedText(pages), [pages])
  const [found, setFound] = useState<{ text: string; marks: readonly RangeMark[] }>()
  const receiveMarks = useCallback((text: string, marks: readonly RangeMark[]) => setFound({ text, marks }), [])
  const references = useMemo(() => ({ positions: referenced.positions, marks: found?.text === referenced.text ? found.marks : [] }), [referenced, found])
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) (frame.current?.querySelector('[data-quoted]') ?? frame.current?.querySelector('[data-highlighted]'))?.scrollIntoView({ block: 'center' })
  }, [isLoaded])

  if (error && !data) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Le texte de ce document n’a pas pu être chargé.')}</ErrorMessage>
  if (!data) return <Skeleton shape="lines" count={8} label="Chargement du texte…" />
  const { document, total, passage } = data.pages[0]!
  if (pages.length === 0)
    return (
      <p className={styles.none}>
        {document.state_reason ?? (document.state === 'indexe' ? 'Aucun texte n’a été lu dans ce document.' : 'Ce document n’est pas encore lu.')}
      </p>
    )
  const isFound = pages.some(({ blocks }) => blocks.some(({ is_highlighted }) => is_highlighted))
  return (
    <div ref={frame} className={styles.text}>
      {document.warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Avertissements">
          {document.warnings.map((warning) => (
            <li key={warning} className={styles.warning}>
              {warning}
            </li>
          ))}
        </ul>
      )}
      {passage !== null && !isFound && <p className={styles.warning}>Le passage cité n’est plus dans ce texte&nbsp;: le document a été relu depuis.</p>}
      {hasPreviousPage && (
        <div className={styles.more}>
          <Button size="s" onPress={() => void fetchPreviousPage()} isPending={isFetchingPreviousPage} pendingLabel="Chargement…">
            {`${pagesWord(document.original_filename)} précédentes`}
          </Button>
        </div>
      )}
      <References value={references}>
        {pages.map((page) => (
          <ReadPageSection key={page.position} page={page} title={pageTitle(page, document.original_filename)} isAlone={total === 1} marks={marks} />
        ))}
      </References>
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="s" onPress={() => void fetchNextPage()} isPending={isFetchingNextPage} pendingLabel="Chargement…">
            {`${pagesWord(document.original_filename)} suivantes`}
          </Button>
        </div>
      )}
      {instance?.has_corpora && <DocumentReferences document_id={document_id} text={referenced.text} onMarks={receiveMarks} />}
      {error && <ErrorMessage>{sentenceOf(error, 'La suite de ce document n’a pas pu être chargée.')}</ErrorMessage>}
    </div>
  )
}

const CitedTexts = onDemand<ComponentProps<typeof CitedTextsType>>(async () => (await import('../../../chat/references/CitedTexts.tsx')).CitedTexts)

/** Texts that a document cites, with their state at its date, today when it has none. */
function DocumentReferences({ document_id, ...props }: { document_id: string } & ComponentProps<typeof CitedTextsType>) {
  const { data, isPending } = useQuery({ ...queryFor(routes.documents.versions, { params: { id: document_id } }), retry: false })
  if (isPending) return null
  const dates = data?.versions.find(({ id }) => id === document_id)
  return <CitedTexts {...props} at={dates?.valid_from ?? dates?.version_date ?? undefined} />
}

/** Marks of the references of the text, by their positions in it. */
const References = createContext<{ marks: readonly RangeMark[] } & Pick<ReferencedText, 'positions'>>({ marks: [], positions: new Map() })

function ReadPageSection({ page, title, isAlone, marks }: { page: ReadPage; title: string; isAlone: boolean; marks: ReturnType<typeof markBlocks> }) {
  // The name of a sheet is useful even when it is the only one.
  const hasTitle = !isAlone || page.label !== null
  return (
    <section className={styles.page} aria-label={title}>
      {(hasTitle || page.ocr) && (
        <div className={styles.pageHead}>
          {hasTitle && <h3>{title}</h3>}
          {page.ocr && <Badge tone="warning">Texte reconnu dans une image</Badge>}
        </div>
      )}
      {page.blocks.length === 0 && <p className={styles.none}>Page sans texte.</p>}
      {groupBlocks(page.blocks).map((group, index) =>
        group.kind === 'list' ? (
          <ul key={index}>
            {group.items.map((item, rank) => (
              <li key={rank} data-quiet={item.is_boilerplate || undefined} data-cited={item.is_highlighted || undefined}>
                <BlockText block={item} marks={marks.get(item)} />
              </li>
            ))}
          </ul>
        ) : (
          <TextBlock key={index} block={group.block} marks={marks.get(group.block)} />
        ),
      )}
    </section>
  )
}

function TextBlock({ block, marks }: MarkedBlock) {
  const quiet = block.is_boilerplate || undefined
  const cited = block.is_highlighted || undefined
  if (block.kind === 'heading')
    return (
      <h4 data-quiet={quiet} data-cited={cited}>
        <BlockText block={block} marks={marks} />
      </h4>
    )
  if (block.kind === 'table') return <TableBlock block={block} marks={marks} />
  return (
    <p data-quiet={quiet} data-cited={cited}>
      <BlockText block={block} marks={marks} />
    </p>
  )
}

function BlockText({ block, marks = [] }: MarkedBlock) {
  const { text } = block
  const parts = marks.map(({ from, to, isAnswering }, index) => (
    <Fragment key={from}>
      <mark data-highlighted data-quoted={isAnswering || undefined}>
        <PlainText block={block} text={text} from={from} to={to} />
      </mark>
      <PlainText block={block} text={text} from={to} to={marks[index + 1]?.from} />
    </Fragment>
  ))
  return (
    <>
      <PlainText block={block} text={text} to={marks[0]?.from} />
      {parts}
    </>
  )
}

interface PlainTextProps {
  block: ReadBlock
  /** Text of the block or of the cell. */
  text: string
  /** Index of the cell in a table, row by row. */
  cell?: number
  /** Positions in the text, in UTF-16 units; all of it by default. */
  from?: number
  to?: number | undefined
}

/** Part of a block or of a cell, with its references marked. */
function PlainText({ block, text, cell = 0, from = 0, to = text.length }: PlainTextProps) {
  const { marks, positions } = use(References)
  const position = positions.get(block)?.[cell]
  const own = position === undefined ? [] : marks.filter(({ start, end }) => start < position + to && end > position + from)
  return markPlainText(text, own, { from, to, shift: position ?? 0 }).map((node, index) => <Fragment key={index}>{node}</Fragment>)
}

function TableBlock({ block, marks = [] }: MarkedBlock) {
  const markOf = (row: number) => marks.find(({ from }) => from === row)
  const rows = block.rows ?? []
  const head = block.has_header === true ? rows[0] : undefined
  const body = head ? rows.slice(1) : rows
  // Index of the first cell of each row.
  const firstCells: number[] = []
  let count = 0
  for (const { length } of rows) {
    firstCells.push(count)
    count += length
  }
  const isOfNumbers = (column: number): boolean => body.every((row) => isNumberCell(row[column] ?? ''))
  return (
    <div className={styles.table} role="group" tabIndex={0} aria-label="Tableau du document" data-quiet={block.is_boilerplate || undefined}>
      <table>
        {head && (
          <thead>
            <tr {...rowMarks(markOf(0))}>
              {head.map((cell, index) => (
                <th key={index} scope="col" data-number={isOfNumbers(index) || undefined}>
                  <PlainText block={block} text={cell} cell={index} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((row, rowIndex) => (
            <tr key={rowIndex} {...rowMarks(markOf(rowIndex + rows.length - body.length))}>
              {row.map((cell, index) => (
                <td key={index} data-number={isNumberCell(cell) || undefined}>
                  <PlainText block={block} text={cell} cell={firstCells[rowIndex + rows.length - body.length]! + index} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowMarks = (mark: BlockMarks[number] | undefined) => ({
  'data-highlighted': mark !== undefined || undefined,
  'data-quoted': mark?.isAnswering || undefined,
})
