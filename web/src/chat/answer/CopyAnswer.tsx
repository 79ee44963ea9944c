import { toHtml, toPlainText } from '@parvis/markdown'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Copies an answer in two formats: HTML for word processors, plain text for the rest. */
export const CopyAnswer = ({ text }: { text: string }) => (
  <CopyButton text={() => toPlainText(text)} html={() => toHtml(text)} label="Copier la réponse" copiedAnnouncement="Réponse copiée" />
)
