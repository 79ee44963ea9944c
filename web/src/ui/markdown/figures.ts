const figure = /^[+\-−–±≈~<>≤≥]?\s*\d[\d\s.,/:]*\s*(?:€|%|‰|k€|M€|[\p{L}²³°]{1,4})?(?:\s*(?:HT|TTC))?$/u

/** Whether a cell of a table holds a number, with its unit, and nothing else: it is then drawn on one line. */
export const isFigure = (text: string): boolean => text.length <= 24 && figure.test(text.trim())
