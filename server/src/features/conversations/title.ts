import { constants } from '@parvis/contract'

const length = constants.conversationTitleLength
const greeting = /^(bonjour|bonsoir|salut|merci d['’]avance|merci|s['’]il vous pla[iî]t)[\s,.!:;–-]*/i

/**
 * A title made from the first thing a person asked: its first sentence, without the greeting nor Markdown marks, cut at a
 * word within 80 characters. No model is asked for it: a title is not worth a second call.
 */
export function titleFrom(question: string): string | null {
  let text = question
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  while (greeting.test(text) && text.replace(greeting, '') !== '') text = text.replace(greeting, '')
  const sentence = /^(.{12,}?[.!?…])(\s|$)/u.exec(text)?.[1] ?? text
  const clean = sentence.replace(/[\s.,;:…]+$/u, '')
  if (clean === '') return null
  const capital = clean.charAt(0).toLocaleUpperCase('fr') + clean.slice(1)
  if (capital.length <= length) return capital
  const cut = capital.slice(0, length - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > length / 2 ? cut.slice(0, lastSpace) : cut).toWellFormed().replace(/[\s.,;:]+$/u, '')}…`
}

/** Title of a conversation in which nobody has asked anything yet. */
export function untitled(assistant_name: string | null): string {
  return assistant_name ?? 'Nouvelle conversation'
}
