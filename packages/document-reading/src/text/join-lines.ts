/** A word cut by a hyphen at the end of a line is put together; a compound name keeps its hyphen. */
export function joinLines(before: string, after: string): string {
  if (!/\p{L}[-\u2010\u00AD]$/u.test(before)) return `${before} ${after}`
  return /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : before + after
}
