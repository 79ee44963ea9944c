import { acronyms } from './acronyms.ts'
import type { Analyser } from './analyse.ts'
import { isReference } from './legal-references.ts'
import { synonyms } from './synonyms.ts'

export type ExpansionWeights = {
  /** Of an acronym added to its full form, and of a full form added to its acronym (shared by its words). */
  acronym: number
  /** Of a synonym, shared by the words of the longest. */
  synonym: number
  /** Of a legal reference, exact by nature. */
  reference: number
}

export const defaultExpansionWeights: ExpansionWeights = { acronym: 0.7, synonym: 0.1, reference: 2 }

export type Expander = (terms: readonly string[]) => Map<string, number>

type Rule = { pattern: string[]; added: { terms: string[]; weight: number }[] }

const rulesFor = (analyser: Analyser, weights: ExpansionWeights): Map<string, Rule[]> => {
  const byFirst = new Map<string, Rule[]>()
  const addRule = (rule: Rule): void => {
    const head = rule.pattern[0]
    if (head === undefined) return
    const list = byFirst.get(head)
    if (list) list.push(rule)
    else byFirst.set(head, [rule])
  }
  for (const [acronym, meaning] of acronyms) {
    const short = analyser.textTerms(acronym)
    const long = analyser.textTerms(meaning)
    if (short.length === 0 || long.length < 2) continue
    addRule({ pattern: short, added: [{ terms: long, weight: weights.acronym }] })
    addRule({ pattern: long, added: [{ terms: short, weight: weights.acronym }] })
  }
  for (const group of synonyms) {
    const forms = group.map((form) => analyser.textTerms(form)).filter((form) => form.length > 0)
    forms.forEach((pattern, index) =>
      addRule({
        pattern,
        added: forms.filter((_, other) => other !== index).map((terms) => ({ terms, weight: weights.synonym })),
      }),
    )
  }
  return byFirst
}

/**
 * Weighted terms of a question: its own at 1 (a legal reference more), and those of acronyms (both ways)
 * and synonyms at less. A term found twice keeps its highest weight.
 */
export const createExpander = (analyser: Analyser, weights: ExpansionWeights = defaultExpansionWeights): Expander => {
  const rules = rulesFor(analyser, weights)
  return (terms) => {
    const weighted = new Map<string, number>()
    const keep = (term: string, weight: number): void => {
      if (weight > (weighted.get(term) ?? 0)) weighted.set(term, weight)
    }
    terms.forEach((term, index) => {
      keep(term, isReference(term) ? weights.reference : 1)
      for (const { pattern, added } of rules.get(term) ?? []) {
        if (!pattern.every((part, offset) => terms[index + offset] === part)) continue
        for (const { terms: others, weight } of added) for (const other of others) keep(other, weight / Math.sqrt(others.length))
      }
    })
    return weighted
  }
}
