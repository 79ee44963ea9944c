import type { Source, TestCheck, TestExpectation } from '@parvis/contract'
import { checkQuotes, citedOrQuoted } from '../../library/sources/used-pages.ts'
import type { PatternThread } from './pattern-thread.ts'
import { findPersonalData } from './personal-data.ts'
import { comparable, countWords, detectLanguage, excerpt, findQuestion, findRefusal } from './text.ts'

/** Answer to check: its text, and the sources that it was given. */
type CheckedAnswer = { text: string; sources: readonly Source[] }

/** Maximum length of what a check found, in characters. */
const maxFound = 300

const languageNames = { fr: 'français', en: 'anglais', de: 'allemand', es: 'espagnol', it: 'italien' } as const

/** Checks what is expected of an answer, without a model. `found` says what the answer has, in French. */
export function checkAnswer(answer: CheckedAnswer, expectations: readonly TestExpectation[], patterns: PatternThread): Promise<TestCheck[]> {
  return Promise.all(
    expectations.map(async (expectation) => {
      const { is_met, found } = await check(answer, expectation, patterns)
      return { expectation, is_met, found: found.slice(0, maxFound).toWellFormed() }
    }),
  )
}

type Outcome = { is_met: boolean; found: string }

const met = (found: string): Outcome => ({ is_met: true, found })
const unmet = (found: string): Outcome => ({ is_met: false, found })

async function check({ text, sources }: CheckedAnswer, expectation: TestExpectation, patterns: PatternThread): Promise<Outcome> {
  switch (expectation.kind) {
    case 'contains':
    case 'not_contains': {
      const searched = comparable(text)
      const at = searched.indexOf(comparable(expectation.text))
      const found = at < 0 ? 'absent de la réponse' : excerpt(searched, at, expectation.text.length)
      return { is_met: at >= 0 === (expectation.kind === 'contains'), found }
    }
    case 'pattern': {
      const result = await patterns.find(expectation.pattern, text)
      if (result === 'timeout') return unmet('expression trop longue à évaluer\u00a0: simplifiez-la')
      return result === null ? unmet('rien ne correspond') : met(excerpt(text, result.at, result.found.length))
    }
    case 'cites':
      return checkCitation(text, sources, expectation)
    case 'refuses': {
      const refusal = findRefusal(text)
      return refusal === null ? unmet('la réponse ne décline pas') : met(refusal)
    }
    case 'asks_back': {
      const question = findQuestion(text)
      return question === null ? unmet('la réponse ne finit par aucune question') : met(question)
    }
    case 'language': {
      const language = detectLanguage(text)
      return { is_met: language === expectation.language, found: language === null ? 'langue indécise' : languageNames[language] }
    }
    case 'min_words':
    case 'max_words': {
      const count = countWords(text)
      return { is_met: expectation.kind === 'min_words' ? count >= expectation.words : count <= expectation.words, found: `${count} mots` }
    }
    case 'quotes': {
      const quotes = checkQuotes(text, sources)
      const wrong = quotes.find(({ is_verified }) => !is_verified)
      if (wrong !== undefined) return unmet(`introuvable dans les sources\u00a0: «\u00a0${wrong.text}\u00a0»`)
      return met(quotes.length === 0 ? 'aucune citation' : `${quotes.length} citation${quotes.length > 1 ? 's' : ''} mot à mot`)
    }
    case 'no_personal_data': {
      const found = findPersonalData(text)
      return found.length === 0 ? met('aucune') : unmet(found.map((one) => `${one.kind}\u00a0: ${one.text}`).join('\u00a0; '))
    }
  }
}

function checkCitation(text: string, sources: readonly Source[], { document, page }: Extract<TestExpectation, { kind: 'cites' }>): Outcome {
  const cited = citedOrQuoted(text, sources)
  const wanted = comparable(document)
  const found = cited.find((source) => comparable(source.document) === wanted && isOnPage(source, page))
  if (found !== undefined) return met(labelOf(found))
  const names = [...new Set(cited.map(labelOf))]
  return unmet(names.length === 0 ? 'aucun document cité' : names.join('\u00a0; '))
}

const isOnPage = (source: Source, page: number | null): boolean =>
  page === null || (source.page !== null && source.page <= page && page <= (source.page_to ?? source.page))

const labelOf = ({ document, page }: Source): string => (page === null ? document : `${document}, p. ${page}`)
