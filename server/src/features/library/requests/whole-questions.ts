import { plainForm, stopWords } from '@parvis/french-search'

// Requests whose answer is a set, so that all documents must be read. They are recognised by grammar (an unrestricted plural, an order to make a table or
// list, « quelque part »), not by subject.

const START = '(?<![a-z])'
const END = '(?![a-z])'
const politePhrases = String.raw`(?:(?:bonjour|bonsoir|merci de|s'il (?:te|vous) plait|svp|stp|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|je voudrais|je veux|j'aimerais|il me faut|il faut|et|mais|alors|donc|maintenant|ensuite|puis|dis-moi|dites-moi|indique-moi|indiquez-moi)[ ,]*)*`

/** Pattern of a question whose answer is a set: « Quels élus », « de quels projets », « qui sont ». */
const pluralQuestion = new RegExp(
  String.raw`^${politePhrases}(?:est-ce que )?(?:(?:de|a|pour|avec|dans|par|sur|chez|contre) )?(?:quel(?:le)?s ${START}[a-z'-]+|(?:qui|quel(?:le)?s) (?:sont|etaient|seront|ont ete)|lesquel(?:le)?s)${END}`,
)
/** Pattern of a count: « Combien de délibérations », but not « combien de jours », which asks for a measure. */
const countQuestion = new RegExp(
  String.raw`^${politePhrases}combien (?:de |d')(?!(?:jours?|mois|ans|annees|heures?|semaines?|minutes?|euros|temps|kilometres|metres)${END})[a-z'-]+[sx]${END}`,
)
/** Pattern of a question that no noun restricts: « Qui est cité ? », « qui intervient ? ». */
const whoQuestion = new RegExp(String.raw`^${politePhrases}qui (?!sont|est-ce)[a-z' -]{3,40}\?*$`)
/** Pattern of words for any place in the documents, or for all of them. */
const anywhere = new RegExp(
  String.raw`${START}(?:quelque part|nulle part|a un moment ou a un autre|a aucun moment|d'un bout a l'autre|du debut a la fin|de la premiere a la derniere|combien de fois|(?:a|dans|sur) quel(?:le)?s (?:pages?|passages?|endroits?|parties?|chapitres?|articles?|sections?)|dans (?:tout|l'ensemble|la totalite|l'integralite)|(?:l'ensemble|la totalite|l'integralite) (?:des?|du))${END}`,
)
/** Pattern of a request that compares all items: « Le total des subventions », « la dépense la plus élevée ». */
const extreme = new RegExp(
  `${START}(?:(?:total|totale|totaux|somme|moyenne|nombre total) (?:des?|de tous|de toutes)|(?:le|la|les) (?:plus|moins) (?!tot|vite|possible)[a-z]{3,}|au total|en tout)${END}`,
)
/** Pattern of a question about presence: « Le texte mentionne-t-il une pénalité ? ». To answer no, all of the text must be read. */
const existence = new RegExp(
  String.raw`^${politePhrases}(?:est-ce que )?(?:le|la|ce|cette|mon|notre) (?:document|rapport|texte|fichier|dossier|pdf|convention|contrat|compte[ -]rendu)(?: [a-z'-]+){0,3}? (?:parle|mentionne|evoque|cite|traite|contient|aborde|comporte|fait)(?:-t-(?:il|elle)| |$)`,
)
/** Pattern of a request for a table or list: « Fais-moi un tableau de … », « dresse la liste des … ». */
const formRequest = new RegExp(
  String.raw`^${politePhrases}[a-z]{3,}(?:-(?:moi|nous|en|lui|leur))* ?(?:un|une|le|la|l')? ?(?:petite? |court |rapide |bon )?(?:tableau|liste|inventaire|chronologie|frise|calendrier|index|glossaire|lexique|repertoire|annuaire|recapitulatif|releve|recensement|classement|comparaison|comparatif|historique)${END}`,
)
const bareForm = new RegExp(
  String.raw`^${politePhrases}(?:un |une |la |le )?(?:tableau|liste|inventaire|chronologie|index|glossaire|lexique|recapitulatif) (?:de |des |d'|du )`,
)
/** Pattern of a verb followed by a plural: « Classe les dépenses », « compare les deux parties ». */
const orderPattern = new RegExp(
  String.raw`^${politePhrases}(?<verb>[a-z]{4,})(?:-(?:moi|nous|en|lui|leur))* (?:moi |nous )?(?:tou(?:s|tes) )?(?:les|des|ces|tout ce qui|ce qui) (?!plus )[a-z'-]+`,
)

const nounAfterDeterminer = /(?<![a-z'-])(?:(?:le|la|un|une|du|au|cet|cette|son|sa|mon|ma|notre|votre|leur) |l')([a-z][a-z-]+)/g
const nounAfterPreposition =
  /(?<![a-z'-])(?:(?:de|en|a|pour|avec|sans|si|quand|lorsque?|apres|avant|chez|contre) |d')(?!(?:le|la|les|un|une|des|du|cet?|cette|ces|tou[st]|toutes|chaque|quels?|quelles?|qui|plus|moins)(?![a-z]))([a-z][a-z-]+)/g

/** Returns the words that restrict a question to one thing: a singular noun after a determiner, an infinitive, a proper name. */
function restrictingWords(clause: string, isGeneral: (word: string) => boolean): string[] {
  const plainClause = plainForm(clause)
  const nouns = [
    ...[...plainClause.matchAll(nounAfterDeterminer)].map(([, noun]) => noun!),
    ...[...plainClause.matchAll(nounAfterPreposition)].flatMap(([, noun]) => (/[sx]$/.test(noun!) ? [] : [noun!])),
  ]
  const names = [...clause.matchAll(/(?<=[\p{L},][\s'’]|\s[ld][’'])\p{Lu}[\p{L}’-]+/gu)].map(([name]) => plainForm(name))
  return [...nouns, ...names].filter((word) => !isGeneral(word) && !stopWords.has(word))
}

const clausesOf = (request: string): string[] =>
  request
    .split(/(?<=[?!])\s+|\.\s+|\n+|;\s|(?<=^\s*(?:bonjour|bonsoir)[^,.!?]{0,40}),\s/iu)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** Whether a question asks for everyone who does something: « Qui est cité ? », but not « Qui l’a signé ? » or « Qui signe le bail ? ». */
export function asksAnyone(request: string): boolean {
  const plainClause = plainForm(request).replace(/\s+/g, ' ').trim()
  return whoQuestion.test(plainClause) && !/(?<![a-z'-])(?:les?|la|l'|une?|des|du|aux?|lui|leur|y|en|s'en|quel(?:le)?s?|quoi) ?[a-z]/.test(plainClause)
}

/**
 * Whether an answer needs all of the documents: lists, counts, totals, superlatives, presence, « qui… ». @param isGeneral whether a noun fits any document (« rapport », « page ») and so does not restrict the question
 */
export function enumerates(request: string, isGeneral: (word: string) => boolean): boolean {
  return clausesOf(request).some((clause) => {
    const plainClause = plainForm(clause).replace(/\s+/g, ' ').trim()
    if (anywhere.test(plainClause) || extreme.test(plainClause) || existence.test(plainClause) || formRequest.test(plainClause) || bareForm.test(plainClause))
      return true
    const verb = orderPattern.exec(plainClause)?.groups!.verb
    const isOrder = verb !== undefined && !stopWords.has(verb) && !/^(?:quel|faut|peut|doit|existe|merci|bonjour|combien|comment)/.test(verb)
    return (
      asksAnyone(clause) ||
      ((pluralQuestion.test(plainClause) || countQuestion.test(plainClause) || isOrder) && restrictingWords(clause, isGeneral).length === 0)
    )
  })
}

/** Whether a request is about one portion of a document (« Résume l’article 4 », « le chapitre II ») or one fact (« Qui est le maire ? »). */
export const isAboutOnePart = (request: string): boolean =>
  /(?<![a-z])(?:article|chapitre|page|annexe|section|partie|titre|paragraphe|alinea|lot|point) (?:n[°o] ?)?(?:[lrda]\.? ?)?(?:\d|[ivx]{1,5}(?![a-z]))/.test(
    plainForm(request),
  ) ||
  /^\W*(?:et |mais )?(?:qui|quel(?:le)?) est (?:le|la|l') ?(?:maire|adjointe?|president|presidente|secretaire|directeur|directrice|mairie|commune|elue?)\W*$/.test(
    plainForm(request),
  )
