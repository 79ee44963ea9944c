import {
  affordable,
  areFormulasLoaded,
  closeOpenMarkup,
  extractDefinitions,
  isTooIntricate,
  lexSegment,
  loadFormulas,
  mayHoldFormula,
  outlines,
  splitSegments,
  type LinkDefinition,
  type MarkdownToken,
} from '@parvis/markdown'
import { memo, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { renderBlocks } from '../markdown/Blocks.tsx'
import { goToTarget, renderInline, type Rendering } from '../markdown/Inline.tsx'
import { spoken } from '../markdown/spoken.ts'
import styles from './Markdown.module.css'

export interface MarkdownProps {
  /** Markdown, as a model writes it. HTML inside is shown, never obeyed. */
  text: string
  /** The text still grows: open marks are closed, and a caret stands at its end. */
  isStreaming?: boolean
  /** Level of the outermost headings of the text, whatever depth it begins with; deeper ones follow without a gap. Default 2. */
  headingLevel?: number
  /** Draws `[3]`; give a stable function. null falls back to the text. Without it such brackets are text. */
  renderCitation?: (number: number) => ReactNode
  /** Language of the text when it is not French. */
  lang?: string | undefined
  /** Language of one block when it is not that of the text, asked once the block is whole; give a stable function. */
  languageOf?: ((text: string) => string | undefined) | undefined
}

/** Longer than this, the text is shown as it stands, in the time of a page. */
const maxLength = 400_000

export function Markdown({ text, isStreaming = false, headingLevel = 2, renderCitation, lang, languageOf }: MarkdownProps) {
  const prefix = useId()
  const { body, links, notes, noteNumbers } = useMemo(() => extractDefinitions(text.length > maxLength ? '' : text), [text])
  // What the pieces share is compared as text: they are drawn again when it differs, not each time it is computed.
  const linksKey = JSON.stringify(links)
  const sharedLinks = useMemo(() => JSON.parse(linksKey) as Links, [linksKey])
  const notesKey = JSON.stringify([...noteNumbers].map(([label, number]): SharedNote => [label, number, notes.has(label)]))
  const sharedNotes = useMemo(() => notesOf(JSON.parse(notesKey) as SharedNote[]), [notesKey])

  const { areFormulasReady, isLoading } = useFormulas(text)

  const className = `${styles.markdown} ${isStreaming ? styles.streaming : ''}`
  if (text.length > maxLength)
    return (
      <div className={className} {...spoken(lang)}>
        <p className={styles.raw}>{text}</p>
      </div>
    )
  const pieces = affordable(splitSegments(body))
  const outlineAt = outlines(pieces.map(({ text: piece, isDrawn }) => (isDrawn ? piece : '')))
  const ended = (part: string) => (isStreaming ? closeOpenMarkup(part) : part)
  return (
    <div className={className} {...spoken(lang)}>
      {pieces.map(({ text: piece, isDrawn }, at) => {
        if (!isDrawn)
          return (
            <p key={at} className={styles.raw}>
              {piece}
            </p>
          )
        // What is being written waits for the code of formulas: their source would be seen for an instant.
        if (isStreaming && isLoading && mayHoldFormula(piece)) return null
        const isGrowing = isStreaming && at === pieces.length - 1
        return (
          <Segment
            key={at}
            text={isGrowing ? closeOpenMarkup(piece) : piece}
            outlineKey={outlineAt[at]!.join()}
            // A piece without a bracket neither links nor calls a note: those that come later do not draw it again.
            areFormulasReady={areFormulasReady}
            links={piece.includes('[') ? sharedLinks : noLinks}
            notes={piece.includes('[^') ? sharedNotes : noNotes}
            prefix={prefix}
            headingLevel={headingLevel}
            renderCitation={renderCitation}
            // A beginning says too little of its language, and a voice does not change in a sentence.
            languageOf={isGrowing ? undefined : languageOf}
          />
        )
      })}
      <Notes
        notes={[...notes].map(([label, note]) => [label, ended(note)])}
        links={sharedLinks}
        rendering={{ ...sharedNotes, prefix, headingLevel, renderCitation, languageOf }}
      />
    </div>
  )
}

/** Loads the code of formulas when a text may hold one. It is neither loading nor ready once it could not be fetched. */
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

type Links = Record<string, LinkDefinition>
type SharedNotes = Pick<Rendering, 'noteNumbers' | 'hasNote'>
type SharedNote = [label: string, number: number, isWritten: boolean]

function notesOf(shared: readonly SharedNote[]): SharedNotes {
  const written = new Set(shared.filter(([, , isWritten]) => isWritten).map(([label]) => label))
  return { noteNumbers: new Map(shared.map(([label, number]) => [label, number])), hasNote: (label) => written.has(label) }
}

const noLinks: Links = {}
const noNotes = notesOf([])

interface SegmentProps extends Omit<Rendering, keyof SharedNotes> {
  text: string
  /** Depths of the headings above, separated by commas. */
  outlineKey: string
  /** Whether the code of formulas is loaded: a piece is read again once it is. */
  areFormulasReady: boolean
  links: Links
  notes: SharedNotes
}

const Segment = memo(function Segment({ text, outlineKey, areFormulasReady: _, links, notes, ...rest }: SegmentProps) {
  if (isTooIntricate(text)) return <p className={styles.raw}>{text}</p>
  const outline = outlineKey ? outlineKey.split(',').map(Number) : []
  return renderBlocks(lexSegment(text, links, rest.renderCitation !== undefined), { ...rest, ...notes }, outline)
})

function Notes({ notes, links, rendering }: { notes: [label: string, text: string][]; links: Links; rendering: Rendering }) {
  const { noteNumbers, prefix, renderCitation } = rendering
  const cited = notes.flatMap(([label, text]) => {
    const number = noteNumbers.get(label)
    return number === undefined ? [] : [{ number, text }]
  })
  if (cited.length === 0) return null
  return (
    <div className={styles.notes}>
      <ol>
        {cited
          .toSorted((a, b) => a.number - b.number)
          .map(({ number, text }) => {
            const [paragraph] = isTooIntricate(text) ? [] : (lexSegment(text, links, renderCitation !== undefined) as { tokens?: MarkdownToken[] }[])
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
