import {
  limitDrawing,
  areFormulasLoaded,
  closeOpenMarkup,
  extractDefinitions,
  exceedsParserLimits,
  lexSegment,
  loadFormulas,
  mayHoldFormula,
  outlines,
  splitSegments,
  type LinkDefinition,
  type MarkdownToken,
} from '@parvis/markdown'
import { memo, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { renderBlocks, languageAttributes } from '../markdown/Blocks.tsx'
import { goToTarget, renderInline, type RenderContext } from '../markdown/Inline.tsx'
import styles from './Markdown.module.css'

/** Changes the tokens of a part of a text before they are rendered. `part`: index of a segment, or `^` and the label of a note. */
export type TokenTransform = (part: string, tokens: MarkdownToken[]) => MarkdownToken[]

export interface MarkdownProps {
  /** Markdown written by a model. HTML is shown as text, except a few formatting tags. */
  text: string
  /** The text is still being written: unclosed marks are closed, and a caret is shown at the end. */
  isStreaming?: boolean
  /** Heading level given to the outermost headings of the text, whatever their depth there; deeper ones follow without gaps. Default 2. */
  headingLevel?: number
  /** Renders the citation `[3]`; must be a stable function. Null falls back to the text. Without the prop, such brackets are text. */
  renderCitation?: (number: number) => ReactNode
  /** Language of the text when it is not French. */
  lang?: string | undefined
  /** Returns the language of one block when it differs from that of the text; must be a stable function. Called only on finished blocks. */
  languageOf?: ((text: string) => string | undefined) | undefined
  /** Must be a stable function. */
  transform?: TokenTransform | undefined
}

/** Length, in characters, above which the text is shown unformatted, because parsing it would freeze the page. */
const maxLength = 400_000

export function Markdown({ text, isStreaming = false, headingLevel = 2, renderCitation, lang, languageOf, transform }: MarkdownProps) {
  const prefix = useId()
  const { body, links, notes, noteNumbers } = useMemo(() => extractDefinitions(text.length > maxLength ? '' : text), [text])
  // Compared as JSON, so that the memoised segments render again only when these values change, not each time they are computed.
  const linksKey = JSON.stringify(links)
  const sharedLinks = useMemo(() => JSON.parse(linksKey) as LinkDefinitions, [linksKey])
  const notesKey = JSON.stringify([...noteNumbers].map(([label, number]): SharedNote => [label, number, notes.has(label)]))
  const sharedNotes = useMemo(() => toSharedNotes(JSON.parse(notesKey) as SharedNote[]), [notesKey])

  const { areFormulasReady, isLoading } = useFormulas(text)

  const className = `${styles.markdown} ${isStreaming ? styles.streaming : ''}`
  if (text.length > maxLength)
    return (
      <div className={className} {...languageAttributes(lang)}>
        <p className={styles.raw}>{text}</p>
      </div>
    )
  const segments = limitDrawing(splitSegments(body))
  const outlineAt = outlines(segments.map(({ text: piece, isDrawn }) => (isDrawn ? piece : '')))
  const withClosedMarkup = (part: string) => (isStreaming ? closeOpenMarkup(part) : part)
  return (
    <div className={className} {...languageAttributes(lang)}>
      {segments.map(({ text: piece, isDrawn }, index) => {
        if (!isDrawn)
          return (
            <p key={index} className={styles.raw}>
              {piece}
            </p>
          )
        // While the formula code loads, the segment is hidden: its source would flash on the screen.
        if (isStreaming && isLoading && mayHoldFormula(piece)) return null
        const isGrowing = isStreaming && index === segments.length - 1
        return (
          <Segment
            key={index}
            text={isGrowing ? closeOpenMarkup(piece) : piece}
            outlineKey={outlineAt[index]!.join()}
            // Segments without a bracket contain no link or note, so definitions that come later must not render them again.
            areFormulasReady={areFormulasReady}
            links={piece.includes('[') ? sharedLinks : noLinks}
            notes={piece.includes('[^') ? sharedNotes : noNotes}
            prefix={prefix}
            headingLevel={headingLevel}
            renderCitation={renderCitation}
            // The first words are too short to detect a language, and a voice should not change in mid-sentence.
            languageOf={isGrowing ? undefined : languageOf}
            part={String(index)}
            transform={transform}
          />
        )
      })}
      <Notes
        notes={[...notes].map(([label, note]) => [label, withClosedMarkup(note)])}
        links={sharedLinks}
        transform={transform}
        rendering={{ ...sharedNotes, prefix, headingLevel, renderCitation, languageOf }}
      />
    </div>
  )
}

/** Loads the formula code when the text may contain a formula. If the download fails, both flags are false. */
function useFormulas(text: string): { areFormulasReady: boolean; isLoading: boolean } {
  const [areFormulasReady, setReady] = useState(areFormulasLoaded)
  const [hasFailed, setFailed] = useState(false)
  const isLoading = !areFormulasReady && !hasFailed && mayHoldFormula(text)
  useEffect(() => {
    if (!isLoading) return
    void loadFormulas().then(() => {
      setReady(areFormulasLoaded())
      setFailed(!areFormulasLoaded())
    })
  }, [isLoading])
  return { areFormulasReady, isLoading }
}

type LinkDefinitions = Record<string, LinkDefinition>
type SharedNotes = Pick<RenderContext, 'noteNumbers' | 'hasNote'>
type SharedNote = [label: string, number: number, isWritten: boolean]

function toSharedNotes(notes: readonly SharedNote[]): SharedNotes {
  const writtenLabels = new Set(notes.filter(([, , isWritten]) => isWritten).map(([label]) => label))
  return { noteNumbers: new Map(notes.map(([label, number]) => [label, number])), hasNote: (label) => writtenLabels.has(label) }
}

const noLinks: LinkDefinitions = {}
const noNotes = toSharedNotes([])

interface SegmentProps extends Omit<RenderContext, keyof SharedNotes> {
  text: string
  /** Depths of the headings above the segment, separated by commas. */
  outlineKey: string
  /** Whether the formula code is loaded. Unused by the segment, but its change makes the memoised segment parse again. */
  areFormulasReady: boolean
  links: LinkDefinitions
  notes: SharedNotes
  part: string
  transform: TokenTransform | undefined
}

const Segment = memo(function Segment({ text, outlineKey, areFormulasReady: _, links, notes, part, transform, ...rest }: SegmentProps) {
  if (exceedsParserLimits(text)) return <p className={styles.raw}>{text}</p>
  const outline = outlineKey ? outlineKey.split(',').map(Number) : []
  const tokens = lexSegment(text, links, rest.renderCitation !== undefined)
  return renderBlocks(transform?.(part, tokens) ?? tokens, { ...rest, ...notes }, outline)
})

interface NotesProps extends Pick<SegmentProps, 'links' | 'transform'> {
  notes: [label: string, text: string][]
  rendering: RenderContext
}

function Notes({ notes, links, transform = (_, tokens) => tokens, rendering }: NotesProps) {
  const { noteNumbers, prefix, renderCitation } = rendering
  const cited = notes.flatMap(([label, text]) => {
    const number = noteNumbers.get(label)
    return number === undefined ? [] : [{ number, text, part: `^${label}` }]
  })
  if (cited.length === 0) return null
  return (
    <div className={styles.notes}>
      <ol>
        {cited
          .toSorted((a, b) => a.number - b.number)
          .map(({ number, text, part }) => {
            const tokens = exceedsParserLimits(text) ? [] : transform(part, lexSegment(text, links, renderCitation !== undefined))
            const [paragraph] = tokens as { tokens?: MarkdownToken[] }[]
            return (
              <li key={number} id={`${prefix}note-${number}`} value={number} tabIndex={-1}>
                {paragraph ? renderInline(paragraph.tokens, rendering) : text}{' '}
                <a href={`#${prefix}ref-${number}`} aria-label={`Revenir à l’appel de la note ${number}`} onClick={goToTarget}>
                  ↑
                </a>
              </li>
            )
          })}
      </ol>
    </div>
  )
}
