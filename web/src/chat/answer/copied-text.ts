import { toHtml, toPlainText } from '@parvis/markdown'

/** Copies of an answer: plain text, and HTML for applications that paste formatted text. */
export const copiesOf = (markdown: string): { text: string; html: string } => ({ text: toPlainText(markdown), html: toHtml(markdown) })
