// Patterns of what people write before their question: who they are, that they are writing, excuses. Names are recognised by their capitals, so the
// patterns that contain one are case-sensitive.

/** Title before a name, for a case-sensitive pattern. */
export const civility = String.raw`(?:M\.|MM\.|Mme|Mmes|Mlle|Monsieur|Madame|Mademoiselle)`
/** Pattern of the name of a person, except in « C’est Noël, … », which introduces nobody. */
const namePattern = String.raw`(?:${civility}\s+)?(?!(?:Noël|Noel|Pâques|Parvis)(?!\p{L}))(?:(?:Le|La|De|Du|Des|Van|Von)\s+|[Dd]['’])?\p{Lu}[\p{L}'’-]*(?:\s+(?:(?:[Ll]e|[Ll]a|[Dd]e|[Dd]u)\s+)?\p{Lu}[\p{L}'’-]*){0,3}`
/** Pattern of the rest of a clause without a relative pronoun: « C’est Marine de la mairie qui signe » is not an introduction. */
const clause = String.raw`(?:(?!\s(?:qui|que|dont|et|ou)\s)[^,.;:?!]){2,70}?`
const office = String.raw`(?:mairie|commune|école|collège|lycée|crèche|service|direction|pôle|secrétariat|accueil|état[ -]civil|trésorerie|perception|préfecture|sous-préfecture|médiathèque|bibliothèque|cantine|CCAS|ccas|EHPAD|ehpad|communauté|agglomération|métropole|département|syndicat|association|espaces? verts?|urbanisme|voirie)`
const article = String.raw`(?:le\s|la\s|les\s|l['’])`
const workplacePattern = String.raw`\s*(?:,|\s)\s*(?:de|du|des|d['’]|au|aux|à|chez)(?<=['’]|(?=\s))\s?${clause}`
const role = String.raw`(?:[Ss]ecrétaire|[Dd]irect(?:eur|rice)|[Aa]gente?|[Aa]djointe?|[Mm]aire|[ÉéEe]lue?|[Ss]tagiaire|[Aa]pprentie?|[Rr]esponsable|[Cc]heffe?|[Cc]onseill(?:er|ère)|[Gg]estionnaire|[Aa]ssistante?|[Tt]echnicien(?:ne)?|[Cc]omptable|DGS|DRH|DST|ATSEM|[Pp]résidente?|[Ee]nseignante?|[Ii]nstitut(?:eur|rice)|[Aa]nimat(?:eur|rice)|[Hh]abitante?|[Aa]dministrée?|[Rr]iveraine?)(?!\p{L})`
const roleWithDetails = String.raw`(?:(?:une?|le|la)\s+|l['’])?(?:nouveau\s|nouvelle\s)?${role}(?:${clause})?`
/** Pattern of a person, with their workplace or function. */
const personPattern = String.raw`${namePattern}(?:${workplacePattern}(?:\s*,\s*${roleWithDetails})?|\s*,\s*${roleWithDetails})`
const andClause = String.raw`(?:\s+et\s+(?:je\s+(?:travaille|suis)\s+${clause}))?`
/** Pattern of the beginning of the sentence that follows an introduction. */
const first_person = String.raw`(?:[Jj]e\s(?:voudr|souhait|cherch|aimer|dois|veux|suis|n['’])|[Jj]['’](?:ai|aimerais|aurais)\s|[Nn]ous\s|[Ii]l\s(?:me|nous)\s|[Ee]st-ce|[Pp]ou(?:vez|rriez)-vous|[Pp]ourrais-tu|[Pp]eux-tu)`
/** Pattern of the beginning of a sentence that asks something, or explains why. */
const questionStart = String.raw`(?:${first_person}|[Jj]e\s|[Jj]['’]|[Oo]n\s|[Vv]ous\s|[Tt]u\s|[Qq]uel|[Cc]omment|[Cc]ombien|[Qq]uand|[Oo]ù\s|[Pp]eut-on|[Ff]aut-il|[Dd]oit-on)`
const introductionEnd = String.raw`(?:\s*[,.!;–]+\s+(?:et\s+(?=${first_person}))?|\s*:\s*(?=${first_person})|\s+et\s+(?=(?:je|nous|on)\s|j['’])|\s+(?=${first_person}))`

/** Pattern that excludes questions about one's own status: « Je suis agent contractuel, ai-je droit à… ? ». */
const notAboutOneself = String.raw`(?![^,.?!]{0,40}?\p{L}-je(?!\p{L}))`

const thisIs = String.raw`(?:(?:[Mm]oi,?\s+)?[Cc]['’]est(?:\s+encore)?|[Ii]ci)`
const introductions: readonly RegExp[] = [
  String.raw`(?:${thisIs}|[Jj]e suis)\s+${personPattern}${andClause}${introductionEnd}${notAboutOneself}`,
  // A thing may have a name too: « C’est Google Drive, on peut l’utiliser ? ».
  String.raw`${thisIs}\s+${namePattern}${introductionEnd}(?=${first_person}|[Qq]uel|[Cc]omment|[Cc]ombien)`,
  String.raw`(?:[Jj]e m['’]appelle|[Jj]e suis)\s+(?:${personPattern}|${namePattern})${andClause}${introductionEnd}${notAboutOneself}`,
  String.raw`${thisIs}\s+${article}${office}(?!\p{L})(?:${clause})?${introductionEnd}(?=${questionStart})`,
  // A name without a capital is recognised by the workplace that follows.
  String.raw`${thisIs}\s+\p{Ll}[\p{L}-]+\s+(?:(?:de|à)\s(?:la\s|l['’])|du\s|des\s|de\s|au\s)${office}(?!\p{L})(?:${clause})?${introductionEnd}(?=${questionStart})`,
  String.raw`[Jj]e suis\s+${roleWithDetails}${andClause}${introductionEnd}${notAboutOneself}`,
  String.raw`(?:${personPattern}|${namePattern})\s+à\s+l['’]appareil${introductionEnd}`,
  String.raw`(?:[Cc]['’]est\s+)?(?:encore\s+|re)?[Mm]oi\s*[,.!]\s*`,
].map((text) => new RegExp(`^${text}`, 'u'))

const about = String.raw`(?:(?:au sujet|à propos) d(?:e |u |es |['’])|concernant |car |parce qu(?:e |['’])|pour |afin d(?:e |['’]))`
const writingPhrases: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:je me permets de|je souhaite|je voudrais|je viens) (?:vous|te) (?:écrire|contacter|solliciter|relancer|déranger)(?: à nouveau| de nouveau| encore)?(?: ${about}|\s*[,.:;!]+\s*)`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?:je (?:vous|t['’]|te )\s?(?:écris|contacte|sollicite|relance)|je reviens vers (?:vous|toi))(?: (?:de|du|depuis) [^,.;:?!]{2,60}?)?(?: ${about}|\s*[,.:;!]+\s*)`,
    'iu',
  ),
  /^(?:toutes mes excuses|veuillez m['’]excuser|excuse[zr]?-moi|pardon(?:nez-moi)?|désolée?s?)(?: (?:encore )?(?:de|pour|si) [^:;,.!?]{0,50})?\s*[:;,.!]+\s*/iu,
  /^j['’]espère que (?:tu vas|vous allez|tout va)[^,.;:?!]{0,30}[,.;:!]+\s*/iu,
]

/** Removes one introduction from the beginning of a text, with the separator after it. Returns the text unchanged if there is none. */
export function removeIntroduction(text: string): string {
  for (const pattern of [...introductions, ...writingPhrases]) {
    const rest = text.replace(pattern, '')
    if (rest !== text) return rest
  }
  return text
}
