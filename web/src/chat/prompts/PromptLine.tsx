import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'

interface PromptLineProps {
  id: string
  failure: string | null
  /** What is left to be filled. */
  blanks: number
  /** What was left so in the message that has just gone. */
  sentWith: number
  onNext: () => void
}

/** Under the field: what there is to know of the prompt in it. */
export function PromptLine({ id, failure, blanks, sentWith, onNext }: PromptLineProps) {
  if (failure !== null) return <p role="alert">{failure}</p>
  if (blanks > 0)
    return (
      <p>
        <span id={id}>{plural(blanks, 'passage à compléter', 'passages à compléter')}.</span> <TextButton onPress={onNext}>Aller au suivant</TextButton>
      </p>
    )
  return sentWith > 0 && <p role="status">{`Message envoyé avec ${plural(sentWith, 'passage non complété', 'passages non complétés')}.`}</p>
}
