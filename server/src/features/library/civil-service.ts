import { fold, normalise } from '@parvis/french-search'

/** The three branches of the French civil service. */
type Branch = 'state' | 'territorial' | 'hospital'

const names: Record<Branch, RegExp> = {
  state: /\bfpe\b|fonction publique (?:de l'|d')?etat|(?:fonctionnaires?|agents?) de l'etat(?![- ]civil)|ministere/,
  territorial: /\bfpt\b|territorial|collectivites? (?:locale|territoriale)/,
  hospital: /\bfph\b|hospitali|hopita(?:l|ux)|\behpad\b|\bchu\b/,
}

/** The branches that a text names. */
export function branchesIn(text: string): Set<Branch> {
  const plain = fold(normalise(text))
  return new Set((Object.keys(names) as Branch[]).filter((branch) => names[branch].test(plain)))
}

/** What is worth a passage of another branch than the one wanted, and one of that very branch. */
const OTHER_BRANCH = 0.75
const OWN_BRANCH = 1.05

/**
 * How much a passage is worth by the branch of the civil service that its titles name: the one that the question names, else that
 * of the people this product is for. A passage of no branch, or of several, is worth what it is.
 * @param asked the branches that the question names
 * @param titles the document's name and the headings above the passage
 */
export function branchFactor(asked: ReadonlySet<Branch>, titles: string): number {
  const told = branchesIn(titles)
  if (told.size !== 1) return 1
  if (asked.size > 1) return 1
  const wanted = [...asked][0] ?? 'territorial'
  return told.has(wanted) ? OWN_BRANCH : OTHER_BRANCH
}
