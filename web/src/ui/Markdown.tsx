import { memo, useId, useMemo, type ReactNode } from 'react'
import { renderBlocks } from './markdown/Blocks.tsx'
import { closeOpenMarkup } from './markdown/close-open.ts'
import { extractDefinitions, type LinkDefinition } from './markdown/definitions.ts'
import { goToTarget, renderInline, type Rendering } from './markdown/Inline.tsx'
import { lexSegment, type MarkdownToken } from './markdown/lex.ts'
import { outlines } from './markdown/outline.ts'
import { isTooIntricate, splitSegments } from './markdown/segments.ts'
import { spoken } from './markdown/spoken.ts'
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
  /** Language of one block when it is not that of the text; give a stable function. */
  languageOf?: ((text: string) => string | undefined) | undefined
}

/** Longer than this, the text is shown as it stands, in the time of a page. */
const maxLength = 400_000

export function Markdown({ text, isStreaming = false, headingLevel = 2, renderCitation, lang, languageOf }: MarkdownProps) {
  const prefix = useId()
  const { body, links, notes, noteNumbers } = useMemo(() => extractDefinitions(text.length > maxLength ? '' : text), [text])
  // What the pieces share travels as text: they are drawn again when it differs, not each time it is computed.
  const linksKey = JSON.stringify(links)
  const notesKey = JSON.stringify([...noteNumbers].map(([label, number]): SharedNote => [label, number, notes.has(label)]))
  const rendering = useMemo((): Rendering => {
    const shared = JSON.parse(notesKey) as SharedNote[]
    const written = new Set(shared.filter(([, , isWritten]) => isWritten).map(([label]) => label))
    return {
      prefix,
      headingLevel,
      noteNumbers: new Map(shared.map(([label, number]) => [label, number])),
      hasNote: (label) => written.has(label),
      renderCitation,
      languageOf,
    }
  }, [prefix, headingLevel, notesKey, renderCitation, languageOf])

  const className = `${styles.markdown} ${isStreaming ? styles.streaming : ''}`
  if (text.length > maxLength)
    return (
      <div className={className} {...spoken(lang)}>
        <p className={styles.raw}>{text}</p>
      </div>
    )
  const segments = splitSegments(body)
  const outlineAt = outlines(segments)
  const ended = (part: string) => (isStreaming ? closeOpenMarkup(part) : part)
  return (
    <div className={className} {...spoken(lang)}>
      {segments.map((segment, at) => (
        <Segment
          key={at}
          text={at === segments.length - 1 ? ended(segment) : segment}
          outlineKey={outlineAt[at]!.join()}
          linksKey={linksKey}
          rendering={rendering}
        />
      ))}
      <Notes notes={[...notes].map(([label, note]) => [label, ended(note)])} linksKey={linksKey} rendering={rendering} />
    </div>
  )
}

type SharedNote = [label: string, number: number, isWritten: boolean]

const parseLinks = (linksKey: string) => JSON.parse(linksKey) as Record<string, LinkDefinition>

interface SegmentProps {
  text: string
  /** Depths of the headings above, separated by commas. */
  outlineKey: string
  /** Link definitions, in JSON. */
  linksKey: string
  rendering: Rendering
}

const Segment = memo(function Segment({ text, outlineKey, linksKey, rendering }: SegmentProps) {
  if (isTooIntricate(text)) return <p className={styles.raw}>{text}</p>
  const outline = outlineKey ? outlineKey.split(',').map(Number) : []
  return renderBlocks(lexSegment(text, parseLinks(linksKey), rendering.renderCitation !== undefined), rendering, outline)
})

function Notes({ notes, linksKey, rendering }: { notes: [label: string, text: string][]; linksKey: string; rendering: Rendering }) {
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
            const [paragraph] = lexSegment(text, parseLinks(linksKey), renderCitation !== undefined) as { tokens?: MarkdownToken[] }[]
            return (
              <li key={number} id={`${prefix}note-${number}`} value={number} tabIndex={-1}>
                {renderInline(paragraph?.tokens, rendering)}{' '}
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
