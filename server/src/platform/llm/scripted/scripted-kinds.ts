import { type QuotableUnit, plainOf } from './scripted-text.ts'

/**
 * Kind of a question (amount, duration, who…): pattern of the question, pattern of its answers, and how candidates are scored. Patterns are matched
 * against `plainOf(text)`.
 */
type QuestionKind = {
  asks: RegExp
  /** Pattern of an answer. */
  answer: RegExp
  /** Score factors of a candidate that matches `holds`, and of one that does not. */
  factors: readonly [number, number]
  /** Pattern of the heading under which most documents give the answer. */
  heading?: RegExp
}

const NUMBER = String.raw`(?:\d+(?:[,.]\d+)?|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente)`
const TIME = String.raw`(?:jours?|semaines?|mois|ans?|annees?|heures?|minutes?|h\b|trimestres?|fois)`
const SPAN = new RegExp(String.raw`(?<![a-z\d,])${NUMBER}(?:er|e|eme)?\s(?:[a-z]{1,12}\s)?${TIME}(?![a-z])`)
const DATE = /\d{1,2}(?:er)? (?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)|\d{1,2}\/\d{1,2}\/\d{2,4}/
const MONEY = /\d[\d., ]{0,14}(?:k€|m€|€|euros?|%)|\d ?(?:pour cent|points?)|gratuit|sans frais/
const WHO =
  'maires?|mairies?|prefets?|prefecture|juges?|tribunal|communes?|services?|directions?|directeur|directrice|officier|notaire|employeur|administration|autorite|pere|mere|parents|titulaires?|conseil|president|presidente|commission|ministre|ministere|agents?|fonctionnaires?|personnes?|medecin|epoux|partenaires?|heritiers?|electeurs?|citoyens?|beneficiaires?|associations?|particuliers|organisme|caisse|societe|entreprise|madame|monsieur|mme|m'
/** Person who acts, decides or receives: « le maire », « par la commune », « un des titulaires ». */
const PERSON = new RegExp(
  String.raw`(?<![a-z])(?<!(?<![a-z])(?:a|en|dans|devant|de) )(?:l'|(?:le|la|les|un|une|tout|toute|seul|du|des|par|son|sa|votre) )(?:un des |[a-z]{4,12} )?(?:${WHO})(?![a-z])`,
)
const PLACE =
  /(?<![a-z])(?:a la|a l'|au|aux|aupres|en|dans|devant|sur) (?:[a-z' ]{0,14})?(?:mairies?|tribunal|prefecture|greffe|ambassade|consulat|notaire|guichet|services?|commune|lieu|domicile|site|internet|ligne|bureau|cimetiere|propriete|adresse|siege|salle|direction|caisse)(?![a-z])|adress[a-z]{1,4} (?:a|au)(?![a-z])/
const MODAL =
  /(?<![a-z])(?:oui|non|peut|peuvent|pouvez|doit|doivent|devez|interdit[es]{0,2}|autorise[es]{0,2}|possible|impossible|obligatoires?|a (?:le )?droit|ont (?:le )?droit|sous reserve|a condition|ne [a-z]{2,12} pas|aucun[e]?)(?![a-z])/
const MEANS = /(?<![a-z])(?:est (?:une?|le|la|l'|un )|sont des|consiste|designe|correspond a|permet|permettent|s'agit d|sert a|a pour (?:but|objet))/
const STEP =
  /(?<![a-z])(?:demande[rz]?|formulaire|adress[a-z]{1,4}|courrier|lettre|doit|devez|doivent|demarches?|en ligne|dossier|calcul[a-z]{0,3}|vers[a-z]{1,3})(?![a-z])/

const KINDS: Record<string, QuestionKind> = {
  amount: {
    asks: /combien (?:ca )?(?:coute|vaut|paie|paye|touche|gagne|rembours)|(?:quels? (?:est |sont )?(?:le |les )?|le |les |un |quelle |l'|une )(?:montants?|prix|tarifs?|couts?|taux|amendes?|forfaits?|pourcentages?)|a combien|combien d'(?:euros|argent)/,
    answer: MONEY,
    factors: [1.6, 0.55],
    heading: /montant|cout|prix|tarif|taux/,
  },
  span: {
    asks: /combien (?:de|d') ?(?:temps|jours?|semaines?|mois|ans|annees?|heures?|fois)|(?:quelle|la|une) (?:[a-z]{3,12} )?duree|pendant combien|dure-t|durent|delais?|preavis|combien de jours|plafond/,
    answer: SPAN,
    factors: [1.6, 0.55],
    heading: /duree|delai|temps|combien/,
  },
  when: {
    asks: /(?<![a-z])(?:quand|a quelle date|quelles? dates?|quel jour|a quel moment|depuis quand|date limite)(?![a-z])/,
    answer: new RegExp(`${SPAN.source}|${DATE.source}`),
    factors: [1.5, 0.7],
    heading: /quand|delai|dates?|calendrier/,
  },
  count: {
    asks: /combien/,
    answer: new RegExp(String.raw`\d (?!${TIME})[a-z]{3}|(?<![a-z])(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix) [a-z]{3}`),
    factors: [1.4, 0.6],
  },
  where: {
    asks: /(?<![a-z])(?:ou (?:faut|peut|dois|doit|est|sont|se|depose|deposer|s'|aller|demander|trouver|adresser|declarer|puis|peuvent)|a quel endroit|dans quel(?:le)? (?:mairie|lieu|ville|service|bureau)|aupres de)/,
    answer: PLACE,
    factors: [1.5, 0.7],
    heading: /^ou |lieu|demarche/,
  },
  whom: {
    asks: /(?<![a-z])(?:a qui|aupres de qui|chez qui|quel(?:le)?s? (?:est |sont )?(?:le |la |les |l')?(?:service|autorite|tribunal|juge|juridiction|organisme|interlocuteur))/,
    answer: new RegExp(String.raw`(?<![a-z])(?:${WHO}|greffe|caf|cpam)(?![a-z])`),
    factors: [1.4, 0.6],
    heading: /^(?:a|aupres de) qui|demarche|ou s'adresser|tribunal|competent/,
  },
  who: {
    asks: /(?<![a-z])(?:qui (?!est un|est une)|par qui|quel(?:le)?s? (?:est |sont )?(?:le |la |les |l')?(?:personne|agents?|beneficiaires?))/,
    answer: PERSON,
    factors: [1.4, 0.6],
    heading: /^(?:a |par |pour )?qui |beneficiaire|concerne/,
  },
  pieces: {
    asks: /quel(?:le)?s (?:sont (?:les )?)?(?:pieces?|documents?|justificatifs?|conditions|cas|etapes|motifs|sanctions|criteres|papiers|obligations|formalites|missions|raisons|regles|types|possibilites|avantages|droits|elements|mentions|situations)|dans quels cas|(?:la )?liste|quelles? (?:est |sont )?(?:la |les )?(?:demarche|condition|procedure)s?/,
    answer: /^/,
    factors: [1, 1],
    heading: /pieces?|justificatif|documents? a|conditions?|cas |^quel/,
  },
  means: {
    asks: /qu'est[- ]ce qu|c'est quoi|ca veut dire|que signifie|definition|a quoi (?:sert|servent|correspond)|qu'appelle/,
    answer: MEANS,
    factors: [1.6, 0.8],
    heading: /de quoi s'agit|qu'est-ce|definition|principe/,
  },
  may: {
    asks: /(?<![a-z])(?:peut|peuvent|puis|doit|doivent|dois|faut|a-t|ont|est-ce (?:que|qu'))[ -](?:[a-z]|l')|est-il|sont-ils|a(?:-t-on|-t-il|-t-elle)? (?:le )?droit|obligatoire|possible|autorise|interdit/,
    answer: MODAL,
    factors: [1.25, 0.85],
  },
  how: {
    asks: /(?<![a-z])comment(?![a-z])|quelle (?:est la )?(?:demarche|procedure|marche a suivre)/,
    answer: STEP,
    factors: [1.25, 0.85],
    heading: /^comment|demarche|procedure|modalite/,
  },
}

const ASKS_MAX = /maxim|au plus|plafond|limite|jusqu'a|depasse/
const ANSWERS_MAX = /maxim|au plus|plafond|dans la limite|jusqu'a|ne (?:peut|peuvent|doit|doivent) pas (?:depasser|exceder|[a-z]{4,14} plus)|pas plus/
const ASKS_MIN = /minim|au moins|plancher/
const ANSWERS_MIN = /minim|au moins|(?:etre )?inferieure?s? a|plancher/
const ASKS_BEFORE = /a l'avance|avant quand|au plus tard|preavis|combien de temps avant|quand (?:faut|dois|doit|est-ce qu)/
const ANSWERS_BEFORE = /avant|au plus tard|preavis|des que/

/** Words that say what is asked of a subject, and are rare in answers: « quelle est la durée… ». */
const KIND_WORDS = new Set(
  `dur durer durent delai mont montant prix tarif cout coute quot taux combien maximum maximal minimum minimal plafond nombre liste piece document
  justif justificat condit condition cas personn fournir fourn demarch procedur etap jour semain mois an anne heur fois temp avanc possibl droit faut doit peut avoir definit`.split(
    /\s+/,
  ),
)

/** Returns the weight of a word of a question. Words such as « durée » count less, as the kind of the question already takes them into account. */
export const wordWeight = (term: string): number => (/^(?:maxim|minim|plafon)/.test(term) ? 0.1 : KIND_WORDS.has(term) ? 0.35 : 1)

/** Returns a function that gives the score factor of a candidate, from the kind of the question. Its second argument is the text of the candidate. */
export const kindScorer = (question: string): ((unit: QuotableUnit, said: string) => number) => {
  const asked = plainOf(question)
  const kinds = Object.entries(KINDS).filter(([, { asks }]) => asks.test(asked))
  // The first kind found wins: « combien de jours » is a duration before it is a number.
  const first = kinds.filter(([name], at) => at === 0 || ['pieces', 'means'].includes(name)).slice(0, 2)
  const wantsList = first.some(([name]) => name === 'pieces')
  const bounds = (
    [
      [ASKS_MAX, ANSWERS_MAX],
      [ASKS_MIN, ANSWERS_MIN],
      [ASKS_BEFORE, ANSWERS_BEFORE],
    ] as const
  )
    .filter(([asks]) => asks.test(asked))
    .map(([, held]) => held)
  // A duration given in the question is not its answer: « d’un enfant de moins de 25 ans ».
  const givenSpans = [...asked.matchAll(new RegExp(SPAN, 'g'))].map(([span]) => span)
  const unit = /combien (?:de|d') ?(jour|semaine|mois|an|heure|fois)/.exec(asked)?.[1]
  const inUnit = unit === undefined ? null : new RegExp(String.raw`\d+ (?:[a-z]{1,12} )?${unit}|${NUMBER} ${unit}`)
  return ({ items, isTable, above }, said) => {
    const plain = givenSpans.reduce((text, span) => text.replaceAll(span, ' '), plainOf(said))
    const held = first.reduce((worth, [, { answer, factors }]) => worth * factors[answer.test(plain) ? 0 : 1], 1)
    const bounded = bounds.reduce((worth, holds) => worth * (holds.test(plain) ? 1.3 : 1), 1)
    const list = wantsList ? (items.length > 0 && !isTable ? 1.6 : 0.85) : 1
    const under = first.some(([, { heading }]) => heading?.test(plainOf(above)) ?? false)
      ? 1.25
      : first.some(([, { heading }]) => heading?.test(plain) ?? false)
        ? 1.15
        : 1
    return held * bounded * list * under * (inUnit?.test(plain) ? 1.15 : 1)
  }
}

const INTRODUCES =
  /^(?:ce (?:document|guide|texte|chapitre|rapport)|cette (?:page|fiche|note|partie|section)|la presente|le present|vous trouverez|nous (?:allons|verrons))(?![a-z])/
const EXAMPLE = /^(?:par exemple|ainsi, par exemple|exemple|ainsi, si)/
const ASIDE = /^(?:a noter|a savoir|attention|rappel|toutefois|cependant|en revanche|par exception)/

/** Returns the score factor of a text by its form; below 1 for a question, an introduction, an example, or an announcement without items. */
export const formFactor = ({ text, items }: Pick<QuotableUnit, 'text' | 'items'>): number => {
  const plain = plainOf(text)
  if (/\?\s*$/.test(plain)) return 0.2
  const lone = /:\s*$/.test(plain) && items.length === 0 ? 0.3 : 1
  const form = INTRODUCES.test(plain) ? 0.4 : EXAMPLE.test(plain) ? 0.55 : ASIDE.test(plain) ? 0.8 : 1
  return lone * form
}
