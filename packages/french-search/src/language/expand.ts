import { acronyms } from './acronyms.ts'
import type { Analyser } from './analyse.ts'
import { everydayWords } from './everyday-words/index.ts'
import { isReference } from './legal-references.ts'
import { synonyms } from './synonyms.ts'

type ExpansionWeights = {
  /** Weight of an acronym added to its full form, and of a full form added to its acronym (shared by its words). */
  acronym: number
  /** Weight of a synonym, divided by the number of words of the longest one. */
  synonym: number
  /** Weight of an official term added for an everyday expression, shared by its words. */
  everyday: number
  /** Weight of a legal reference, which is exact. */
  reference: number
}

const defaultExpansionWeights: ExpansionWeights = { acronym: 0.7, synonym: 0.1, everyday: 0.4, reference: 2 }

/** Maximum number of other terms between two terms of an everyday expression: «prêter (deux) agents». */
const EVERYDAY_GAP = 1

type Expansion = {
  /** Terms to search, with their weights. */
  weighted: Map<string, number>
  /** Official terms added for everyday expressions, without those that the question already contains. */
  official: Map<string, number>
  /** Official meaning of each everyday expression. */
  meanings: string[]
}

type Expander = (terms: readonly string[]) => Expansion

type ExpansionRule = {
  pattern: string[]
  gap: number
  expansions: { terms: string[]; weight: number }[]
  /** Meaning of an everyday expression. */ meaning?: string
}

const rulesFor = (analyser: Analyser, weights: ExpansionWeights): Map<string, ExpansionRule[]> => {
  const byFirst = new Map<string, ExpansionRule[]>()
  const addRule = (rule: ExpansionRule): void => {
    const head = rule.pattern[0]
    if (head === undefined) return
    const list = byFirst.get(head)
    if (list) list.push(rule)
    else byFirst.set(head, [rule])
  }
  for (const [acronym, meaning] of acronyms) {
    const short = analyser.textTerms(acronym)
    const meaningTerms = analyser.textTerms(meaning)
    if (short.length === 0 || meaningTerms.length < 2) continue
    addRule({ pattern: short, gap: 0, expansions: [{ terms: meaningTerms, weight: weights.acronym }] })
    addRule({ pattern: meaningTerms, gap: 0, expansions: [{ terms: short, weight: weights.acronym }] })
  }
  for (const group of synonyms) {
    const forms = group.map((form) => analyser.textTerms(form)).filter((form) => form.length > 0)
    forms.forEach((pattern, index) =>
      addRule({
        pattern,
        gap: 0,
        expansions: forms.filter((_, other) => other !== index).map((terms) => ({ terms, weight: weights.synonym })),
      }),
    )
  }
  for (const [everydayForms, officialForms] of everydayWords) {
    const expansions = officialForms.map((form) => ({ terms: analyser.textTerms(form), weight: weights.everyday }))
    // The expressions lose their question words, like the questions that they are compared with.
    for (const form of everydayForms) addRule({ pattern: analyser.questionTerms(form), gap: EVERYDAY_GAP, expansions, meaning: officialForms.join(', ') })
  }
  return byFirst
}

/** Whether the terms from `start` match the pattern in order, with at most `gap` other terms between two of them. */
const matchesPattern = (terms: readonly string[], start: number, pattern: readonly string[], gap: number): boolean => {
  let next = start
  return pattern.every((part, rank) => {
    const index = terms.indexOf(part, next)
    const isNear = index >= 0 && index - next <= (rank === 0 ? 0 : gap)
    next = index + 1
    return isNear
  })
}

/**
 * Creates a function that weights the terms of a question: its own terms at 1 (legal references higher), then, lower, those of acronyms and synonyms (both
 * ways) and of everyday expressions (one way). A term found twice keeps its highest weight.
 */
export const createExpander = (analyser: Analyser, weights: ExpansionWeights = defaultExpansionWeights): Expander => {
  const rules = rulesFor(analyser, weights)
  return (terms) => {
    const weighted = new Map<string, number>()
    const official = new Map<string, number>()
    const meanings = new Set<string>()
    const setHighest = (into: Map<string, number>, term: string, weight: number): void => {
      if (weight > (into.get(term) ?? 0)) into.set(term, weight)
    }
    terms.forEach((term, index) => {
      setHighest(weighted, term, isReference(term) ? weights.reference : 1)
      for (const { pattern, gap, expansions, meaning } of rules.get(term) ?? []) {
        if (!matchesPattern(terms, index, pattern, gap)) continue
        if (meaning !== undefined) meanings.add(meaning)
        for (const { terms: otherTerms, weight } of expansions) {
          for (const other of otherTerms) {
            setHighest(weighted, other, weight / Math.sqrt(otherTerms.length))
            if (meaning !== undefined && !terms.includes(other)) setHighest(official, other, weight / Math.sqrt(otherTerms.length))
          }
        }
      }
    })
    return { weighted, official, meanings: [...meanings] }
  }
}
