const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'

const FACTS: readonly { label: string; pattern: RegExp }[] = [
  {
    label: 'Dates',
    pattern: new RegExp(
      `\\b(?:\\d{1,2}(?:er)?\\s+(?:${MONTHS})(?:\\s+\\d{4})?|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:${MONTHS})\\s+\\d{4})`,
      'giu',
    ),
  },
  {
    label: 'Montants',
    pattern: /\d[\d\s\u00a0\u202f.,]*(?:k€|M€|€|(?:milliers|millions) d[’']euros|euros?)(?:\s+(?:HT|TTC))?/gi,
  },
  { label: 'Pourcentages', pattern: /\d+(?:,\d+)?\s*%/g },
  {
    label: 'Références',
    pattern: /\b(?:articles?\s+(?:[LRD]\.?\s*)?\d[\d-]*|loi n°\s*[\d-]+|décret n°\s*[\d-]+)/gi,
  },
]

type Outline = { pattern: RegExp; label: string; name: string; parts: readonly string[] }

const OUTLINES: readonly Outline[] = [
  {
    pattern: /\bdélib[ée]rations?\b/i,
    label: 'délibération',
    name: 'Trame de délibération',
    parts: ['Objet', 'Visas', 'Considérants', 'Décision, article par article', 'Vote et signature'],
  },
  {
    pattern: /\barrêtés?\b/i,
    label: 'arrêté',
    name: 'Trame d’arrêté',
    parts: ['Objet', 'Visas', 'Considérants', 'Articles', 'Voies et délais de recours', 'Publication et signature'],
  },
  {
    pattern: /\b(?:marchés? publics?|consultation|cahier des charges|appel d[’']offres|cctp|ccap)\b/i,
    label: 'marché public',
    name: 'Trame du dossier de consultation',
    parts: ['Besoin et périmètre', 'Allotissement et durée', 'Estimation et financement', 'Critères de jugement', 'Calendrier'],
  },
  {
    pattern: /\b(?:compte[s]?[- ]rendus?|procès-verb(?:al|aux)|relevé de décisions)\b/i,
    label: 'compte rendu',
    name: 'Trame de compte rendu',
    parts: ['Date, lieu et présents', 'Ordre du jour', 'Échanges, point par point', 'Décisions', 'Suites\u00a0: qui fait quoi, pour quand'],
  },
  {
    pattern: /\b(?:lettres?|courriers?|courriels?|mails?|e-mails?)\b/i,
    label: 'courrier',
    name: 'Trame de courrier',
    parts: ['Destinataire et objet', 'Rappel de la situation', 'Réponse ou demande', 'Formule de politesse et signature'],
  },
  {
    pattern: /\b(?:notes?|synthèses?|rapports?)\b/i,
    label: 'note',
    name: 'Trame de note',
    parts: ['Objet et destinataire', 'Contexte', 'Analyse', 'Options, avantages et risques', 'Proposition'],
  },
  {
    pattern: /\b(?:budgets?|subventions?|financements?|dépenses?|recettes?)\b/i,
    label: 'budget',
    name: 'Trame de plan de financement',
    parts: ['Dépenses, poste par poste', 'Recettes et cofinancements', 'Reste à charge', 'Échéancier', 'Risques'],
  },
  {
    pattern: /\b(?:discours|allocutions?|vœux|communiqués?|articles? de presse)\b/i,
    label: 'communication',
    name: 'Trame de communication',
    parts: ['Message principal', 'Public visé', 'Déroulé', 'Faits et chiffres', 'Conclusion'],
  },
]

const GENERAL = {
  name: 'Plan proposé',
  parts: ['Contexte', 'Objectif', 'Étapes et responsables', 'Moyens et budget', 'Calendrier', 'Points de vigilance'],
} as const

/** What simple rules find in a message: dates, amounts, percentages, references, kinds of act; as written. */
export const factsOf = (text: string): { label: string; values: string[] }[] => {
  const found = FACTS.map(({ label, pattern }) => ({
    label,
    values: [...new Set([...text.matchAll(pattern)].map((match) => match[0].trim()))].slice(0, 6),
  }))
  const acts = OUTLINES.filter(({ pattern }) => pattern.test(text)).map(({ label }) => label)
  return [...found, { label: 'Document', values: acts }].filter(({ values }) => values.length > 0)
}

/** The outline of the kind of document a message speaks of first, or a general plan. */
export const outlineFor = (text: string): { name: string; parts: readonly string[] } => {
  const first = OUTLINES.map((outline) => ({ outline, at: text.search(outline.pattern) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)[0]
  return first?.outline ?? GENERAL
}
