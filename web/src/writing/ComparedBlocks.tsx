import {
  blockText,
  compareRichTexts,
  compareVersions,
  isNote,
  plainText,
  type Block,
  type RevisedSpan,
  type RichText,
  type Span,
  type VersionStep,
} from '@parvis/written-document'
import { useMemo, type CSSProperties, type ReactNode } from 'react'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { plural } from '../ui/words/formats.ts'
import styles from './ComparedBlocks.module.css'

/** Differences between two short sequences of blocks. */
export function ComparedBlocks({ before, after }: { before: readonly Block[]; after: readonly Block[] }) {
  const steps = useMemo(() => compareVersions(before, after), [before, after])
  return <ComparedSteps steps={steps} />
}

interface ComparedStepsProps {
  steps: readonly VersionStep[]
  /** Replaces the unchanged blocks by their number. */
  hidesUnchanged?: boolean
}

/** Differences between blocks, then between their words. Screen readers read them out, and strokes show them as well as colours. */
export function ComparedSteps({ steps, hidesUnchanged = false }: ComparedStepsProps) {
  const groups = hidesUnchanged ? groupUnchanged(steps) : steps
  return (
    <div className={styles.blocks}>
      {groups.map((step, at) =>
        typeof step === 'number' ? (
          <p key={at} className={styles.same}>
            {plural(step, 'paragraphe inchangé', 'paragraphes inchangés')}
          </p>
        ) : (
          <ComparedStep key={at} step={step} />
        ),
      )}
    </div>
  )
}

/** Replaces each run of unchanged blocks by its length. */
function groupUnchanged(steps: readonly VersionStep[]): (VersionStep | number)[] {
  const groups: (VersionStep | number)[] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.kind !== 'same') groups.push(step)
    else if (typeof last === 'number') groups[groups.length - 1] = last + 1
    else groups.push(1)
  }
  return groups
}

function ComparedStep({ step }: { step: VersionStep }) {
  switch (step.kind) {
    case 'same':
      return <BlockFrame block={step.after} render={(text) => text.map(renderSpan)} />
    case 'inserted':
    case 'deleted': {
      const block = step.kind === 'inserted' ? step.after : step.before
      const [label, Mark] = step.kind === 'inserted' ? (['ajouté', 'ins'] as const) : (['supprimé', 'del'] as const)
      return (
        <BlockFrame
          block={block}
          render={(text) => (
            <Mark>
              <VisuallyHidden>{` ${label}${step.moved ? ' (déplacé)' : ''}\u00a0: `}</VisuallyHidden>
              {text.map(renderSpan)}
            </Mark>
          )}
        />
      )
    }
    case 'changed':
      return <ChangedBlock before={step.before} after={step.after} />
  }
}

function ChangedBlock({ before, after }: { before: Block; after: Block }) {
  if ('text' in before && 'text' in after)
    return (
      <BlockShape block={after}>
        {shapeOf(before) !== shapeOf(after) && <span className={styles.note}>{`(${shapeOf(before)} devenu ${shapeOf(after)}) `}</span>}
        <Revised parts={compareRichTexts(before.text, after.text)} />
      </BlockShape>
    )
  if (before.kind === 'table' && after.kind === 'table') return <ChangedTable before={before} after={after} />
  return (
    <>
      <ComparedStep step={{ kind: 'deleted', before }} />
      <ComparedStep step={{ kind: 'inserted', after }} />
    </>
  )
}

const shapes = { heading: 'titre', paragraph: 'paragraphe', quote: 'citation', item: 'élément de liste', code: 'code', table: 'tableau', rule: 'filet' }
const shapeOf = ({ kind }: Block) => shapes[kind]

type TableBlock = Extract<Block, { kind: 'table' }>

/** Cells compared one by one; rows beyond those of the other table are whole. */
function ChangedTable({ before, after }: { before: TableBlock; after: TableBlock }) {
  const [left, right] = [rowsOf(before), rowsOf(after)]
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <tbody>
          {Array.from({ length: Math.max(left.length, right.length) }, (_, row) => (
            <tr key={row}>
              {Array.from({ length: Math.max(left[row]?.length ?? 0, right[row]?.length ?? 0) }, (__, column) => (
                <td key={column}>
                  <Revised parts={compareRichTexts(left[row]?.[column] ?? '', right[row]?.[column] ?? '')} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const rowsOf = ({ header, rows }: TableBlock) => (header.some((cell) => plainText(cell) !== '') ? [header, ...rows] : rows)

/** Words of a text with their revisions. A replacement reads « supprimé : …, ajouté : … ». */
function Revised({ parts }: { parts: readonly RevisedSpan[] }) {
  return parts.map(({ revision, span }, at) => {
    if (revision === 'same') return renderSpan(span, at)
    const Mark = revision === 'inserted' ? 'ins' : 'del'
    return (
      <Mark key={at}>
        <VisuallyHidden>{revision === 'inserted' ? ' ajouté\u00a0: ' : ' supprimé\u00a0: '}</VisuallyHidden>
        {renderSpan(span, at)}
        <VisuallyHidden>, </VisuallyHidden>
      </Mark>
    )
  })
}

interface BlockFrameProps {
  block: Block
  render: (text: readonly Span[]) => ReactNode
}

/** A block of one revision. A table is drawn cell by cell. */
function BlockFrame({ block, render }: BlockFrameProps) {
  if (block.kind === 'rule') return <BlockShape block={block}>{render([{ text: '―――' }])}</BlockShape>
  if (block.kind !== 'table') return <BlockShape block={block}>{render(spansOfText(block.text))}</BlockShape>
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <tbody>
          {rowsOf(block).map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{render(spansOfText(cell))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const spansOfText = (text: RichText): readonly Span[] => (typeof text === 'string' ? [{ text }] : text)

function BlockShape({ block, children }: { block: Block; children: ReactNode }) {
  const style = block.kind === 'item' ? ({ '--level': block.level } as CSSProperties) : undefined
  return (
    <p className={`${styles.block} ${styles[block.kind] ?? ''}`} style={style}>
      {block.kind === 'item' && block.marker !== 'continued' && block.marker !== 'none' && '– '}
      {children}
    </p>
  )
}

function renderSpan(span: Span, at: number): ReactNode {
  if (isNote(span)) return <span key={at} className={styles.note}>{` [note\u00a0: ${plainText(span.note)}]`}</span>
  return <span key={at}>{(span.marks ?? []).reduce<ReactNode>((text, mark) => withMark(mark, text), span.text)}</span>
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code', raised: 'sup', lowered: 'sub' } as const

function withMark(mark: keyof typeof tags | 'highlight', text: ReactNode): ReactNode {
  if (mark === 'highlight') return <mark className={styles.mark}>{text}</mark>
  const Tag = tags[mark]
  return <Tag>{text}</Tag>
}

/** Blocks without any comparison. */
export const PlainBlocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className={styles.blocks}>
    {blocks.map((block) => (
      <BlockFrame key={block.id} block={block} render={(text) => text.map(renderSpan)} />
    ))}
  </div>
)

/** First words of a block, to name it. */
export const blockStart = (block: Block, length = 60): string => {
  const text = blockText(block).replace(/\s+/g, ' ').trim()
  return text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`
}
