import { createMarkdownReader, hasHeader, inlineText, type DocumentBlock, type InlineNode } from '@parvis/markdown'

/** Maximum length of a sentence, in characters: a longer one is cut at its commas, so that a pause never goes back far. */
const maxLength = 240

/** Returns the sentences of an answer in reading order, as a voice must say them: no Markdown mark, address, note or source number. */
export function spokenSentences(markdown: string): string[] {
  const blocks = createMarkdownReader().read(markdown, 1)
  return blocks.flatMap(spokenLines).flatMap(sentencesOf)
}

function spokenLines(block: DocumentBlock): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [spoken(block.content)]
    case 'code':
      return ['Un extrait de code n’est pas lu.']
    case 'quote':
      return block.blocks.flatMap(spokenLines)
    case 'list':
      return block.items.flatMap((item) => item.flatMap(spokenLines))
    case 'table': {
      const titles = hasHeader(block.header) ? block.header.map(spoken) : []
      return block.rows.map((cells) => cells.map((cell, at) => [titles[at], spoken(cell)].filter(Boolean).join('\u00a0: ')).join(', '))
    }
    case 'rule':
      return []
  }
}

const spoken = (content: readonly InlineNode[]): string =>
  inlineText(content)
    .replace(/\s*\[\d+(?:\s*[,;-]\s*\d+)*\]/g, '')
    .replace(/\s*\((?:[\w-]+\.)+[a-z]{2,}\)/g, '')
    .replace(/https?:\/\/\S+/g, 'adresse')
    .replace(/\s+/g, ' ')
    .trim()

/** Cuts a line after each end of sentence that a capital follows: « 3.5 » and « art. 2 » are left whole. */
const sentencesOf = (line: string): string[] =>
  line
    .replace(/([.!?…]["»”)]?)\s+(?=["«“(]?\s?\p{Lu})/gu, '$1\n')
    .split('\n')
    .flatMap((part) => cut(part.trim()))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))

/** Cuts a long sentence after a comma or a semicolon, else between two words. */
function cut(sentence: string): string[] {
  if (sentence.length <= maxLength) return [sentence]
  const head = sentence.slice(0, maxLength)
  const at = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; ')) + 1 || head.lastIndexOf(' ') || maxLength
  return [sentence.slice(0, at).trim(), ...cut(sentence.slice(at).trim())]
}
