import { fold, normalise } from '@parvis/french-search'

/** The three branches of the French civil service. */
type Branch = 'state' | 'territorial' | 'hospital'

const branchPatterns: Record<Branch, RegExp> = {
  state: /\bfpe\b|fonction publique (?:de l'|d')?etat|(?:fonctionnaires?|agents?) de l'etat(?![- ]civil)|ministere/,
  territorial: /\bfpt\b|territorial|collectivites? (?:locale|territoriale)/,
  hospital: /\bfph\b|hospitali|hopita(?:l|ux)|\behpad\b|\bchu\b/,
}

/** Returns the branches named in a text. */
export function branchesIn(text: string): Set<Branch> {
  const plainText = fold(normalise(text))
  return new Set((Object.keys(branchPatterns) as Branch[]).filter((branch) => branchPatterns[branch].test(plainText)))
}

/** Score factors of passages about another branch than the wanted one, and about the wanted one. */
const OTHER_BRANCH = 0.75
const OWN_BRANCH = 1.05

/**
 * Returns the score factor of a passage from the branch of the civil service that its titles name. The wanted branch is the one named in the question, by
 * default the territorial one, whose staff this product is for. The factor is 1 when the titles or the question name several branches, or the titles none.
 * @param questionBranches branches named in the question
 * @param titles the document's name and the headings above the passage
 */
export function branchFactor(questionBranches: ReadonlySet<Branch>, titles: string): number {
  const namedBranches = branchesIn(titles)
  if (namedBranches.size !== 1) return 1
  if (questionBranches.size > 1) return 1
  const branch = [...questionBranches][0] ?? 'territorial'
  return namedBranches.has(branch) ? OWN_BRANCH : OTHER_BRANCH
}
