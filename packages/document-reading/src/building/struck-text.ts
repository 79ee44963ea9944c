import type { DocumentBuilder } from './document-builder.ts'

/** Passages that the warning quotes; the others are counted. */
const MAX_QUOTED = 5
/** Characters of a passage that the warning quotes. */
const MAX_LENGTH = 60

/** Collects the texts that are drawn struck through. They are read: only the author knows whether they are deleted. */
export function createStruckText() {
  const quoted = new Set<string>()
  let count = 0
  return {
    add(text: string): void {
      const passage = text.replace(/\s+/g, ' ').trim()
      if (passage === '') return
      count++
      if (quoted.size < MAX_QUOTED) quoted.add(passage.length > MAX_LENGTH ? `${passage.slice(0, MAX_LENGTH)}…` : passage)
    },
    warn(builder: DocumentBuilder): void {
      if (count === 0) return
      const passages = [...quoted].map((passage) => `« ${passage} »`).join(', ')
      builder.warn('struck_text', `Texte barré, lu comme le reste : ${passages}${count > quoted.size ? ' et d’autres' : ''}. Vérifiez s’il est supprimé.`)
    },
  }
}
