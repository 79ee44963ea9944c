import { formulaAt } from '../formulas/find-formula.ts'
import type { MarkRun } from './emphasis.ts'

export const runLength = (text: string, at: number): number => {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return end - at
}

/** Offset after the run of ticks that closes the code opened by a run; -1 when nothing closes it. */
export function closingTicks(text: string, from: number, run: number): number {
  for (let at = text.indexOf('`', from); at !== -1; at = text.indexOf('`', at)) {
    const length = runLength(text, at)
    at += length
    if (length === run) return at
  }
  return -1
}

/** Offset of the parenthesis that closes the one at `from`, or -1. */
export function closingParenthesis(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) === 0) return at
  }
  return -1
}

const tag = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+|\/?[a-z][^<>]*|![^<>]*)>/iy
const address = /(?:https?:\/\/|www\.)[^\s<]*/iy
const stops = /[\\`*_~[\]<$]|https?:\/\/|www\./gi

/** Returns the marks of emphasis of a text, except those in code, formulas, tags and addresses, and those in links, which are read separately. */
export function emphasisRuns(text: string): MarkRun[] {
  const runs: MarkRun[] = []
  const brackets: { at: number; runs: number }[] = []
  // A run length without closing run is not searched twice, so that the time stays linear.
  const unclosed = new Set<number>()
  stops.lastIndex = 0
  for (let stop = stops.exec(text); stop !== null; stop = stops.exec(text)) {
    const at = stop.index
    const character = text[at]!
    let end = at + 1
    if (character === '\\' || character === '$') end = at + (formulaAt(text, at)?.raw.length ?? (character === '\\' ? 2 : 1))
    else if (character === '`') {
      const run = runLength(text, at)
      const closed = unclosed.has(run) ? -1 : closingTicks(text, at + run, run)
      if (closed === -1) unclosed.add(run)
      end = closed === -1 ? at + run : closed
    } else if (character === '<') {
      tag.lastIndex = at
      end = tag.test(text) ? tag.lastIndex : at + 1
    } else if (character === '[') brackets.push({ at, runs: runs.length })
    else if (character === ']') {
      const open = brackets.pop()
      const close = open !== undefined && text[at + 1] === '(' ? closingParenthesis(text, at + 1) : -1
      if (close !== -1) {
        runs.length = open!.runs
        end = close + 1
      }
    } else if (character === '*' || character === '_' || character === '~') {
      const length = runLength(text, at)
      runs.push({ at, length })
      end = at + length
    } else {
      address.lastIndex = at
      end = address.test(text) ? at + text.slice(at, address.lastIndex).replace(/[*_~.,;:!?)»"']+$/, '').length : at + 1
    }
    stops.lastIndex = Math.max(end, at + 1)
  }
  return runs
}
