import type { FoundPart } from '@parvis/contract'
import styles from './FoundText.module.css'

/** Text whose search matches are highlighted with `<mark>`. */
export function FoundText({ parts }: { parts: readonly FoundPart[] }) {
  return parts.map(({ text, found }, at) =>
    found ? (
      <mark key={at} className={styles.found}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** Cuts the parts of a text at `length` characters in all and adds « … », as `truncate` does for a string. */
export function truncateParts(parts: readonly FoundPart[], length: number): FoundPart[] {
  const truncated: FoundPart[] = []
  let remainingLength = length
  for (const { text, found } of parts) {
    const characters = [...text]
    if (characters.length > remainingLength) return [...truncated, { text: characters.slice(0, remainingLength).join(''), found }, { text: '…', found: false }]
    truncated.push({ text, found })
    remainingLength -= characters.length
  }
  return truncated
}
