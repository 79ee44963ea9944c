import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'

interface PromptLineProps {
  id: string
  failure: string | null
  /** Number of placeholders to fill in the field. */
  blanks: number
  /** Number of unfilled placeholders in the message just sent. */
  sentBlanks: number
  onNext: () => void
}

/** Line under the field about the inserted prompt: failure, remaining placeholders, or placeholders sent unfilled. */
export function PromptLine({ id, failure, blanks, sentBlanks, onNext }: PromptLineProps) {
  if (failure !== null) return <p role="alert">{failure}</p>
  if (blanks > 0)
    return (
      <p>
        <span id={id}>{plural(blanks, 'passage à compléter', 'passages à compléter')}.</span> <TextButton onPress={onNext}>Aller au suivant</TextButton>
      </p>
    )
  return sentBlanks > 0 && <p role="status">{`Message envoyé avec ${plural(sentBlanks, 'passage non complété', 'passages non complétés')}.`}</p>
}
