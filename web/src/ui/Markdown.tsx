import { memo, useId, useMemo, type ReactNode } from 'react';
import { renderBlocks } from './markdown/Blocks.tsx';
import { closeOpenMarkup } from './markdown/close-open.ts';
import { extractDefinitions, type LinkDefinition } from './markdown/definitions.ts';
import { renderInline, type Rendering } from './markdown/Inline.tsx';
import { lexSegment, type MarkdownToken } from './markdown/lex.ts';
import { outlines, type Outline } from './markdown/outline.ts';
import { isTooIntricate, splitSegments } from './markdown/segments.ts';
import styles from './Markdown.module.css';

export interface MarkdownProps {
  /** Markdown, as a model writes it. HTML inside is shown, never obeyed. */
  text: string;
  /** The text still grows: open marks are closed, and a caret stands at its end. */
  isStreaming?: boolean;
  /** Level of the outermost headings of the text, whatever depth it begins with; deeper ones follow without a gap. Default 2. */
  headingLevel?: number;
  /** Draws `[3]`; give a stable function. null falls back to the text. Without it such brackets are text. */
  renderCitation?: (number: number) => ReactNode;
  /** Language of the text when it is not French. */
  lang?: string;
}

/** Longer than this, the text is shown as it stands, in the time of a page. */
const maxLength = 400_000;

export function Markdown({ text, isStreaming = false, headingLevel = 2, renderCitation, lang }: MarkdownProps) {
  const prefix = useId();
  const { body, links, notes, noteNumbers } = useMemo(() => extractDefinitions(text.length > maxLength ? '' : text), [text]);
  // The pieces are drawn again only when one of these changes in substance, hence the keys.
  const linksKey = JSON.stringify(links);
  const notesKey = JSON.stringify([...noteNumbers, ...notes.keys()]);
  const rendering = useMemo<Rendering>(
    () => ({ prefix, headingLevel, noteNumbers, hasNote: (label) => notes.has(label), renderCitation }),
    [prefix, headingLevel, notesKey, renderCitation],
  );
  const className = `${styles.markdown} ${isStreaming ? styles.streaming : ''}`;
  if (text.length > maxLength) return <div className={className} lang={lang}><p className={styles.raw}>{text}</p></div>;

  const segments = splitSegments(body);
  const outlineAt = outlines(segments);
  return (
    <div className={className} lang={lang}>
      {segments.map((segment, at) => (
        <Segment
          key={at}
          text={isStreaming && at === segments.length - 1 ? closeOpenMarkup(segment) : segment}
          outline={outlineAt[at]!}
          links={links}
          linksKey={linksKey}
          rendering={rendering}
        />
      ))}
      {notes.size > 0 && <Notes notes={notes} isStreaming={isStreaming} links={links} rendering={rendering} />}
    </div>
  );
}

interface SegmentProps {
  text: string;
  outline: Outline;
  links: Record<string, LinkDefinition>;
  linksKey: string;
  rendering: Rendering;
}

const Segment = memo(
  function Segment({ text, outline, links, rendering }: SegmentProps) {
    if (isTooIntricate(text)) return <p className={styles.raw}>{text}</p>;
    return renderBlocks(lexSegment(text, links, rendering.renderCitation !== undefined), rendering, outline);
  },
  (before, after) => before.text === after.text && before.linksKey === after.linksKey && before.rendering === after.rendering
    && before.outline.join() === after.outline.join(),
);

function Notes({ notes, isStreaming, links, rendering }: { notes: ReadonlyMap<string, string>; isStreaming: boolean; links: Record<string, LinkDefinition>; rendering: Rendering }) {
  const cited = [...rendering.noteNumbers].filter(([label]) => notes.has(label));
  if (cited.length === 0) return null;
  return (
    <div className={styles.notes}>
      <ol>
        {cited.map(([label, number]) => {
          const text = notes.get(label)!;
          const [paragraph] = lexSegment(isStreaming ? closeOpenMarkup(text) : text, links, rendering.renderCitation !== undefined) as { tokens?: MarkdownToken[] }[];
          return (
            <li key={label} id={`${rendering.prefix}note-${number}`} value={number}>
              {renderInline(paragraph?.tokens, rendering)} <a href={`#${rendering.prefix}ref-${number}`} aria-label={`Revenir à l’appel de la note ${number}`}>↑</a>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
