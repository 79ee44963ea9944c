const figure = /^[+\-−–±≈~<>≤≥]?\s*\d[\d\s.,/:]*\s*(?:€|%|‰|k€|M€|[\p{L}²³°]{1,4})?(?:\s*(?:HT|TTC))?$/u

/** Whether a table cell contains only a number and its unit: such a cell does not wrap. */
export const isFigure = (text: string): boolean => text.length <= 24 && figure.test(text.trim())
