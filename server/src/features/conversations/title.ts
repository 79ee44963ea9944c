import { constants } from '@parvis/contract'
import { civility, removeIntroduction } from './introductions.ts'

/** Maximum length of a title, which must fit one line of a list. */
const maxTitleLength = Math.min(72, constants.conversationTitleLength)

/** Minimum length, in characters, of a text that can be a question. */
const minQuestionLength = 4

// « Salutations finales » only begins like a greeting: whole words are matched.
const greeting =
  /^(re)?(bonjour|bonsoir|salut|coucou|hello)(?!\p{L})( (parvis|madame|monsieur|mesdames|messieurs|à toutes et (?:à )?tous|à tous et (?:à )?toutes|à tous|à toutes|tout le monde|(?:chère?s? )?collègues?|l['’]équipe)(?!\p{L}))*[\s,.!:;–-]*/iu
const thanks =
  /^(merci( beaucoup| bien)?( d['’]avance| par avance| (pour|de) (votre|ton) aide|(?!( beaucoup| bien)? d(e |['’])))|s['’]il (vous|te) pla[iî]t|svp|stp|cordialement|bien à (vous|toi)|bonne (journée|soirée)|à bientôt)(?!\p{L})[\s,.!:;–-]*/iu
const closingCourtesy =
  /[\s,;–-]+((merci( beaucoup| bien)?( d['’]avance| par avance)?|s['’]il (vous|te) pla[iî]t|svp|stp)( et (bonne|belle) (journée|soirée))?|(bonne|belle) (journée|soirée))[\s.!]*(?=[?]|$)/iu

const inlineCourtesy = /\s*,?\s*\b(s['’]il (vous|te) pla[iî]t|svp|stp)\b\s*,?\s+/giu

/** Pattern of a reported question: « Mme X me demande si… ». The clause after `me demande si` is a question. */
const reportedQuestion = /^.{0,160}?(?<!\p{L})(me|nous) demande(?:nt)? (si |s['’](?=il|elle|on))/iu
const leadingPhrases: readonly RegExp[] = [
  /^(est-ce que )?(tu peux|vous pouvez|tu pourrais|vous pourriez) /iu,
  /^(peux|pourrais|saurais)-tu /iu,
  /^(pouvez|pourriez|sauriez)-vous /iu,
  /^je (souhaiterais|souhaite|voudrais|veux|cherche à|dois|aurais besoin|me demande) /iu,
  /^j['’](aimerais|ai besoin) /iu,
  /^(?:nous avons|nous aurions|j['’]ai|j['’]aurais) besoin (?:d['’]aide|d['’]un coup de main) (?:pour|sur|concernant|à propos de) /iu,
  /^(?:auriez|avez|aurais|as)-(?:vous|tu) (?=(?:une?|des|le|la|les|l['’])(?!\p{L}))/iu,
  /^nous (souhaiterions|souhaitons|voudrions|aimerions) /iu,
  /^(que )?(tu|vous) (m['’]|me )(aides|aidiez) à /iu,
  /^merci (beaucoup |bien )?(de |d['’])(bien vouloir )?/iu,
  /^(de |d['’])?(m['’]aider à|m['’]indiquer|m['’]expliquer|me (dire|préciser|confirmer)|savoir) /iu,
]
/** Patterns of words removed after a lead: « Pouvez-vous *nous* faire », but not in « Nous avons reçu ». */
const wordsAfterLead: readonly RegExp[] = [
  /^(?:(?:me|nous) |m['’])(?=\p{L})/iu,
  /^(?:dire|indiquer|préciser|savoir) (?=(?:comment|si|où|quand|qui|pourquoi|combien|quel(?:le)?s?) |s['’])/iu,
  /^(si |s['’](?=il|elle|on))/iu,
]

const titledName = String.raw`${civility}\s+(?:(?:Le|La|De|Du|Des|d['’]|Van|Von)\s*)?\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)?`
/** Pattern of a person between commas, with their address or function. */
const apposition = new RegExp(String.raw`\s*,\s*${titledName}(?:\s*,\s*\d[^,.?!]{2,60})?\s*,\s*`, 'gu')
const namedPerson = new RegExp(String.raw`(?:\s(?:à|pour|de|avec|chez|par))?(?:\s|^)${titledName}(?=[\s,.;:?!]|$)`, 'gu')

/**
 * Pattern of the person who asks, with a description and the verb of asking: « Mme Martin, de la mairie de Plouguerneau, voudrait », « Mme Petit de la
 * perception me demande ».
 */
const askingPerson = new RegExp(
  String.raw`^${titledName}(?:\s*,[^,.?!]{2,80},|\s+(?:de\s|du\s|des\s|d['’]|au\s|à\s)[^,.?!]{2,60}?)?\s+(?:(?:me|nous|vous)\s|m['’])?(?:demande|voudrait|souhaite|souhaiterait|aimerait|cherche|veut|a besoin)\s(?:à |de |d['’])?`,
  'u',
)

/** Pattern of the person who asked, without the question: « M. Kerbrat m’a encore rappelée ce matin : », « Mme Petit nous a écrit » au sujet du devis. */
const reported = new RegExp(
  String.raw`^${titledName}\s+(?:m['’]a|nous a)\s+(?:\p{L}+\s+)?(?:r?appelée?s?|écrit|demandé|téléphoné|relancée?s?|interrogée?s?)(?:(?:\s(?:ce|cet|cette|hier|avant-hier|encore|tout à l['’]heure)(?!\p{L})[^:;,.!?]{0,30})?\s*:\s+|\s+(?=(?:pour|sur|au sujet|à propos|concernant)\s)|\s+(?=(?:combien|quand|comment|où|qui|pourquoi|quels?|quelles?)(?!\p{L})))`,
  'u',
)

/** Pattern of a second person who asks, in the same sentence: « …, et M. Lefèvre voudrait connaître » le tarif. */
const secondAskingPerson = new RegExp(
  String.raw`,?\s+et\s+${titledName}\s+(?:(?:me|nous)\s)?(?:demande|voudrait|souhaite|souhaiterait|aimerait|veut)\s(?:(?:savoir|connaître)\s)?`,
  'u',
)

/** Pattern of reasons, excuses and absences before the question of the same sentence. */
const excuse =
  /^.{0,200}?(?<!\p{L})(?:désolée?s?|excuse[zr]?|pardon|absente?s?|dérang\p{L}+|malade|en congés?(?! (?:maternité|paternité|parental|maladie|de |longue )))(?!\p{L}).{0,160}?,\s*(?=(?:quels?|quelles?|combien|comment|quand|où|qui|pourquoi|est-ce que|peut-on|faut-il|doit-on|(?:pouvez|pourriez)-vous|(?:peux|pourrais)-tu)(?!\p{L}))/iu

/** Pattern of an excuse before a colon: « …, désolée de vous déranger : quand… ». Absences are not included: they may be the subject. */
const lateExcuse =
  /^.{0,160}?(?<!\p{L})(?:désolée?s?|excuse[zr]?-moi|pardon(?:nez-moi)?)(?: de (?:vous|te) déranger[^:;,.!?]{0,30})?\s*:\s+(?=(?:quels?|quelles?|combien|comment|quand|où|qui|pourquoi|est-ce que|peut-on|faut-il|doit-on)(?!\p{L}))/iu

/** Pattern of an excuse that begins the sentence: « Excusez-moi de vous déranger : ». */
const firstExcuse = /^(?:veuillez m['’]excuser|excuse[zr]?-moi|pardon(?:nez-moi)?|désolée?s?)(?: (?:de|pour) [^:;,.!?]{0,40})?\s*[:;,]\s+/iu

/** Pattern of the beginning of a sentence that does not name the subject, or only announces it. */
const introduction = /^(je suis|je travaille|j['’]espère|j['’]ai une question|une question|voici|voilà|ci-(dessous|joint)|petite question)/iu
/** Pattern of the announcement of the question that follows: « me demande ceci : », « petite question rapide : ». */
const announcement = /^.{0,160}?(?<!\p{L})(ceci|question|problème|résumé|fois)( rapide)?\s*:\s+/iu
const pronounReference = /-t?-?(il|elle|ils|elles)(?!\p{L})|(?<!\p{L})(cela|ça|ce dernier|cette dernière|celui-ci|celle-ci|y a-t-il|lui|leur)(?!\p{L})/iu
/** Pattern of a pronoun that repeats a noun of the question itself: « Le maire doit-il… ? ». */
const ownSubject =
  /^(?:(?:comment|quand|pourquoi|où|combien de \p{L}+|(?:dans|à|de|sous|avec|pour)? ?quel(?:le)?s? [\p{L}'’]+)\s+)?(?:les?\s|la\s|l['’]|une?\s|des\s)(?!.*(?<!\p{L})(?:cela|ça|celui-ci|celle-ci|lui|leur)(?!\p{L})).*\p{L}-(?:t-)?(?:ils?|elles?)(?!\p{L})/iu

/**
 * Makes a title from the first message: its question, or its first sentence when the question refers to it by a pronoun. Courtesies, names of people and
 * Markdown are removed, and the title is cut at a word. Null when nothing is left. The model is not used: a title is not worth a second call.
 */
export function titleFrom(question: string): string | null {
  const text = question
    .slice(0, 4_000)
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/[#*_`>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = capitalise(mainClause(chosenSentence(removePreamble(text))).replace(/[\s.,;:…]+$/u, ''))
  if (clean === '') return null
  if (clean.length <= maxTitleLength) return clean
  const truncated = clean.slice(0, maxTitleLength - 1)
  const lastSpace = truncated.lastIndexOf(' ')
  const wholeWords = (lastSpace > maxTitleLength / 2 ? truncated.slice(0, lastSpace) : truncated).toWellFormed()
  return `${wholeWords.replace(danglingWords, '').replace(/[\s.,;:]+$/u, '')}…`
}

/** Title of a conversation without a question. */
export function defaultTitle(assistant_name: string | null): string {
  return assistant_name ?? 'Nouvelle conversation'
}

/** Removes courtesies and introductions, unless nothing else would be left. */
function removePreamble(text: string): string {
  let rest = removeCourtesy(text)
  while (true) {
    const next = removeCourtesy(removeIntroduction(rest))
    if (next === rest || removeThanks(next).length < minQuestionLength) return rest
    rest = next
  }
}

function removeCourtesy(text: string): string {
  let rest = text
  for (const courtesy of [greeting, thanks]) {
    while (courtesy.test(rest) && hasWords(rest.replace(courtesy, ''))) rest = rest.replace(courtesy, '')
  }
  return rest
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const removeThanks = (text: string): string => [greeting, thanks].reduce((rest, courtesy) => rest.replace(courtesy, ''), text)

function chosenSentence(text: string): string {
  // « M. Bougnon » and « 3.5 » do not end a sentence.
  const sentences = text.match(/.{3,}?(?<!\b(?:M|MM|art|al|cf|p|n))[.!?…]+(?:\s*[»”])?(?=\s+[\p{Lu}«"]|\s*$)|.+$/gu) ?? [text]
  const candidates = sentences
    .map((sentence) => sentence.trim().replace(announcement, ''))
    .filter((sentence) => sentence !== '' && removeThanks(sentence) === sentence)
  const selfContained = candidates.filter((sentence) => sentence.endsWith('?') && (ownSubject.test(sentence) || !pronounReference.test(sentence)))
  const [first = text] = selfContained.length > 0 ? selfContained.slice(-1) : candidates.filter((sentence) => !introduction.test(sentence))
  return first
}

function mainClause(sentence: string): string {
  const isAsked = reportedQuestion.test(sentence)
  const plainSentence = sentence
    .replace(excuse, '')
    .replace(firstExcuse, '')
    .replace(lateExcuse, '')
    .replace(reportedQuestion, '')
    .replace(askingPerson, '')
    .replace(reported, '')
    .replace(secondAskingPerson, ', et ')
    .replace(apposition, ' ')
    .replace(namedPerson, '')
    .replace(inlineCourtesy, ' ')
    .replace(closingCourtesy, '')
  let rest = plainSentence.replace(/\s+/g, ' ').trim()
  const before = rest
  const strip = (leadPattern: RegExp) => {
    if (rest.replace(leadPattern, '').length >= 10) rest = rest.replace(leadPattern, '')
  }
  leadingPhrases.forEach(strip)
  if (rest !== before) wordsAfterLead.forEach(strip)
  if (isAsked) return `${rest.replace(/[\s.?!]+$/u, '')}\u00a0?`
  // « Pouvez-vous rédiger… ? » becomes « Rédiger… », which is not a question any more.
  const hasLead = rest !== before
  return (hasLead && !/^(combien|comment|quand|où|qui|que|quel|pourquoi|est-ce)/iu.test(rest) ? rest.replace(/[\s?]+$/u, '') : rest) || sentence
}

/** Pattern of words left at the end of a cut title that call for another word. */
const danglingWords = /(\s+(d['’]une?|l['’]|du|de|des|le|la|les|une?|au|aux|à|et|ou|pour|par|en|sur|dans|qui|que))+$/iu

const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase('fr') + text.slice(1)
