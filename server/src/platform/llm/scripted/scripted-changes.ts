import { quoted, type PromptPassage } from './scripted-text.ts'

/** Matches the line of a change in a prompt: « - Modifié : avant [1], après [2] ». */
const CHANGE = /^- (Ajouté|Retiré|Modifié|Déplacé)\u00a0: (?:avant \[(\d+)\])?(?:, )?(?:après \[(\d+)\])?$/
const MAX_QUOTED = 300
const MAX_CHANGES = 12

/**
 * Composes the summary of a comparison: the passages of both sides, next to each other.
 * @param rest the prompt without its passages
 * @returns null for a prompt without a list of changes
 */
export function composeFromChanges(rest: string, passages: readonly PromptPassage[]): string | null {
  const byNumber = new Map(passages.map((passage) => [String(passage.number), passage]))
  const lines = rest.split('\n').flatMap((line) => {
    const [, kind, before, after] = CHANGE.exec(line) ?? []
    const sides = [before, after].flatMap((number) => {
      const passage = byNumber.get(number ?? '')
      return passage === undefined ? [] : [`${quoted(passage.text.replace(/\s*\n\s*/g, ' ').trim(), MAX_QUOTED)} [${passage.number}]`]
    })
    if (kind === undefined || sides.length === 0) return []
    return [sides.length === 2 && kind === 'Modifié' ? `- ${sides[0]} devient ${sides[1]}.` : `- ${kind}\u00a0: ${sides.join(', ')}.`]
  })
  if (lines.length === 0) return null
  const left = lines.length - MAX_CHANGES
  return [
    'Le modèle de démonstration ne rédige pas\u00a0: il met côte à côte les passages qui changent.',
    lines.slice(0, MAX_CHANGES).join('\n'),
    ...(left > 0 ? [`Il en reste ${left}, dans la liste des changements.`] : []),
  ].join('\n\n')
}
