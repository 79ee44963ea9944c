/** Matches any of these words as a whole word; `\b` does not treat é as a letter. */
const word = (alternatives: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu')

/** Outline of a document to be written. */
type DocumentOutline = { name: string; parts: readonly string[] }

/**
 * Outline of a kind of document. `isSubject`: the words name a subject (budget) rather than a document, so a kind of document named beside them takes
 * precedence.
 */
type Outline = { pattern: RegExp; label: string; name: string; parts: readonly string[]; isSubject?: true }

const OUTLINES: readonly Outline[] = [
  {
    pattern: word(String.raw`délib[ée]rations?`),
    label: 'délibération',
    name: 'Trame de délibération',
    parts: ['Objet', 'Visas', 'Considérants', 'Décision, article par article', 'Vote et signature'],
  },
  {
    pattern: word(String.raw`arrêtés?`),
    label: 'arrêté',
    name: 'Trame d’arrêté',
    parts: ['Objet', 'Visas', 'Considérants', 'Articles', 'Voies et délais de recours', 'Publication et signature'],
  },
  {
    pattern: word(String.raw`marchés? publics?|consultation|cahier des charges|appel d[’']offres|cctp|ccap`),
    label: 'marché public',
    name: 'Trame du dossier de consultation',
    parts: ['Besoin et périmètre', 'Allotissement et durée', 'Estimation et financement', 'Critères de jugement', 'Calendrier'],
  },
  {
    pattern: word(String.raw`compte[s]?[- ]rendus?|procès-verb(?:al|aux)|relevé de décisions`),
    label: 'compte rendu',
    name: 'Trame de compte rendu',
    parts: ['Date, lieu et présents', 'Ordre du jour', 'Échanges, point par point', 'Décisions', 'Suites\u00a0: qui fait quoi, pour quand'],
  },
  {
    pattern: word(String.raw`lettres?|courriers?|courriels?|mails?|e-mails?`),
    label: 'courrier',
    name: 'Trame de courrier',
    parts: ['Destinataire et objet', 'Rappel de la situation', 'Réponse ou demande', 'Formule de politesse et signature'],
  },
  {
    pattern: word(String.raw`notes?|synthèses?|rapports?`),
    label: 'note',
    name: 'Trame de note',
    parts: ['Objet et destinataire', 'Contexte', 'Analyse', 'Options, avantages et risques', 'Proposition'],
  },
  {
    pattern: word(String.raw`budgets?|subventions?|financements?|dépenses?|recettes?`),
    label: 'budget',
    isSubject: true,
    name: 'Trame de plan de financement',
    parts: ['Dépenses, poste par poste', 'Recettes et cofinancements', 'Reste à charge', 'Échéancier', 'Risques'],
  },
  {
    pattern: word(String.raw`discours|allocutions?|vœux|communiqués?|articles? de presse`),
    label: 'communication',
    name: 'Trame de communication',
    parts: ['Message principal', 'Public visé', 'Déroulé', 'Faits et chiffres', 'Conclusion'],
  },
]

const GENERAL = {
  name: 'Plan proposé',
  parts: ['Contexte', 'Objectif', 'Étapes et responsables', 'Moyens et budget', 'Calendrier', 'Points de vigilance'],
} as const

/** Returns the kinds of document that a text names. */
export const documentKindsIn = (text: string): string[] =>
  OUTLINES.filter(({ pattern, isSubject }) => isSubject !== true && pattern.test(text)).map(({ label }) => label)

/** Returns the outline of the first kind of document named in the first text that names one; or else of its subject; or else a general plan. */
export const outlineFor = (...texts: readonly string[]): DocumentOutline => {
  for (const text of texts) {
    const first = OUTLINES.map((outline) => ({ outline, at: text.search(outline.pattern) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => Number(a.outline.isSubject ?? false) - Number(b.outline.isSubject ?? false) || a.at - b.at)[0]
    if (first) return first.outline
  }
  return GENERAL
}

const NBSP = '\u00a0'
const ARTICLE = /^(?:le |la |les |l[’']|une? |des |trois à cinq |deux )/i
/** Matches a choice, « Selon le besoin : calendrier, lettre de cadrage ou projet de décision »: only one of the items is written. */
const EITHER = /^selon le besoin/i
const TWO_TEXTS = /,? et (?:le |la |les |l[’']|une? )/i

/** Removes the article and the capital: « Le projet d’arrêté » → « projet d’arrêté ». */
const withoutArticle = (title: string) => {
  const name = title.trim().replace(ARTICLE, '')
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.slice(0, 1).toLowerCase() + name.slice(1) : name
}
const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const partsOf = (enumeration: string, end: RegExp): string[] =>
  enumeration
    .replace(/\s*\([^)]{0,200}\)/g, '')
    .replace(/\.$/, '')
    .split(end)
    .map((part) => upperFirst(part.trim().replace(/^d[’']/, '')))
    .filter((part) => part !== '')

const STOP_WORDS = new Set('pour avec dans cette vous nous sans plus être faire leur entre mois année'.split(' '))
const rootsOf = (text: string) =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word)).map((word) => word.slice(0, 7)))
/** Returns the text that shares the most words with the message; the first one when none does. */
const namedBy = (message: string, texts: readonly string[]): { text: string; named: number } => {
  const asked = rootsOf(message)
  const counts = texts.map((text) => [...rootsOf(text)].filter((root) => asked.has(root)).length)
  const named = Math.max(...counts)
  return { text: texts[counts.indexOf(named)]!, named }
}

/**
 * Returns the outline of the deliverable that the message names, or else of the first one.
 * @param deliverables the assistant's own list; one at least
 */
export const outlineOf = (deliverables: readonly string[], message: string): DocumentOutline => {
  const titleOf = (item: string) => item.split(/\s:\s/)[0]!
  const item = namedBy(
    message,
    deliverables.map((one) => (EITHER.test(one) ? one : titleOf(one))),
  ).text
  const whole = deliverables.find((one) => one === item || titleOf(one) === item)!
  const enumeration = whole.slice(titleOf(whole).length).replace(/^\s:\s/, '')
  if (EITHER.test(whole)) {
    const choices = partsOf(enumeration, /\s*,\s*|\s+ou\s+/)
    const chosen = namedBy(message, choices)
    return chosen.named > 0 ? knownOutline(chosen.text, deliverables) : { name: `Trame${NBSP}: selon votre besoin`, parts: choices }
  }
  const parts = partsOf(enumeration, /\s*,\s*/)
  if (parts.length > 1) return { name: `Trame${NBSP}: ${withoutArticle(titleOf(whole))}`, parts }
  return knownOutline(whole.replace(/\.$/, ''), deliverables)
}

/** Returns the sections of a known kind of document, or else the deliverables themselves as sections. */
const knownOutline = (text: string, deliverables: readonly string[]): DocumentOutline => {
  const title = text.split(/,? (?:avec|prêt|à la longueur) |, /)[0]!
  const known = TWO_TEXTS.test(title) ? GENERAL : outlineFor(title)
  const isKnown = OUTLINES.some(({ name, isSubject }) => name === known.name && isSubject !== true)
  return {
    name: `Trame${NBSP}: ${withoutArticle(title.split(TWO_TEXTS)[0]!)}`,
    parts: isKnown ? known.parts : deliverables.map((one) => upperFirst(withoutArticle(one.replace(/\.$/, '')))),
  }
}
