import { toHtml, toPlainText } from '@parvis/markdown'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Copies an answer twice over: formatted for a word processor, plain for the rest. */
export const CopyAnswer = ({ text }: { text: string }) => (
  <CopyButton text={() => toPlainText(text)} html={() => toHtml(text)} label="Copier la réponse" done="Réponse copiée" />
)
