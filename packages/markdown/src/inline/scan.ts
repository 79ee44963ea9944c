import { formulaAt } from '../formulas/find-formula.ts'
import type { MarkRun } from './emphasis.ts'

export const runLength = (text: string, index: number): number => {
  let end = index + 1
  while (text[end] === text[index]) end += 1
  return end - index
}

/** Offset after the run of ticks that closes the code opened by a run; -1 when nothing closes it. */
export function closingTicks(text: string, from: number, run: number): number {
  for (let index = text.indexOf('`', from); index !== -1; index = text.indexOf('`', index)) {
    const length = runLength(text, index)
    index += length
    if (length === run) return index
  }
  return -1
}

/** Offset of the parenthesis that closes the one at `from`, or -1. */
export function closingParenthesis(text: string, from: number): number {
  let depth = 0
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '(') depth += 1
    else if (text[index] === ')' && (depth -= 1) === 0) return index
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
    const index = stop.index
    const character = text[index]!
    let end = index + 1
    if (character === '\\' || character === '$') end = index + (formulaAt(text, index)?.raw.length ?? (character === '\\' ? 2 : 1))
    else if (character === '`') {
      const run = runLength(text, index)
      const closeIndex = unclosed.has(run) ? -1 : closingTicks(text, index + run, run)
      if (closeIndex === -1) unclosed.add(run)
      end = closeIndex === -1 ? index + run : closeIndex
    } else if (character === '<') {
      tag.lastIndex = index
      end = tag.test(text) ? tag.lastIndex : index + 1
    } else if (character === '[') brackets.push({ at: index, runs: runs.length })
    else if (character === ']') {
      const open = brackets.pop()
      const close = open !== undefined && text[index + 1] === '(' ? closingParenthesis(text, index + 1) : -1
      if (close !== -1) {
        runs.length = open!.runs
        end = close + 1
      }
    } else if (character === '*' || character === '_' || character === '~') {
      const length = runLength(text, index)
      runs.push({ at: index, length })
      end = index + length
    } else {
      address.lastIndex = index
      end = address.test(text) ? index + text.slice(index, address.lastIndex).replace(/[*_~.,;:!?)»"']+$/, '').length : index + 1
    }
    stops.lastIndex = Math.max(end, index + 1)
  }
  return runs
}
