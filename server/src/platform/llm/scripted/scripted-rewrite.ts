import type { LlmMessage } from '../port.ts'
import { sentencesOf } from './scripted-words.ts'

const ASKS_TO_REWRITE = /^Réécrivez votre dernière réponse/
const HEADING = /^#{1,6}\s+(.*)$/
const ITEM = /^\s*(?:[-*•]|\d{1,4}[.)])\s+(.*)$/
const LABELLED = /^\*\*([^*\n]{1,80})\*\*\s?:\s?(.*)$/
const UNCHANGED = '*Le modèle de démonstration ne sait pas changer de registre : un modèle de langage le ferait. Le texte reste tel qu’il était.*'
const SHORTEST = 120
const ADVICE = /^(?:À vérifier|Ce que je vérifie|Ce qu’il me fa)/
/** Lines of a list, and rows of a table, that a shorter form keeps. */
const MAX_LINES = 3
/** Length of an item above which only its first clause is kept, in characters. */
const LONG_ITEM = 70

/** When the request asks for another form of the last reply: that reply, and what is asked of it. */
const rewrittenFrom = (messages: readonly LlmMessage[]): { reply: string; asked: string } | null => {
  const [reply, instruction] = messages.slice(-2)
  if (reply?.role !== 'assistant' || instruction?.role !== 'user' || !ASKS_TO_REWRITE.test(instruction.content)) return null
  return { reply: reply.content, asked: instruction.content }
}

const lead = (text: string): string => sentencesOf(text)[0] ?? text

/** Keeps the first clause of a long item. */
const leadOfItem = (item: string): string => (item.length > LONG_ITEM ? item.replace(/^(.{45,}?)\s?[,;]\s.*$/, '$1') : item)

/** Leaves out the sections that advise the reader, and that are no part of the document. */
const withoutAdvice = (blocks: readonly string[]): string[] => {
  let isAdvice = false
  return blocks.filter((block) => {
    const heading = HEADING.exec(block)?.[1]
    if (heading !== undefined) isAdvice = ADVICE.test(heading)
    return !isAdvice
  })
}

/** Shortens a text: the first sentence of each paragraph, the first three lines of each list, the first three rows of each table. */
const shorter = (text: string): string => {
  if (text.length <= SHORTEST) return text
  const kept = withoutAdvice(text.split(/\n{2,}/)).map((block) => {
    const lines = block.split('\n')
    if (lines[0]!.startsWith('|')) return lines.slice(0, 2 + MAX_LINES).join('\n')
    // What is numbered is decided: nothing of it is left out.
    if (/^\d/.test(lines[0]!)) return lines.map(leadOfItem).join('\n')
    if (lines.some((line) => ITEM.test(line))) return lines.slice(0, MAX_LINES).map(leadOfItem).join('\n')
    return HEADING.test(block) || /^>|^\*[^*]+\*$/.test(block) ? block : lead(block)
  })
  return kept.filter((block, at) => !HEADING.test(block) || !HEADING.test(kept[at + 1] ?? '# ')).join('\n\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()

/** Turns a text into a table: a row for each paragraph, item and row of a table, under the heading that it had. */
const asTable = (text: string): string => {
  let under = 'Réponse'
  const rows: [string, string][] = []
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) under = heading
    if (heading !== undefined || line.trim() === '' || /^\*[^*]+\*$/.test(line)) continue
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
  return ['| Point | Contenu |', '| --- | --- |', ...rows.map(([point, said]) => `| ${cell(point)} | ${cell(said)} |`)].join('\n')
}

/** The last reply in the form that is asked for, as far as it can be done without a language model; null where nothing of the kind is asked. */
export const composeRewriting = (messages: readonly LlmMessage[]): string | null => {
  const taken = rewrittenFrom(messages)
  if (taken === null) return null
  if (/tableau/.test(taken.asked)) return asTable(taken.reply)
  if (/plus court/.test(taken.asked)) return shorter(taken.reply)
  return taken.reply.startsWith(UNCHANGED) ? taken.reply : `${UNCHANGED}\n\n${taken.reply}`
}
