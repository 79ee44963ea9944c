import { FileText } from 'lucide-react'
import { use } from 'react'
import { TextButton } from '../../ui/TextButton.tsx'
import { proposalCountText } from '../../writing/proposals/proposal-words.ts'
import { BesideContext } from './beside-context.ts'

interface ChangesLineProps {
  message_id: string | null
  count: number
  isWriting: boolean
  className: string | undefined
}

/** Line in place of the changes that a reply asks for: their number, and a link to their list once the reply has ended. */
export function ChangesLine({ message_id, count, isWriting, className }: ChangesLineProps) {
  const beside = use(BesideContext)
  const text = proposalCountText(count)
  return (
    <p className={className}>
      <FileText aria-hidden size={16} />
      {isWriting || beside === null || message_id === null ? (
        <span>{isWriting ? `${text}…` : text}</span>
      ) : (
        <TextButton onPress={() => beside.showProposals(message_id)}>{text}</TextButton>
      )}
    </p>
  )
}
