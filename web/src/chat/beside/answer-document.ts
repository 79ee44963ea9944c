import { limits, type Source } from '@parvis/contract'
import { createMarkdownReader, inlineText } from '@parvis/markdown'
import { truncate } from '../../ui/words/formats.ts'
import { finishedText } from '../answer/answer-words.ts'
import type { ChatMessage } from '../machine/state.ts'
import { passageLocation } from '../sources/source-words.ts'

/** Citation of one source or several: `[1]`, `[1, 3]`. A link or a note is none. */
const citation = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?![([:])/g

/**
 * Makes the title and the text of a document from an answer: its citations become notes that name their source.
 * @param conversationTitle title for a text without heading
 */
export function documentOfAnswer(
  message: Pick<ChatMessage, 'content' | 'status' | 'sources'>,
  conversationTitle: string | null,
): { title: string; markdown: string } {
  const text = finishedText(message)
  const heading = createMarkdownReader()
    .read(text, 1)
    .find(({ kind }) => kind === 'heading')
  const found = heading?.kind === 'heading' ? inlineText(heading.content).replace(/\s+/g, ' ').trim() : ''
  return { title: truncate(found || conversationTitle || 'Document', limits.title - 1), markdown: withSourceNotes(text, message.sources) }
}

/** Replaces the citations of an answer by notes. A source cited twice has two notes, as in a word processor. */
function withSourceNotes(text: string, sources: readonly Source[]): string {
  const byNumber = new Map(sources.filter((source) => source.is_hidden !== true).map((source) => [source.number, source]))
  const notes: string[] = []
  // Odd parts are code.
  const body = text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(citation, (whole, numbers: string) => {
            const cited = numbers.split(/[,;]/).map((number) => byNumber.get(Number(number)))
            if (cited.some((source) => source === undefined)) return whole
            return cited.map((source) => `[^s${notes.push(noteOf(source!))}]`).join('')
          }),
    )
    .join('')
  return [body, ...notes.map((note, at) => `[^s${at + 1}]: ${note}`)].join('\n\n')
}

const noteOf = (source: Source): string =>
  [source.document, passageLocation(source)]
    .filter(Boolean)
    .join(', ')
    .replace(/[\\*_`<>[\]]/g, String.raw`\$&`)
