import type { LlmMessage } from '../port.ts'
import { sentencesOf } from './scripted-words.ts'

const ASKS_TO_REWRITE = /^Réécrivez votre dernière réponse/
const HEADING = /^#{1,6}\s+(.*)$/
const ITEM = /^\s*(?:[-*•]|\d{1,4}[.)])\s+(.*)$/
const LABELLED = /^\*\*([^*\n]{1,80})\*\*\s?:\s?(.*)$/
const UNCHANGED = '*Le modèle de démonstration ne sait pas changer de registre : un modèle de langage le ferait. Le texte reste tel qu’il était.*'
const SHORTEST = 120

/** When the request asks for another form of the last reply: that reply, and what is asked of it. */
const rewrittenFrom = (messages: readonly LlmMessage[]): { reply: string; asked: string } | null => {
  const [reply, instruction] = messages.slice(-2)
  if (reply?.role !== 'assistant' || instruction?.role !== 'user' || !ASKS_TO_REWRITE.test(instruction.content)) return null
  return { reply: reply.content, asked: instruction.content }
}

const lead = (text: string): string => sentencesOf(text)[0] ?? text

/** Of each paragraph the first sentence, of each list the first three lines. */
const shorter = (text: string): string => {
  if (text.length <= SHORTEST) return text
  const kept = text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n')
    if (lines.some((line) => ITEM.test(line) || line.startsWith('|'))) return lines.slice(0, 3).join('\n')
    return HEADING.test(block) || block.startsWith('>') ? block : lead(block)
  })
  return kept.filter((block, at) => !HEADING.test(block) || !HEADING.test(kept[at + 1] ?? '# ')).join('\n\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()

/** A line for each element of a list and each paragraph, under the heading that it had. */
const asTable = (text: string): string => {
  let under = 'Réponse'
  const rows: [string, string][] = []
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) under = heading
    if (heading !== undefined || line.trim() === '' || line.startsWith('|')) continue
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
