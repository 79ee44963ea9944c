/** A word cut by a hyphen at the end of a line is put together; a compound name keeps its hyphen. */
export function joinLines(before: string, after: string): string {
  if (!/\p{L}[-\u2010\u00AD]$/u.test(before)) return `${before} ${after}`
  return /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : before + after
}

/** A text, and another on the line under it. A long text that grows so is not written again each time. */
export const under = (above: string, text: string): string => (above && text ? `${above}\n${text}` : above || text)
