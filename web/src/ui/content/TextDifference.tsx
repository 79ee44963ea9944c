import { differences, shortened } from './differences.ts'
import styles from './TextDifference.module.css'
import { VisuallyHidden } from '../VisuallyHidden.tsx'

interface TextDifferenceProps {
  before: string
  after: string
  /** Long runs of kept text are cut in their middle unless it is whole. */
  isWhole?: boolean
}

/** What changes from one text to another. Additions and removals carry their words for those who do not see the colours nor the strokes. */
export function TextDifference({ before, after, isWhole = false }: TextDifferenceProps) {
  const pieces = differences(before, after)
  return (
    <div className={styles.text}>
      {(isWhole ? pieces : shortened(pieces)).map(({ text, kind }, at) => {
        if (kind === 'same') return <span key={at}>{text}</span>
        const Mark = kind === 'added' ? 'ins' : 'del'
        return (
          <Mark key={at}>
            <VisuallyHidden>{kind === 'added' ? ' [ajouté\u00a0:] ' : ' [retiré\u00a0:] '}</VisuallyHidden>
            {text}
            <VisuallyHidden> [fin] </VisuallyHidden>
          </Mark>
        )
      })}
    </div>
  )
}

/** How additions and removals are drawn. */
export function DifferenceKey({ added = 'ajouté', removed = 'retiré' }: { added?: string; removed?: string }) {
  return (
    <p className={styles.key}>
      <ins>{added}</ins> <del>{removed}</del>
    </p>
  )
}
