/** Pattern of verbs by which an assistant marks missing information: « [À COMPLÉTER : date] ». */
const requestVerb =
  /^(?:(?:à|a)\s+(?:compl[ée]ter|pr[ée]ciser|renseigner|remplir|indiquer|ins[ée]rer|ajouter|d[ée]finir|v[ée]rifier|confirmer|fournir|adapter|choisir|personnaliser|joindre|d[ée]terminer|modifier|saisir|valider)|(?:compl[ée]te[rz]|pr[ée]cise[rz]|renseigne[rz]|rempli(?:r|ssez)|indique[rz]|ins[ée]re[rz]|ajoute[rz]|saisi(?:r|ssez)|choisi(?:r|ssez)|list(?:er|ez)|d[ée]cri(?:re|vez)|mentionne[rz]|d[ée]taille[rz]|d[ée]veloppe[rz]|explique[rz]|cite[rz]|nomme[rz])(?=\s|$))/iu

/** Pattern of nouns for information to fill in: « [Nom du maire] ». */
const noun =
  /^(?:(?:votre|vos|le|la|les|l['’]|un|une|son|sa)\s*)?(?:nom|nom et pr[ée]nom|pr[ée]nom|pr[ée]noms|date|dates|jour|mois|ann[ée]e|heure|horaires?|lieu|ville|commune|collectivit[ée]|mairie|adresse|code postal|t[ée]l[ée]phone|num[ée]ro|n°|nombre|montant|somme|prix|co[ûu]t|dur[ée]e|d[ée]lai|signature|fonction|poste|titre|objet|sujet|service|direction|destinataire|exp[ée]diteur|r[ée]f[ée]rences?|courriel|e-?mail|mail|coordonn[ée]es|motifs?|raisons?|intitul[ée]|qualit[ée]|grade|contact|lien|url|quantit[ée]|pourcentage|taux|organisme|structure|entreprise|soci[ée]t[ée]|association|formule|civilit[ée]|thème|éléments?|détails?|pièces? jointes?|logo|cachet|tampon)(?:s)?(?![\p{L}\p{N}])/iu

/**
 * Whether a text is only capitals, in two words or at least five letters: « [NOM DE LA COMMUNE] ». `unknown` matches placeholders of unknown characters: «
 * [XX] ».
 */
const isInCapitals = (content: string) =>
  /^[\p{Lu}\p{N}\s'’./()–-]+$/u.test(content) && (/\p{Lu}{2,}[\s'’-]+\p{Lu}/u.test(content) || /\p{Lu}{5,}/u.test(content))
const unknown =
  /^(?:(?=.*(?:XX|JJ|AAAA))(?:[XJMAH]{2,4}|\d{2,4})(?:[\s./:-](?:[XJMAH]{2,4}|\d{2,4})){1,3}|…\.+|[Xx]{2,10}(?:[\s./-][Xx]{1,10})*|_{3,60}|[.…]{5,60}|\?{1,5}|TBD|TODO|NOM|DATE|LIEU)$/

const bracketed = /^\[([^[\]\n]{1,160})\](?![(:[])/u

/** Returns the blank to fill in at an offset, brackets included. Null when the bracket is something else. */
export function blankAt(text: string, at: number): string | null {
  const found = bracketed.exec(text.slice(at, at + 170))
  if (found === null) return null
  const content = found[1]!.trim()
  const isNoun = content.length <= 80 && noun.test(content) && !/[.;!?]\s/.test(content)
  return requestVerb.test(content) || unknown.test(content) || isInCapitals(content) || isNoun ? found[0] : null
}
