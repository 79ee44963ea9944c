import type { DocumentBuilder } from './document-builder.ts'

/** Maximum number of passages quoted in the warning; the others are counted. */
const MAX_QUOTED = 5
/** Maximum length of a quoted passage, in characters. */
const MAX_LENGTH = 60

/** Collects the texts that are drawn struck through, for one warning. They stay in the document: only the author knows whether they are deleted. */
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
