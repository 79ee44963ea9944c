/** Term of the number of an article, as in «article 12» or «article L. 2121-29». */
const ARTICLE_REFERENCE = /^(?:(?:lo|[lrda])\d+-\d|(?:lo|[lrd])\d{3}|art\d)/
/** Term of a short number, which only the word before tells from «permis A1» or «salle D3». */
const SHORT_REFERENCE = /^(?:lo|[lrda])\d/

const isArticleNumber = (term: string, index: number, terms: readonly string[]): boolean =>
  ARTICLE_REFERENCE.test(term) || (terms[index - 1] === 'articl' && SHORT_REFERENCE.test(term))

/** Returns the title and headings of an article without its number, as one text: equal for the articles of one section. Null for any other text. */
export const articleSection = (headings: readonly string[]): string | null => {
  const reference = headings.find(isArticleNumber)
  if (reference === undefined) return null
  // A reference paired with its act begins with the reference.
  return headings.filter((term) => term !== reference && !term.startsWith(`${reference}@`)).join(' ')
}

/** Number of best documents that raise the articles of their section. */
const LEADS = 4
/** Maximum number of leads that raise one article. */
const RAISING_LEADS = 2
/** Share of the score of a lead that its section receives. */
const RAISE = 0.5

type RankedText = { index_no: number; score: number; /** See `articleSection`. */ section: string | null }

/**
 * Reorders the articles of a ranking: those in the section of one of the best documents rise, up to the rank that follows it. Consecutive
 * articles regulate one subject, even without a word of the question (cluster hypothesis, Jardine and van Rijsbergen, 1971). Articles exchange their ranks
 * among themselves, and each rank keeps its score: other texts do not move.
 * @param ranked best first
 */
export const reorderArticles = <T extends RankedText>(ranked: readonly T[]): T[] => {
  const leads = firstOfDocuments(ranked)
  const raised = ranked.flatMap((text) => (text.section === null ? [] : [{ text, score: raisedScore(text, leads) }])).sort((a, b) => b.score - a.score)
  let next = 0
  return ranked.map((text) => (text.section === null ? text : { ...raised[next++]!.text, score: text.score }))
}

/** Returns the best passage of each of the `LEADS` best documents. */
const firstOfDocuments = <T extends RankedText>(ranked: readonly T[]): T[] => {
  const leads = new Map<number, T>()
  for (const text of ranked) {
    if (leads.size === LEADS) break
    if (!leads.has(text.index_no)) leads.set(text.index_no, text)
  }
  return [...leads.values()]
}

/** Score of an article with what it receives from the leads of its section, at most the score of the best of them. */
const raisedScore = ({ index_no, score, section }: RankedText, leads: readonly RankedText[]): number => {
  const ofSection = leads.filter((lead) => lead.section === section)
  const others = ofSection.filter((lead) => lead.index_no !== index_no).slice(0, RAISING_LEADS)
  const sum = others.reduce((total, lead) => total + lead.score, 0)
  return Math.max(score, Math.min(ofSection[0]?.score ?? 0, score + RAISE * sum))
}
