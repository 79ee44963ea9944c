const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'

const FACTS: readonly { label: string; pattern: RegExp }[] = [
  {
    label: 'Dates',
    pattern: new RegExp(`\\b(?:\\d{1,2}(?:er)?\\s+(?:${MONTHS})(?:\\s+\\d{4})?|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:${MONTHS})\\s+\\d{4})`, 'giu'),
  },
  {
    label: 'Montants',
    pattern: /\d[\d.,\p{Zs}]{0,20}(?:k€|M€|€|(?:milliers|millions) d[’']euros|euros?)(?:\p{Zs}+(?:HT|TTC))?/giu,
  },
  { label: 'Pourcentages', pattern: /\d{1,6}(?:,\d{1,6})?\p{Zs}?%/gu },
  {
    label: 'Références',
    pattern: /\b(?:articles?\s(?:[LRD]\.?\s?)?\d[\d-]{0,20}|(?:loi|décret) n°\s?\d[\d-]{0,20}(?:(?<=-) \d{1,6})?)/gi,
  },
]

/** Any of these words, whole; `\b` would not see that é is a letter. */
const word = (alternatives: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'iu')

/** `isSubject`: what its words name is in every file; a document named beside them comes first. */
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

/** What simple rules find in a message: dates, amounts, percentages, references, kinds of act; as written, but for its line breaks. */
export const factsOf = (text: string): { label: string; values: string[] }[] => {
  const found = FACTS.map(({ label, pattern }) => ({
    label,
    values: firstOfEach([...text.matchAll(pattern)].map((match) => match[0].replace(/\s*\n\s*/g, ' ').trim())).slice(0, 6),
  }))
  const acts = OUTLINES.filter(({ pattern }) => pattern.test(text)).map(({ label }) => label)
  return [...found, { label: 'Document', values: acts }].filter(({ values }) => values.length > 0)
}

/** « 22,49 % » and « 22,49% » are one. */
const firstOfEach = (values: readonly string[]): string[] => {
  const bare = values.map((value) => value.replace(/\s/g, ''))
  return values.filter((_, at) => bare.indexOf(bare[at]!) === at)
}

/** The outline of the kind of document that the first of the texts to name one names first, else of its subject, or a general plan. */
export const outlineFor = (...texts: readonly string[]): { name: string; parts: readonly string[] } => {
  for (const text of texts) {
    const first = OUTLINES.map((outline) => ({ outline, at: text.search(outline.pattern) }))
      .filter(({ at }) => at !== -1)
      .sort((a, b) => Number(a.outline.isSubject ?? false) - Number(b.outline.isSubject ?? false) || a.at - b.at)[0]
    if (first) return first.outline
  }
  return GENERAL
}
