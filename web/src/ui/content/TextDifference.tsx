import { diffWords, shortenUnchanged } from './text-diff.ts'
import styles from './TextDifference.module.css'
import { VisuallyHidden } from '../VisuallyHidden.tsx'

interface TextDifferenceProps {
  before: string
  after: string
  /** Shows long unchanged parts in full. Default false: they are cut in their middle. */
  isWhole?: boolean
}

/** Differences between two texts. Additions and removals are also marked by text for screen readers, not only by colour and strokes. */
export function TextDifference({ before, after, isWhole = false }: TextDifferenceProps) {
  const parts = diffWords(before, after)
  return (
    <div className={styles.text}>
      {(isWhole ? parts : shortenUnchanged(parts)).map(({ text, kind }, index) => {
        if (kind === 'same') return <span key={index}>{text}</span>
        const Mark = kind === 'added' ? 'ins' : 'del'
        return (
          <Mark key={index}>
            <VisuallyHidden>{kind === 'added' ? ' [ajouté\u00a0:] ' : ' [retiré\u00a0:] '}</VisuallyHidden>
            {text}
            <VisuallyHidden> [fin] </VisuallyHidden>
          </Mark>
        )
      })}
    </div>
  )
}

/** Legend of the marks used by `TextDifference`. */
export function DifferenceKey({ added = 'ajouté', removed = 'retiré' }: { added?: string; removed?: string }) {
  return (
    <p className={styles.key}>
      <ins>{added}</ins> <del>{removed}</del>
    </p>
  )
}
