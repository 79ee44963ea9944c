import { asCell, dutiesTable, factsTable, gatherDuties, gatherFacts, gatherSignatures, signaturesList, table, type FoundFact } from './scripted-gather.ts'
import { digestOf, mostCentral, type ScoredSentence } from './scripted-digest.ts'
import { formatAnswers, composeFromPassages, createAnswers, noAnswerSentence, answerQuestions } from './scripted-passages.ts'
import type { PromptPassage } from './scripted-prompt.ts'
import { createTextAnalysis, plainOf, quoted, sentencesOf, type FoundQuestion, type TextAnalysis } from './scripted-words.ts'

const NBSP = '\u00a0'
const MAX_CHARS = 400
const MAX_PARTS = 40
const DEFAULT_POINTS = 7

/** Whole documents of a prompt. */
type WholeDocuments = {
  pages: readonly PromptPassage[]
  /** French sentence about the parts that are missing from the prompt; '' when nothing is. */ unread: string
}

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
const NEEDS = `il faut pour cela un vrai modèle de langage, qu’un administrateur peut connecter`

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
const PAGES = /combien de pages|page par page|chaque page|de quoi parle chacune/
const SIGNED = /sign(?:e|es|ee|ees|ataires?|ature|atures)(?![a-z])/
const DUTIES = /engagements?|obligations?|que faut-il faire|qui (?:doit|fait) (?:faire )?quoi|par qui|actions? a mener|taches|a faire|responsabilites/
const PARTS = /chaque (?:partie|chapitre|section|article|titre)|par (?:partie|chapitre|section)|(?<![a-z])(?:sommaire|plan|table des matieres)(?![a-z])/
const TITLE = /(?<![a-z])titre|mots?[- ]cles?/
const DIGEST =
  /resum|synthe|(?<![a-z])note(?![a-z])|compte[- ]rendu|points? (?:a retenir|cles?|importants?|principaux|essentiels?|forts?)|retenir|explique|presente|de quoi|analyse|essentiel|grandes lignes|idees?|summar|que dit (?:ce|le) (?:document|texte|fichier)|fiche/
const TABLE = /tableau/

const cited = ({ sentence, page }: Pick<ScoredSentence, 'sentence' | 'page'>) => `${quoted(sentence, MAX_CHARS)} [${page.number}]`
const bulleted = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

const OPENING_SENTENCES = 3
const OPENING_WORDS = 4

/** Quotes the beginning of each document. */
const openings = (pages: readonly PromptPassage[]): string =>
  [...Map.groupBy(pages, ({ document }) => document).values()]
    .slice(0, 5)
    .flatMap((own) =>
      own
        .slice(0, 3)
        .flatMap((page) =>
          page.text
            .split('\n')
            .flatMap((line) => sentencesOf(line))
            .map((sentence) => ({ sentence, page })),
        )
        .filter(({ sentence }) => sentence.split(/\s+/).length >= OPENING_WORDS)
        .slice(0, OPENING_SENTENCES),
    )
    .map((one) => `- ${cited(one)}`)
    .join('\n')

const unsupportedAnswer = (what: string, pages: readonly PromptPassage[]): string =>
  `Le modèle de démonstration ${what}${NBSP}: ${NEEDS}. Voici comment commence ce que vous avez chargé${NBSP}:\n\n${openings(pages)}`

const NUMBERS: Record<string, number> = { deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, dix: 10, douze: 12, quinze: 15, vingt: 20 }
/** Reads the number of points requested, « en dix lignes » or « 5 points »; limited to 2 to 20, 7 by default. */
const pointsIn = (plain: string): number => {
  const said = /(\d{1,2}|deux|trois|quatre|cinq|six|sept|huit|dix|douze|quinze|vingt) (?:lignes?|points?|phrases?|idees?)/.exec(plain)?.[1]
  return said === undefined ? DEFAULT_POINTS : Math.min(20, Math.max(2, NUMBERS[said] ?? Number(said)))
}

const asPoints = (points: readonly ScoredSentence[], isTable: boolean): string =>
  isTable
    ? table(
        ['Point', 'Source'],
        points.map(({ sentence, page }) => [asCell(sentence, MAX_CHARS), `[${page.number}]`]),
      )
    : bulleted(points.map(cited))

const ONLY_EXTRACTS = `Le modèle de démonstration ne sait ni résumer ni traduire${NBSP}: il extrait.`

const digestAnswer = (plain: string, pages: readonly PromptPassage[], words: TextAnalysis): string => {
  const points = mostCentral(digestOf(pages, words).sentences, pointsIn(plain), words)
  return `${ONLY_EXTRACTS} Voici les phrases qui portent le plus de ce dont parle l’ensemble, dans l’ordre du texte${NBSP}:\n\n${asPoints(points, TABLE.test(plain))}`
}

const best = (sentences: readonly ScoredSentence[]): ScoredSentence | undefined => sentences.toSorted((a, b) => b.score - a.score || a.order - b.order)[0]

/** Quotes one sentence of each section, below its heading; of each page, when there are fewer than two sections. */
const partsAnswer = (pages: readonly PromptPassage[], words: TextAnalysis): string => {
  const parts = [...Map.groupBy(digestOf(pages, words).sentences, ({ heading, page }) => `${page.document} — ${heading}`).entries()].flatMap(
    ([, own]) => best(own.filter(({ isSentence }) => isSentence)) ?? [],
  )
  if (parts.length < 2) return pagesAnswer(pages, words)
  const lines = parts.slice(0, MAX_PARTS).map((one) => `**${asCell(one.heading) || asCell(one.page.document)}**${NBSP}: ${cited(one)}`)
  const more = parts.length > MAX_PARTS ? `\n\nLes ${parts.length - MAX_PARTS} autres parties ne sont pas montrées ici.` : ''
  return `${ONLY_EXTRACTS} Voici, partie par partie, la phrase qui en dit le plus${NBSP}:\n\n${bulleted(lines)}${more}`
}

const plural = (count: number, noun: string) => `${count}${NBSP}${noun}${count > 1 ? 's' : ''}`

/** Gives the number of pages, and the most central sentence of each. */
const pagesAnswer = (pages: readonly PromptPassage[], words: TextAnalysis): string => {
  const counted = [...Map.groupBy(pages, ({ document }) => document).entries()].map(([document, own]) =>
    own[0]!.page === null
      ? `${asCell(document)} n’a pas de pages${NBSP}: il est lu en ${plural(own.length, 'partie')}.`
      : `${asCell(document)} a ${plural(own.length, 'page')} qui portent du texte.`,
  )
  const own = Map.groupBy(digestOf(pages, words).sentences, ({ page }) => page)
  const rows = pages.slice(0, MAX_PARTS).map((page) => {
    const said = best(own.get(page) ?? [])
    return [page.page === null ? `partie ${page.number}` : `page ${page.page}`, said === undefined ? '—' : asCell(said.sentence, 240), `[${page.number}]`]
  })
  const more = pages.length > MAX_PARTS ? `\n\nLes ${pages.length - MAX_PARTS} autres ne sont pas montrées ici.` : ''
  return `${counted.join(' ')} ${ONLY_EXTRACTS} Voici la phrase qui dit le plus de chacune${NBSP}:\n\n${table(['Page', 'Phrase', 'Source'], rows)}${more}`
}

const titleAnswer = (plain: string, pages: readonly PromptPassage[], words: TextAnalysis): string => {
  const first = pages[0]!
  const title =
    first.text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => /\p{L}{3}/u.test(line)) ?? first.document
  const count = new RegExp(String.raw`(\d|${Object.keys(NUMBERS).join('|')}) mots?[- ]cles?`).exec(plain)?.[1]
  const keywords = digestOf(pages, words).keywords.slice(0, count === undefined ? 10 : (NUMBERS[count] ?? Number(count)))
  return `Le modèle de démonstration ne sait pas inventer de titre${NBSP}: il relève celui du texte et ses mots les plus fréquents.\n\n- **Première ligne**${NBSP}: ${quoted(title, 200)} [${first.number}]\n- **Mots les plus fréquents**${NBSP}: ${keywords.join(', ')}`
}

const signedAnswer = (pages: readonly PromptPassage[]): string => {
  const found = gatherSignatures(pages)
  if (found.length === 0)
    return 'Aucune ligne ne ressemble à une signature (Fait à…, Signé…, Le maire…) dans ce que vous avez chargé. Une signature à la main ou en image ne se lit pas.'
  return `Voici les lignes où l’on signe, recopiées${NBSP}; une signature à la main ou en image ne se lit pas${NBSP}:\n\n${signaturesList(found)}`
}

/** Filters facts by the subject of the request: those whose sentence mentions it, or all when none does. */
const aboutSubject = (found: readonly FoundFact[], subject: ReadonlySet<string>, words: TextAnalysis): readonly FoundFact[] => {
  if (subject.size === 0) return found
  const near = found.filter(({ sentence }) => words.terms(sentence).some((term) => subject.has(term)))
  return near.length > 0 ? near : found
}

/** Words of a request that name the whole document or a kind of fact; the other words are its subject. */
const REQUEST_WORD =
  /(?<![a-z])(?:list\w*|relev\w*|extrai\w*|extract\w*|recens\w*|donne\w*|tableau\w*|fais|faire|indiqu\w*|document\w*|texte\w*|fichier\w*|rapport|dates|echeances|echeancier|calendrier|jalons|montants|sommes|chiffres|couts|prix|depenses|recettes|euros|pourcentages|taux|articles?|lois?|references|decrets|codes|visas|cite\w*|vise\w*|personnes|noms|acteurs|participants|intervenants|contacts|toutes?|tous|ensemble|present\w*|mentionn\w*|figur\w*|apparai\w*|sont|svp|plait|merci|importante?s?|engagements?|obligations?|partie\w*|chaque|chapitres?|sections?|actions?|taches|points?|retenir|cles?|idees?|principa\w*|essentiel\w*|parle\w*|traite|dit|pages?|titre\w*|mots?|resum\w*|synthe\w*|note|compte|rendu|expliqu\w*|simplement|analys\w*|lignes?|phrases?|peux|peut|pouvez|pourriez|pourrais|moi|maire|signe\w*|prepar\w*|redig\w*)(?![a-z])/g

const subjectOf = (plain: string, words: TextAnalysis): string[] => {
  const left = plain.replace(REQUEST_WORD, ' ')
  return /[a-z]{3}/.test(left) ? words.questionTerms(left) : []
}

const gatherAnswer = (plain: string, labels: readonly string[], pages: readonly PromptPassage[], words: TextAnalysis): string => {
  const all = gatherFacts(pages, labels)
  const named = labels.map((label) => label.toLowerCase()).join(', ')
  if (all.length === 0) return `Le modèle de démonstration ne trouve rien de cette forme (${named}) dans ce que vous avez chargé.`
  const found = aboutSubject(all, new Set(subjectOf(plain, words)), words)
  return `Voici ce que le modèle de démonstration relève, page après page, à sa seule forme${NBSP}:\n\n${factsTable(found)}`
}

const dutiesAnswer = (pages: readonly PromptPassage[]): string => {
  const duties = gatherDuties(pages)
  if (duties.length === 0) return 'Aucune phrase de ce que vous avez chargé n’oblige quelqu’un en toutes lettres (doit, s’engage à, est tenu de, avant le…).'
  return `Voici les phrases qui obligent quelqu’un (doit, s’engage à, est tenu de, avant le…), relevées telles quelles${NBSP}:\n\n${dutiesTable(duties)}`
}

const labelsIn = (plain: string): string[] => [...new Set(GATHERS.flatMap(([asks, labels]) => (asks.test(plain) ? labels : [])))]

const EXPECTED: readonly (readonly [RegExp, string])[] = [
  [/combien (?:ca |cela )?(?:coute|vaut|paie|paye)|(?<![a-z])(?:prix|tarif|cout|montant|cher)(?![a-z])|a combien/, 'Montants'],
  [/(?<![a-z])(?:quand|quelle date|la date|quel jour)(?![a-z])/, 'Dates'],
]
/** Kind of fact that a question without a subject asks for; null when unknown. */
const expectedLabel = (plain: string): string | null => EXPECTED.find(([asks]) => asks.test(plain))?.[1] ?? null

const POLITE = /(?<![a-z])(?:peux-tu|pouvez-vous|pourriez-vous|pourrais-tu|veux-tu|voulez-vous|tu peux|vous pouvez|est-il possible|peut-on|merci)/
const ASKS = /(?<![a-z])(?:quel(?:le)?s?|qui|comment|combien|quand|ou|pourquoi|faut-il|doit-on|est-ce|qu'est-ce|que|qu')(?![a-z])/
/** Request for all the facts of a kind, rather than one: « Quels articles », « toutes les dates ». */
const ASKS_FOR_ALL = /quels|quelles|qui sont|tou(?:te)?s (?:les|ces)|what are/

/** Chooses the answer of one request. @param fromText gives the answer extracted from the sentences; `noAnswerSentence` when there is none */
const answerOf = (plain: string, isQuestion: boolean, pages: readonly PromptPassage[], words: TextAnalysis, fromText: () => string): string => {
  // « Quel courrier faut-il envoyer ? » asks about the content; « Résume ce courrier » is about the document itself.
  const isAboutOne = isQuestion && subjectOf(plain, words).length > 0
  const what = UNSUPPORTED_TASKS.find(([asks]) => asks.test(plain))?.[1]
  if (what !== undefined && (!isQuestion || /contradict|incoheren|manque/.test(plain))) return unsupportedAnswer(what, pages)
  if (PAGES.test(plain)) return pagesAnswer(pages, words)
  if (SIGNED.test(plain)) return signedAnswer(pages)
  const labels = labelsIn(plain)
  if (labels.length > 0 && (!isQuestion || ASKS_FOR_ALL.test(plain))) return gatherAnswer(plain, labels, pages, words)
  if (DUTIES.test(plain)) return dutiesAnswer(pages)
  if (!isAboutOne && PARTS.test(plain)) return partsAnswer(pages, words)
  if (!isAboutOne && TITLE.test(plain)) return titleAnswer(plain, pages, words)
  if (!isAboutOne && (DIGEST.test(plain) || (!isQuestion && subjectOf(plain, words).length === 0))) return digestAnswer(plain, pages, words)
  return fromText()
}

/**
 * Returns the answer, or, if it is `noAnswerSentence`, the facts of the form that the question asks for: « Combien ça coûte ? » shares no word with its answer.
 */
const orFactsByForm = (answer: string, plain: string, pages: readonly PromptPassage[], words: TextAnalysis): string => {
  const kind = answer === noAnswerSentence ? expectedLabel(plain) : null
  return kind !== null && gatherFacts(pages, [kind]).length > 0 ? gatherAnswer(plain, [kind], pages, words) : answer
}

/** Answers a message as a single request. */
const answerToAll = (request: string, pages: readonly PromptPassage[], words: TextAnalysis, before: string | undefined): string => {
  const plain = plainOf(request)
  const isQuestion = /\?\s*$/.test(plain) && ASKS.test(plain) && !POLITE.test(plain)
  return answerOf(plain, isQuestion, pages, words, () => orFactsByForm(composeFromPassages(request, pages, { before, isRanked: false }), plain, pages, words))
}

/** Answers several questions one by one. Null when fewer than two have something to show, or when a summary is also requested. */
const answerToEach = (request: string, pages: readonly PromptPassage[], words: TextAnalysis): string | null => {
  const questions = words.questions(request)
  if (questions.length === 0 || sentencesOf(request).some((sentence) => DIGEST.test(plainOf(sentence)) && words.isOrder(sentence))) return null
  const fromText = createAnswers(pages, false, words)
  const answer = (asked: FoundQuestion): string | null => {
    const plain = plainOf(asked.question)
    const said = answerOf(plain, !POLITE.test(plain), pages, words, () => {
      const quotation = fromText(asked) ?? noAnswerSentence
      // A question that names its subject gets no other facts of the same form: they would be about something else.
      return subjectOf(plain, words).length > 0 ? quotation : orFactsByForm(quotation, plain, pages, words)
    })
    return said === noAnswerSentence ? null : said
  }
  const told = answerQuestions(questions, answer, words)
  return told.length > 1 && told.some((one) => one.answer !== null) ? formatAnswers(told) : null
}

/** Composes the answer about whole documents with rules only: gathered facts, quotations, or how the documents begin and what requires a language model. */
export const composeFromWhole = (request: string, { pages, unread }: WholeDocuments, before?: string): string => {
  const words = createTextAnalysis()
  const answer = answerToEach(request, pages, words) ?? answerToAll(request, pages, words, before)
  return unread === '' ? answer : `${answer}\n\n${unread}`
}
