import type { Tokens } from 'marked'

/** Whether the items of a list are numbered « 1) » rather than « 1. ». */
export const hasParentheses = ({ items }: Tokens.List): boolean => /^\s*\d{1,9}\)/.test(items[0]?.raw ?? '')

/** Numbers of the items of a list, as written. A list that repeats one number is numbered one by one from it. */
export function itemNumbers({ items, start }: Tokens.List): number[] {
  const first = typeof start === 'number' ? start : 1
  const written = items.map(({ raw }) => /^\s*(\d{1,9})[.)]/.exec(raw)?.[1])
  const isCounted = written.some((number) => number !== written[0])
  return written.map((number, at) => (isCounted && number !== undefined ? Number(number) : first + at))
}
