/** Reads the answers stored in this tab: one digit per question, `-` for none. */
export const parseAnswers = (stored: string, count: number): (number | null)[] =>
  Array.from({ length: count }, (_, index) => (/[012]/.test(stored[index] ?? '') ? Number(stored[index]) : null))
