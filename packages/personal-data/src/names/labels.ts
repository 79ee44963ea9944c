import { fold } from '../normalise.ts'

/** Kind of value that a label or the head of a column announces. */
export type LabelKind = 'last' | 'first' | 'full' | 'mail' | 'list' | 'birth' | 'plate' | 'telephone' | 'address' | 'secret' | 'nir'

const people =
  'electeur|electrice|co-?demandeur|co-?demandeuse|usufruitier|usufruitiere|nu-?proprietaire|residente?|appelante?|fratrie|enfant|eleve|mineur|jeune|responsable(?: legal(?:e|aux)?)?|representant(?:e)?(?: legale?)?|parents?|mere|pere|tuteur|tutrice|conjoint(?:e)?|epou[sx]e?|demandeur|demandeuse|requerant(?:e)?|declarant(?:e)?|beneficiaire|allocataire|assuree?|usagere?|patient(?:e)?|agent(?:e)?|salariee?|stagiaire|apprentie?|candidat(?:e)?|titulaire|proprietaire|locataire|occupant(?:e)?|voisine?|plaignant(?:e)?|interlocuteur|interlocutrice|contact|correspondant(?:e)?|referente?|personne(?: a (?:contacter|prevenir))?|defunte?|temoin|marie|mariee|futur(?:e)?|payeur|payeuse|debiteur|debitrice|redevable|adherent(?:e)?|licenciee?|participant(?:e)?|inscrite?|client(?:e)?|signataire|redacteur|redactrice|auteure?|rapporteure?|evaluateur|evaluatrice|n ?\\+ ?1|superieur(?: hierarchique)?|chef|cheffe|directeur|directrice|gerante?|mandataire|medecin(?: traitant)?|infirmier|infirmiere|professeur|maitresse|maitre|enseignante?|instituteur|institutrice|animateur|animatrice|conducteur|conductrice|chauffeur|aidante?|aide a domicile|curateur|curatrice|avocate?|notaire|architecte|president(?:e)?|presidence|secretaire(?: de seance)?|tresorier|tresoriere|maire|adjointe?|eluee?|conseillere?|habitante?|victime|auteur presume|mis en cause|appelante?|destinataire|expediteur|expeditrice|emetteur|emettrice|expedie par|redige par|fait par|signe par|signe|signature|etabli par|suivi par|affaire suivie par|dossier suivi par|instructeur|instructrice|gestionnaire|visa|vu par|valide par|recu par|appel de|de la part de|assistante? sociale?|travailleur social|travailleuse sociale|assistante? maternelle?|nourrice|garde|soeur|frere|fils|fille|identite|l interessee?|interessee?|intervenante?|formateur|formatrice|rapporteur|pilote|co-?pilote|animation|scribe|invitee?|employee?|collaborateur|collaboratrice|remplacante?|titulaire du (?:bail|compte)|heritier|heritiere|porteur|porteuse|organisateur|organisatrice|caution|garant|donataire|donateur|acquereur|vendeur|bailleur|preneur|exploitant|administre|administree|pour|dde[n]'
const who = `(?:${people})(?: \\d)?`
const kinds: [LabelKind, RegExp][] = [
  [
    'full',
    /^(?:noms? (?:et|&|\/|,)? ?prenoms?|prenoms? (?:et|&|\/|,)? ?noms?|nom complet|noms? prenoms?|identite|denomination de la personne)(?: (?:de|du|des|d) .{1,40})?$/,
  ],
  [
    'last',
    new RegExp(
      `^(?:(?:votre|son|mon|leur) )?noms?(?: (?:de naissance|de famille|de jeune fille|d usage|usuel|marital|patronymique|d epou\\w+|patronyme)| (?:de l |de la |du |de |des |d )?(?:${people})| \\d)?$|^patronyme$|^last ?name$|^surname$`,
    ),
  ],
  ['first', new RegExp(`^(?:(?:votre|son|mon|leur|autres) )?prenoms?(?: usuel)?(?: (?:de l |de la |du |de |des |d )?(?:${people})| \\d)?$|^first ?name$`)],
  [
    'list',
    /^(?:(?:etaient|sont|membres|elus|conseillers|agents|personnes) )?(?:presente?s?|absente?s?|excusee?s?|absente?s? excusee?s?|(?:absente?s? |excusee?s? )?(?:ayant|avec|sans|donnant|ont)(?: donne)? (?:pouvoir|procuration)s?|tour de table|(?:n )?(?:a|ont)(?: pas)? vote(?: contre| pour)?|contre|abstentions?|s est abstenue?|se sont abstenue?s|ne prend pas part au vote|binomes?|groupe \\d|duos?|astreintes?|permanences?|remplacants?|etaient presente?s?|representee?s?|participante?s?|participaient|invitee?s?|intervenante?s?|membres(?: (?:du|de la|de l) .{1,30})?|temoins?|pouvoirs?|procurations?|assistaient|ont participe|destinataires?|diffusion|copies?|liste|scrutateurs?|assesseurs?|votants?|enfants|eleves|agents|candidats?|beneficiaires|equipe|parents?(?: d eleves)?|representants? des parents(?: d eleves)?|avocats|stagiaires|inscrits|convoques?|heritiers|coproprietaires|signataires|equipage|accompagnateurs|animateurs|encadrants|jury)(?: a la (?:reunion|seance))?(?: ?\\(\\d+\\))?$/,
  ],
  ['mail', /^(?:de|a|cc|cci|bcc|from|to|pour|copie(?: a)?|copie cachee(?: a)?|expediteur|destinataires?|envoye par|repondre a|reply-to|sender)$/],
  ['birth', /^(?:date (?:de )?naissance|datenaissance|date naiss|naissance|nee?(?:\(e\))? le|ne\(e\)|nee?|ddn|d ?n|birth ?date|dob)$/],
  ['plate', /^(?:immatriculation|plaque|vehicule|immat|n immatriculation|plaque d immatriculation)s?$/],
  ['telephone', /^(?:tel|telephone|mobile|portable|gsm|fax|tel portable|tel fixe|n tel|numero(?: de telephone)?|tel domicile|phone)s?$/],
  ['address', /^(?:adresse|adresse postale|domicile|rue|voie|adresse 1|adresse complete|lieu de residence)$/],
  ['nir', /^(?:nir|n ss|n secu|numero (?:de )?secu(?:rite sociale)?|n (?:de )?securite sociale|insee|num secu)$/],
  ['secret', /^(?:mot de passe|mdp|password|pwd|code pin|code d acces)$/],
  [
    'full',
    new RegExp(
      `^(?:le |la |les |l |votre |mon |ma |notre |nos )?${who}(?: (?:du|de|de la|de l|d) (?:${who}|dossier|service|compte|vehicule|seance|projet|secteur|logement))?s?$`,
    ),
  ],
]
/** Labels met last. */
const cache = new Map<string, LabelKind | null>()
const maxCached = 5000

/** Returns what a label announces; null when it announces nothing personal. */
export function labelKind(label: string): LabelKind | null {
  const found = cache.get(label)
  if (found !== undefined) return found
  const kind = readLabel(label)
  if (cache.size < maxCached && label.length < 80) cache.set(label, kind)
  return kind
}

function readLabel(label: string): LabelKind | null {
  const key = fold(label)
    .replace(/\((?:s|e|es|x)\)|[*_`#"«»]|[·.-](?:e|s|es)\b/g, '')
    .replace(/[_'’°./-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (key === '' || key.length > 60) return null
  return kinds.find(([, pattern]) => pattern.test(key))?.[0] ?? null
}
