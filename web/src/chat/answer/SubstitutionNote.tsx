import type { ReplyModel } from '@parvis/contract'
import { Shuffle } from 'lucide-react'
import { useInstance } from '../../api/use-instance.ts'
import { substitutionSentence } from '../../ui/words/model-words.ts'

/** Line of the conversation that says that another model than the expected one wrote the answer above, and why. */
export function SubstitutionNote({ substitution, className }: { substitution: ReplyModel; className: string | undefined }) {
  const instance = useInstance()
  if (!instance) return null
  return (
    <p className={className}>
      <Shuffle aria-hidden />
      <span>{substitutionSentence(instance, substitution)}</span>
    </p>
  )
}
