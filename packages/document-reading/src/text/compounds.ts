/** First parts that keep their hyphen before any word. The short ones are never the last syllable of a French line break. */
const FIRST_PARTS = new Set(
  (
    'vice demi semi après arrière rez sans hors libre libres nord sud procès rendez rond ronds chef chefs aide aides grand grands grande grandes ' +
    'haut hauts médico technico politico tiers tout trop là maître maîtres savoir plate plates laissez petit petite petits petites ' +
    'trente quarante cinquante soixante quatre e a y t x sage sages sapeur sapeurs assistant assistante assistants assistantes jusque ' +
    'trois deux six sept huit neuf celui celle ceux celles lui eux saint sainte saints saintes'
  ).split(' '),
)

/**
 * First parts that keep their hyphen only before the words of a pattern. Before other words they are the first syllables of another word, or of a word
 * without hyphen.
 */
const FIRST_PARTS_BEFORE: Readonly<Record<string, RegExp>> = {
  sous: /^(?!cri|trac|traire|trait(s|es?)?$|tray)/,
  avant: /^(?!age)/,
  ci: /^(joint|après|avant|dessus|dessous|contre|devant|annex|inclus|présent|gît)/,
  lieu: /^dit/,
  franco: /^(?!phon|phil)/,
  porte: /^(?!feuille|manteau)/,
  passe: /^(?!port)/,
  non: /^(?!ante|chal|obst|ain)/,
  ex: /^(maire|président|conseill|adjoint|direct|ministre|mari|épou|femme|combattant|détenu|sénat|député|employ|agent|champion|æquo|aequo|voto|associ)/,
  mi: /^(temps|parcours|chemin|mandat|côte|saison|journée|hauteur|course|carême|long|lourd|bas|année|séance|corps|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)$/,
  quasi: /^(?!ment)/,
  contre:
    /^(visite|expertise|proposition|indication|indiqu|attaque|enquête|exemple|pouvoir|performan|productif|productive|projet|offre|vérité|épreuve|emploi|feu|allée|jour|plongée|révolution|courant|culture|interrogatoire|intuitif|rail|terrorisme|mesure)/,
  auto: /^([aeiouyéèêh]|stop|tampon)/,
  micro: /^([aeiouyéèêh]|crèche|entreprise|folie)/,
  entre: /^(temps|deux|soi)$/,
  post: /^(?!al|er|é|ul|ure)/,
  outre: /^(?!pass|cuid)/,
  garde: /^/,
  bien: /^(être|fondé|aimé|pensan|portan|logé)/,
  mal: /^(être|logement|logé|aimé|voyan|entendan)/,
  co: /^(constru|présiden|développ|élabor|anim|organis|working)/,
  éco: /^(quartier|responsab|conditi|geste|construc|concept|tourisme|mobilit|citoyen|organisme|hameau|pâturage|participation|délégué|contribut)/,
  socio: /^(?!log|métr)/,
  soi: /^(disant|même)/,
  au: /^(dessus|dessous|delà|dedans|dehors|devant)$/,
  par: /^(dessus|dessous|delà|devant|devers|ci|là)$/,
  plus: /^(value|disan)/,
  moins: /^(value|disan)/,
  mieux: /^(disan|être)/,
  compte: /^(rendu|tours|gouttes)/,
  comptes: /^rendus/,
  centre: /^(ville|bourg)/,
  mot: /^clé/,
  mots: /^clés?/,
  peut: /^être/,
  beau: /^(père|frère|fils|parent|papa)/,
  beaux: /^(pères|frères|fils|parents|arts|quartiers)/,
  belle: /^(mère|sœur|soeur|fille|famille)/,
  belles: /^(mères|sœurs|soeurs|filles|familles)/,
  quote: /^part/,
  quotes: /^parts/,
  week: /^end/,
  pique: /^niqu/,
  état: /^(major|civil|nation)/,
  états: /^(majors|unis|généraux)/,
  timbre: /^(poste|quittance|amende)/,
  timbres: /^(poste|amendes)/,
  chauffe: /^eau/,
  couvre: /^(feu|chef|lit)/,
  pare: /^(feu|brise|choc|balle)/,
  ouvre: /^boîte/,
  coupe: /^(feu|vent|file|circuit|papier)/,
  brise: /^(glace|vue|soleil|vent)/,
  date: /^butoir/,
  carte: /^(mère|réponse)/,
  sèche: /^(linge|main|cheveu)/,
  lave: /^(linge|vaisselle|main|auto)/,
  faire: /^(part|valoir)/,
  casse: /^(croûte|tête|noix)/,
  crédit: /^(bail|relais)/,
  crédits: /^bail/,
  station: /^(service|essence)/,
  ville: /^(centre|dortoir)/,
  pause: /^(café|déjeuner)/,
  assurance: /^(vie|chômage|maladie|vieillesse|décès|emprunteur|dommage)/,
  cent: /^(un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|vingt)$/,
  vingt: /^(et|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf)$/,
  dix: /^(sept|huit|neuf)$/,
  est: /^(ce|il|elle|on)$/,
  code: /^barres?$/,
  point: /^(virgule|presse)/,
  main: /^(forte|courante)/,
  mise: /^à/,
  bas: /^(côté|relief|fond|ventre)/,
  anti: /^i/,
  péri: /^u/,
  pluri: /^i/,
  intra: /^u/,
  mini: /^(bus|golf|camp|séjour|stade|forêt|crèche|[iu])/,
  multi: /^([iu]|accueil|activité|usage|site|service)/,
  pré: /^(inscri|enseign|étude|accueil)/,
}

/** Words that link the parts of an expression: « rez-de-chaussée », « c’est-à-dire », « Aix-en-Provence ». */
const LINKS = new Set('à a de du des en et la le les sur sous aux au ès lès lez t ci là par pour contre'.split(' '))

/** Words that follow any word with a hyphen: « lui-même », « puis-je », « allez-y ». */
const PRONOUNS = new Set(['même', 'mêmes', 'je', 'y'])
/** Pronouns that follow a verb ending in t or d: « doit-il ». Otherwise they are syllables of a word, which begin with the preceding consonant. */
const PRONOUNS_AFTER_T = new Set(['il', 'ils', 'elle', 'elles', 'on'])
/** Pronouns that follow an imperative: « adressez-vous », « donnons-leur ». */
const PRONOUNS_AFTER_IMPERATIVE = new Set(['vous', 'nous', 'le', 'la', 'les', 'lui', 'leur', 'moi', 'en'])
/** Beginnings of words that end in « ci » or « là ». Any other beginning is a separate word: « ce mois-ci ». */
const SYLLABLES_BEFORE_ADVERB = /^(mer|sou|voi|ce|raccour|adou|éclair|dur|far|rétré|de|ho)$/

/** Endings of verbs and adverbs, as in « garde-ront » and « libre-ment »: the word is cut after what looks like a first part. */
const ENDINGS = /^(ments?|r|ra|rai|ras|rait|rais|raient|rez|ront|rons|riez|rions|ns|nt|s|ur|urs|use)$/

const afterApostrophe = (word: string): string => word.slice(word.search(/[^’']*$/))

/**
 * Whether the hyphen between two parts belongs to the word: « sous-préfet », « rez-de-chaussée », « doit-il ».
 * @param before word before the hyphen, in lower case, with the hyphens that it contains
 * @param after word after the hyphen, in lower case, with the hyphens that it contains
 */
export function isCompound(before: string, after: string): boolean {
  const last = afterApostrophe(before.slice(before.lastIndexOf('-') + 1))
  const next = after.split('-', 1)[0]!
  if (ENDINGS.test(after)) return false
  if (FIRST_PARTS.has(last) || FIRST_PARTS_BEFORE[last]?.test(after)) return true
  if (before.includes('-') && LINKS.has(last)) return true
  if (/^[dl][’']/.test(after) || (after !== next && LINKS.has(next))) return true
  return isBeforePronoun(last, next)
}

function isBeforePronoun(verb: string, pronoun: string): boolean {
  if (PRONOUNS.has(pronoun)) return true
  if (PRONOUNS_AFTER_T.has(pronoun)) return /[td]$/.test(verb)
  if (pronoun === 'ci' || pronoun === 'là') return !SYLLABLES_BEFORE_ADVERB.test(verb)
  return PRONOUNS_AFTER_IMPERATIVE.has(pronoun) && /(ez|ons)$/.test(verb)
}
