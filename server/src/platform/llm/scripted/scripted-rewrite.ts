import type { LlmMessage } from '../port.ts'
import { sentencesOf } from './scripted-text.ts'

const ASKS_TO_REWRITE = /^Réécrivez votre dernière réponse/
const HEADING = /^#{1,6}\s+(.*)$/
const ITEM = /^\s*(?:[-*•]|\d{1,4}[.)])\s+(.*)$/
const LABELLED = /^\*\*([^*\n]{1,80})\*\*\s?:\s?(.*)$/
const UNCHANGED = '*Le modèle de démonstration ne sait pas changer de registre : un modèle de langage le ferait. Le texte reste tel qu’il était.*'
const MIN_LENGTH = 120
const ADVICE = /^(?:À vérifier|Ce que je vérifie|Ce qu’il me fa)/
/** Request to the reader at the end of a reply, outside the document. */
const CLOSING = /^(?:Donnez-moi en une phrase|Remplacez chaque mention|Tout ce que vous avez donné)/
/** Number of list items and table rows that a shorter form retains. */
const MAX_LINES = 3
/** Length of an item above which only its first clause is retained, in characters. */
const LONG_ITEM = 70

/** Recognises a request to rewrite the last reply; returns the reply and the instruction, or null. */
const rewritingRequest = (messages: readonly LlmMessage[]): { reply: string; asked: string } | null => {
  const [reply, instruction] = messages.slice(-2)
  if (reply?.role !== 'assistant' || instruction?.role !== 'user' || !ASKS_TO_REWRITE.test(instruction.content)) return null
  return { reply: reply.content, asked: instruction.content }
}

const lead = (text: string): string => sentencesOf(text)[0] ?? text

/** Shortens a long item to its first clause. */
const leadOfItem = (item: string): string => (item.length > LONG_ITEM ? item.replace(/^(.{45,}?)\s?[,;]\s.*$/, '$1') : item)

/** Removes the sections of advice to the reader, which are not part of the document. */
const withoutAdvice = (blocks: readonly string[]): string[] => {
  let isAdvice = false
  return blocks.filter((block) => {
    const heading = HEADING.exec(block)?.[1]
    if (heading !== undefined) isAdvice = ADVICE.test(heading)
    return !isAdvice
  })
}

/** Shortens a text: the first sentence of each paragraph, the first three items of each list, the first three rows of each table. */
export const shorter = (text: string): string => {
  if (text.length <= MIN_LENGTH) return text
  const keptBlocks = withoutAdvice(text.split(/\n{2,}/)).map((block) => {
    const lines = block.split('\n')
    if (lines[0]!.startsWith('|')) return lines.slice(0, 2 + MAX_LINES).join('\n')
    // Numbered items are decisions or articles: retain them all.
    if (/^\d/.test(lines[0]!)) return lines.map(leadOfItem).join('\n')
    if (lines.some((line) => ITEM.test(line))) return lines.slice(0, MAX_LINES).map(leadOfItem).join('\n')
    return HEADING.test(block) || /^>|^\*[^*]+\*$/.test(block) ? block : lead(block)
  })
  return keptBlocks.filter((block, at) => !HEADING.test(block) || !HEADING.test(keptBlocks[at + 1] ?? '# ')).join('\n\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()

/**
 * Converts a text to a table, with a row for each paragraph, item or table row, beside its heading. The closing request follows the table.
 * @param under heading of what precedes the first heading of the text
 */
export const asTable = (text: string, under = 'Réponse'): string => {
  const rows: [string, string][] = []
  const closing: string[] = []
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) under = heading
    if (heading !== undefined || line.trim() === '' || /^\*[^*]+\*$/.test(line)) continue
    if (CLOSING.test(line)) {
      closing.push('', line)
      continue
    }
    if (line.startsWith('|')) {
      const cells = line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((one) => one.trim())
      if (cells.every((one) => /^:?-*:?$/.test(one))) rows.pop()
      else rows.push([cells[0] || under, cells.slice(1).filter(Boolean).join('\u00a0; ')])
      continue
    }
    const said = ITEM.exec(line)?.[1] ?? line.replace(/^>\s*/, '')
    const labelled = LABELLED.exec(said)
    rows.push(labelled ? [labelled[1]!, labelled[2]!] : [under, said])
  }
  return ['| Point | Contenu |', '| --- | --- |', ...rows.map(([point, said]) => `| ${cell(point)} | ${cell(said)} |`), ...closing].join('\n')
}

/** Rewrites the last reply in the requested form, as far as possible without a language model. Null when the request is not a rewriting. */
export const composeRewriting = (messages: readonly LlmMessage[]): string | null => {
  const request = rewritingRequest(messages)
  if (request === null) return null
  if (/tableau/.test(request.asked)) return asTable(request.reply)
  if (/plus court/.test(request.asked)) return shorter(request.reply)
  return request.reply.startsWith(UNCHANGED) ? request.reply : `${UNCHANGED}\n\n${request.reply}`
}
