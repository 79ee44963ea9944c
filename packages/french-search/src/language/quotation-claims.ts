import { quotationsOf, type Quotation } from './quotes.ts'

/** Nouns and verbs before a name in quotation marks: « la feuille « Locations 2026 » ». */
const label =
  /(?:^|[^\p{L}])(?:feuilles?|onglets?|classeurs?|fichiers?|documents?|dossiers?|répertoires?|sections?|rubriques?|chapitres?|parties?|paragraphes?|titres?|sous-titres?|intitulée?s?|colonnes?|lignes?|cellules?|tableaux?|graphiques?|annexes?|articles?|dispositifs?|programmes?|plans?|projets?|opérations?|actions?|services?|directions?|pôles?|assistante?s?|catégories?|formulaires?|modèles?|boutons?|menus?|cases?|champs?|options?|pages?|guides?|chartes?|labels?|prix|marchés?|lots?|appels? à projets?|nommée?s?|appelée?s?|dénommée?s?|baptisée?s?|libellée?s?|dite?s?|termes?|mots?|expressions?|notions?|concepts?|logiciels?|outils?|applications?|applis?|appareils?|comptes?|postes?|sites?|salles?|écoles?|crèches?|résidences?|quartiers?|associations?|sociétés?|ouvrages?|revues?|journa(?:l|ux)|types?|statuts?|états?|niveaux?|groupes?|thèmes?|modules?|ateliers?|événements?|campagnes?|missions?|contrats?|conventions?|lois?|décrets?|arrêtés?|notes?|fiches?|rapports?|règlements?|délibérations?|circulaires?|livrets?|notices?|brochures?|procédures?|réseaux?|parlent|parle|parler|dans|voir|consulte[rz]|ouvre[zr]?|cliquez sur|choisissez|sélectionnez|objet|nom|cf\.?|selon|d['’]après)(?:\s+(?:n°\s*)?(?!que\s)[\p{L}\d.'’/-]+){0,2}\s*[:,]?\s*(?:l['’]|d['’]|l[ae]s?\s|d[ue]s?\s|un[e]?\s)?\s*$/iu

/** Verbs that present the following or preceding text as the words of a source. */
const reportingVerb =
  /(?:^|[^\p{L}])(?:indiqu|précis|prévo[iy]|stipul|dispos[ea]|énonc|mentionn|écri[tv]|di(?:t|sent|sait)(?=\s*(?:que\s*)?[:,«]|\s*$)|déclar|affirm|rappel|soulign|cite|fix[ea]|impos|exig|défini|ajout|expliqu|confirm|conclu[ta]|rédigé|on (?:y )?lit|lire|textuellement|mot (?:à|pour) mot|libellé ainsi|ainsi (?:rédigé|libellé)|en ces termes|d['’]après|selon|aux termes de|reprend|cité|passage|extrait|citation|phrase)\p{L}*/iu

/** Last word before a quotation when it introduces its content: « le guide écrit « … » ». */
const introduces =
  /(?:^|[^\p{L}])(?:indiqu|précis|prévo|stipul|dispose|énonc|mentionn|écri|déclar|affirm|rappel|soulign|fixe|impos|exig|défini|ajout|expliqu|confirm|conclu|reprend|lit)\p{L}*\s*(?:que|qu['’])?\s*[:,]?$/iu

/** Finite verbs: the most common ones, and endings that nouns do not have. */
const verb =
  /(?:^|[^\p{L}])(?:est|sont|était|étaient|a|ont|avait|peut|peuvent|pourra|doit|doivent|fait|font|va|vont|faut|n['’]est|n['’]a|s['’]élève|sera|seront|relève|prend|donne|reste|comprend|commence|bénéficie|concerne|s['’]applique|appartient|dispose|perçoit|reçoit|paie|verse|rembourse|exerce|approuve|décide|autorise|fixe|\p{L}{2,}(?:era|eront|aient|issent|irent|èrent)|(?:ne|se|les|la|le|lui|y|en) \p{L}{2,}(?:e|ent|it|t|ra|ront))(?=[^\p{L}]|$)/iu

/** A figure with its unit: a fact that can be checked in a source. */
const fact =
  /(?:\d|(?:^|[^\p{L}])(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante|cent|mille)\s).*(?:%|€|euros?|jours?|semaines?|mois|ans?|années?|heures?|minutes?|habitants?|agents?|élèves?|enfants?|repas|mètres?|m²|km|kg|tonnes?|points?)/iu

const file = /\.(?:xlsx?|csv|ods|docx?|odt|pdf|pptx?|odp|txt|md|html?|jpe?g|png|zip|eml|rtf)$/i

const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0

/** Minimum number of words for a text to be a sentence rather than a name. */
const minSentenceWords = 9
/** Maximum number of words of a term or a short name. */
const maxTermWords = 3

/** Returns the end of the sentence before a quotation, without the adjacent quotations and their links (« et », « puis »). */
function introductionOf(before: string): string {
  const sentence = before.slice(-240).replace(/^[\s\S]*(?:[.!?]\s(?=\p{Lu})|\n)/u, '')
  const sentenceWithoutQuotes = sentence.replace(/(?:[«“][^»”]*[»”](?:\s*\[[\d,; ]+\])*\s*(?:,|;|et|ou|puis|ainsi que)?\s*)+$/u, '')
  return sentenceWithoutQuotes.replace(/[*_]+/g, '').trimEnd()
}

/**
 * Whether an answer presents a text in quotation marks as the words of a source, so that it must be checked. Names of files, sheets, sections or devices,
 * single terms and short labels are excluded. Signs of a quotation: its length, a verb, a figure with its unit, a verb of saying or a colon before it, a
 * source number after it.
 */
function isClaimedQuotation({ text, start, end }: Quotation, answer: string): boolean {
  const words = wordCount(text)
  if (file.test(text)) return false
  const introduction = introductionOf(answer.slice(0, start))
  const after = answer.slice(end, end + 120).replace(/^[*_]+/, '')
  const isTitle = /^[\p{Lu}\d]/u.test(text) && !/[.;…]$/.test(text) && words < minSentenceWords && !(introduction.endsWith(':') && verb.test(text))
  const isLabelled = label.test(introduction) && !introduces.test(introduction)
  if (isTitle && isLabelled) return false
  const isSentence = words >= minSentenceWords || (words > maxTermWords && (verb.test(text) || /[.;!?…]$/.test(text)))
  if (isSentence || (fact.test(text) && /\p{L}|%|€/u.test(text))) return true
  const isReported =
    reportingVerb.test(introduction.slice(-80)) ||
    introduction.endsWith(':') ||
    /^\s*(?:\[[\d,; ]+\]\s*)?,?\s*(?:selon|d['’]après|indique|précise|dit|écrit|rappelle|ajoute)(?!\p{L})/u.test(after)
  if (isLabelled && words <= maxTermWords) return false
  if (isReported) return true
  const isCited = /^[\s,.;]*\[\d/.test(after)
  const isCitedInSentence = isCited || /\[\d/.test(introduction) || /\[\d/.test(answer.slice(0, start).slice(-160)) || /^[^.!?\n]*\[\d/.test(after)
  if (isTitle) return false
  return words > maxTermWords || (words === maxTermWords && isCitedInSentence)
}

/** Returns the texts in quotation marks that an answer presents as the words of its sources, in order. */
export const claimedQuotations = (answer: string): string[] =>
  quotationsOf(answer)
    .filter((quotation) => isClaimedQuotation(quotation, answer))
    .map(({ text }) => text)
