import { PATTERNS } from './scripted-examples.ts'
import { formFactor } from './scripted-kinds.ts'
import { composeFromPassages, noAnswerSentence } from './scripted-passages.ts'
import { createTextAnalysis, plainOf, quoted, sentencesOf, shorten, unitsOf, type PromptPassage, type TextAnalysis } from './scripted-text.ts'

const NBSP = '\u00a0'
const MAX_QUOTED = 400
const MAX_CELL = 160
const MAX_ROWS = 40
const MAX_POINTS = 7

/** Whole documents of a prompt. `unread`: French sentence about the parts that are missing from the prompt; '' when nothing is. */
type WholeDocuments = { pages: readonly PromptPassage[]; unread: string }

/** Tasks beyond the demonstration model, with the words that ask for them. */
const UNSUPPORTED_TASKS: readonly (readonly [RegExp, string])[] = [
  [/tradui|traduction|translat|in english|en (?:anglais|espagnol|allemand|arabe|portugais|italien|ukrainien|breton)(?![a-z])/, 'ne sait pas traduire'],
  [/corrig|correction|orthograph|(?<![a-z])fautes?(?![a-z])|relis(?![a-z])|relecture/, 'ne sait pas corriger un texte'],
  [/re-?ecri|reformul|falc(?![a-z])|facile a lire|vulgaris|simplifie|langage clair|anonymis/, 'ne sait pas réécrire un texte'],
  [/communique|courriel|(?<![a-z])e?-?mail|courrier|(?:une|la) lettre|discours|article de|publication|affiche/, 'ne sait pas rédiger'],
  [/quiz|qcm|questionnaire|faq(?![a-z])|foire aux questions/, 'ne sait pas inventer de questions'],
  [/contradict|incoheren/, 'ne sait pas comparer ce que disent des phrases'],
  [/manque|oubli|lacune|incomplet/, 'ne sait pas dire ce qui manque'],
]
const GATHERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<![a-z])(?:dates|echeances|echeancier|calendrier|jalons)(?![a-z])/, ['Dates']],
  [/(?<![a-z])(?:montants|sommes|chiffres|couts|prix|depenses|recettes|euros)(?![a-z])/, ['Montants']],
  [/(?<![a-z])(?:pourcentages|taux|chiffres)(?![a-z])/, ['Pourcentages']],
  [
    /articles? de loi|(?<![a-z])(?:lois|textes (?:cites|vises)|references|decrets|codes|visas|articles cites|quels articles|quels textes)(?![a-z])/,
    ['Références'],
  ],
  [/(?<![a-z])(?:personnes|noms|acteurs|participants|intervenants|contacts|qui sont)(?![a-z])/, ['Personnes', 'Adresses', 'Téléphones']],
]
const DIGEST =
  /resum|synthe|(?<![a-z])note(?![a-z])|compte[- ]rendu|points? (?:a retenir|cles?|importants?|principaux|essentiels?|forts?)|retenir|explique|presente|de quoi|analyse|essentiel|grandes lignes|idees?|summar|que dit (?:ce|le) (?:document|texte|fichier)|fiche/
const POLITE = /(?<![a-z])(?:peux-tu|pouvez-vous|pourriez-vous|pourrais-tu|veux-tu|voulez-vous|tu peux|vous pouvez|est-il possible|peut-on|merci)/
const ASKS = /(?<![a-z])(?:quel(?:le)?s?|qui|comment|combien|quand|ou|pourquoi|faut-il|doit-on|est-ce|qu'est-ce|que|qu')(?![a-z])/
/** Request for all the facts of a kind, rather than one: « Quels articles », « toutes les dates ». */
const ASKS_FOR_ALL = /quels|quelles|qui sont|tou(?:te)?s (?:les|ces)|what are/

/** Whether a message is a question, and not a polite request: « Pouvez-vous… ? ». */
export const isPlainQuestion = (request: string): boolean => {
  const plain = plainOf(request)
  return /\?\s*$/.test(plain) && ASKS.test(plain) && !POLITE.test(plain)
}

/** Composes the answer about whole documents with rules only: gathered facts, quotations, or how the documents begin and what requires a language model. */
export const composeFromWhole = (request: string, { pages, unread }: WholeDocuments, before?: string): string => {
  const plain = plainOf(request)
  const isQuestion = isPlainQuestion(request) || (createTextAnalysis().asksSeveral(request) && !DIGEST.test(plain))
  const answer = answerOf(request, plain, isQuestion, pages, before)
  return unread === '' ? answer : `${answer}\n\n${unread}`
}

const answerOf = (request: string, plain: string, isQuestion: boolean, pages: readonly PromptPassage[], before: string | undefined): string => {
  const what = UNSUPPORTED_TASKS.find(([asks]) => asks.test(plain))?.[1]
  if (what !== undefined && (!isQuestion || /contradict|incoheren|manque/.test(plain))) return unsupportedAnswer(what, pages)
  const labels = GATHERS.flatMap(([asks, named]) => (asks.test(plain) ? named : []))
  if (labels.length > 0 && (!isQuestion || ASKS_FOR_ALL.test(plain))) return gatherAnswer(labels, pages)
  if (!isQuestion && DIGEST.test(plain)) return digestAnswer(pages)
  const answer = composeFromPassages(request, pages, { before, isRanked: false })
  return answer === noAnswerSentence && !isQuestion ? digestAnswer(pages) : answer
}

const quotedList = (lines: readonly { sentence: string; page: PromptPassage }[]): string =>
  lines.map(({ sentence, page }) => `- ${quoted(sentence, MAX_QUOTED)} [${page.number}]`).join('\n')

/** Says what requires a language model, and quotes the beginning of each document. */
const unsupportedAnswer = (what: string, pages: readonly PromptPassage[]): string => {
  const openings = [...Map.groupBy(pages, ({ document }) => document).values()].slice(0, 5).flatMap((own) =>
    own
      .slice(0, 3)
      .flatMap((page) =>
        page.text
          .split('\n')
          .flatMap(sentencesOf)
          .map((sentence) => ({ sentence, page })),
      )
      .filter(({ sentence }) => sentence.split(/\s+/).length > 3)
      .slice(0, 3),
  )
  return `Le modèle de démonstration ${what}${NBSP}: il faut pour cela un vrai modèle de langage, qu’un administrateur peut connecter. Voici comment commence ce que vous avez chargé${NBSP}:\n\n${quotedList(openings)}`
}

/** Returns every statement of a page: sentences, items, rows, headings. */
const statementsOf = (page: PromptPassage): { sentence: string; isHeading: boolean }[] =>
  unitsOf(page, 0).flatMap(({ text, items, isHeading }) => [...sentencesOf(text), ...items].map((sentence) => ({ sentence: sentence.trim(), isHeading })))

/** Formats a text for a table cell, with its Markdown marks escaped. */
const asCell = (text: string): string =>
  shorten(text.replace(/\s+/g, ' ').trim(), MAX_CELL)
    .replace(/([|*_`[\]<>#\\])/g, '\\$1')
    .replace(/\\\[…\\\]/g, '[…]')

/** Gives every fact of these kinds with its sentence and its page, in order. A value repeated on a page counts once. */
const gatherAnswer = (labels: readonly string[], pages: readonly PromptPassage[]): string => {
  const patterns = PATTERNS.filter(({ label }) => labels.includes(label))
  const rows = pages.flatMap((page) => {
    const seen = new Set<string>()
    return statementsOf(page).flatMap(({ sentence }) =>
      patterns
        .flatMap(({ label, pattern }) => [...sentence.matchAll(pattern)].map((match) => ({ label, value: match[0].trim(), at: match.index })))
        .sort((a, b) => a.at - b.at)
        .filter(({ label, value, at }) => {
          // « Article 3 — Durée » is a heading of the document, not a reference.
          if (label === 'Références' && at === 0 && /^article \d+$/i.test(value) && !/^\s(?:du|de|des|d[’'])/.test(sentence.slice(value.length))) return false
          const key = `${label} ${value.replace(/\s/g, '')}`
          return !seen.has(key) && seen.add(key)
        })
        .map(({ value, at }) => `| **${asCell(value)}** | ${asCell(around(sentence, at, value.length))} | [${page.number}] |`),
    )
  })
  if (rows.length === 0) return `Le modèle de démonstration ne trouve rien de cette forme (${labels.join(', ').toLowerCase()}) dans ce que vous avez chargé.`
  const more = rows.length > MAX_ROWS ? `\n\nLes ${rows.length - MAX_ROWS} autres ne sont pas montrés ici.` : ''
  const shown = ['| Élément | Ce qui en est dit | Source |', '| --- | --- | --- |', ...rows.slice(0, MAX_ROWS)].join('\n')
  return `Voici ce que le modèle de démonstration relève, page après page, à sa seule forme${NBSP}:\n\n${shown}${more}`
}

/** Returns a long sentence from a little before a value. */
const around = (sentence: string, at: number, length: number): string => {
  const from = sentence.length <= MAX_CELL ? 0 : Math.max(0, at - (MAX_CELL - length) / 2)
  return from === 0 ? sentence : `[…] ${sentence.slice(sentence.indexOf(' ', from) + 1)}`
}

/** Quotes the sentences with the most of the words that are frequent in the whole text, in its order, without those that repeat another. */
const digestAnswer = (pages: readonly PromptPassage[]): string => {
  const words = createTextAnalysis()
  const sentences = scoredSentences(pages, words)
  const chosen: typeof sentences = []
  for (const candidate of sentences.toSorted((a, b) => b.score - a.score || a.order - b.order)) {
    if (chosen.length === MAX_POINTS) break
    const { terms } = candidate
    if (!chosen.some((other) => [...terms].filter((term) => other.terms.has(term)).length > 0.6 * Math.min(terms.size, other.terms.size)))
      chosen.push(candidate)
  }
  chosen.sort((a, b) => a.order - b.order)
  return `Le modèle de démonstration ne sait ni résumer ni traduire${NBSP}: il extrait. Voici les phrases qui portent le plus de ce dont parle l’ensemble, dans l’ordre du texte${NBSP}:\n\n${quotedList(chosen)}`
}

/** Scores each sentence by the frequency in the whole text of the words that it contains, regardless of its length. */
const scoredSentences = (pages: readonly PromptPassage[], words: TextAnalysis) => {
  const all = pages.flatMap((page) =>
    statementsOf(page)
      .filter(({ isHeading }) => !isHeading)
      .map(({ sentence }) => ({ sentence, page, terms: new Set(words.terms(sentence)) })),
  )
  const frequency = new Map<string, number>()
  for (const { terms } of all) for (const term of terms) if (!/^\d/.test(term)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return all.map((one, order) => {
    const length = one.sentence.split(/\s+/).length
    const fits = length >= 6 && length <= 60 && /^[\p{Lu}\d«]/u.test(one.sentence) && /[.!…»;]$/.test(one.sentence) ? 1 : 0.2
    const weight = [...one.terms].reduce((sum, term) => sum + Math.log(1 + (frequency.get(term) ?? 0)), 0)
    return { ...one, order, score: (fits * formFactor({ text: one.sentence, items: [] }) * weight) / Math.sqrt(4 + one.terms.size) }
  })
}
