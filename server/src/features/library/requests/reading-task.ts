import { chatter, plainForm, questionWords, stopWords } from '@parvis/french-search'
import { asksAnyone, enumerates, isAboutOnePart } from './whole-questions.ts'

/** Method for a request about documents that do not fit in the window: passages, or a kind of full reading. */
type AnswerMethod = 'passages' | 'gather' | 'transform' | 'synthesis'

/** Pattern of requests for the text itself in another form. */
const transformPattern =
  /(?<![\p{L}])(?:tradui[rst]|traduction|translat|in english|en anglais|corrig|correction|orthograph|r[ée]e?cri[rstv]|reformul|simplifi|vulgaris|falc|anonymis|retranscri|mets? (?:le|ce|tout)|convert)/u
/** Pattern of requests for everything of one kind in the documents. */
const gatherPattern =
  /(?<![\p{L}])(?:list(?:e|er|ez|ing)|releve[rz]?|extrai[st]?|extraire|extrayez|recense[rz]?|enumere[rz]?|inventaire|recapitulati|repere[rz]?|identifie[rz]?|compte[rz]? (?:les|le nombre)|combien de fois|tableau d|table of|(?:tou)(?:s|tes) (?:les|ces)|chaque|chacune?s?|quelles? (?:sont les )?(?:dates|echeances|montants|decisions|personnes|engagements|obligations|references|sommes|chiffres)|qui sont les|quels (?:sont les )?(?:articles|engagements|montants|chiffres|noms|textes|acteurs|delais)|who are|what are the|extract|list)/u
/** Pattern of requests for an overview. */
const synthesisPattern =
  /(?<![\p{L}])(?:resume|synthe|sommaire|points? (?:a retenir|cles?|principaux|importants?|essentiels?|forts?)|grandes lignes|essentiel|idees? (?:principales?|cles?|forces?)|de quoi (?:ca )?(?:parle|traite|s'agit)|explique|presente|note|compte[ -]rendu|analyse|contradictions?|incoherences?|manque|quiz|titre|mots?-cles?|plan|table des matieres|partie par partie|chapitre par chapitre|page par page|communique|courriel|courrier|article|fiche|presentation|diaporama|faq|summar|overview|main points)/u

const exhaustivePattern = /(?<![\p{L}])(?:tou(?:s|tes) les|chaque|list|releve|extrai|recense|enumere|inventaire)/u
const wholeTexts = /(?<![\p{L}])(?:document|rapport|texte|fichier|dossier|pdf|etude|memoire|convention|contrat|compte[ -]rendu)s?(?![\p{L}])/u
/** Pattern of the verbs of a request, which are not its subject. */
const orderVerb =
  /^(?:tradui|translat|corrig|reecri|reformul|simplifi|vulgaris|falc$|anonymis|retranscri|convert|list|relev|extrai|extract|recens|enumer|recapitul|reper|identifi|compt|resum|synthe|sommair|summar|expliqu|present|analys|redig|ecri|prepar|transform)/u

/** Nouns for documents, or for things in any document: a request with only these is about the whole text. */
const generalNouns = new Set(
  `lecture complete complet this the into in of all every please and to it me my translate translation summarize summary list extract dates amounts document documents texte textes rapport rapports fichier fichiers pdf dossier page pages partie parties chapitre chapitres section sections article articles paragraphe paragraphes phrase phrases contenu
  ensemble totalite integralite debut fin plan sommaire sujet theme themes point points idee idees date dates echeance echeances delai delais montant montants somme sommes chiffre chiffres nombre nombres euro euros
  personne personnes nom noms acteur acteurs signataire signataires decision decisions engagement engagements obligation obligations action actions tache taches reference references loi lois
  decret decrets citation citations contradiction contradictions faute fautes erreur erreurs orthographe titre titres mot mots cle cles resume synthese analyse tableau liste note quiz faq question questions reponse
  anglais espagnol allemand arabe portugais italien ukrainien english text version convention contrat deliberation arrete compte rendu proces verbal verbaux annexe annexes ligne lignes retenir lire lu long contient cite cites citee citees mentionne mentionnes present presents figure figurent apparait trouve charge joint fourni envoye deposes depose ordre alphabetique chronologique people persons names mentioned cited who are what which`.split(
    /\s+/,
  ),
)

/** Returns the words of a request that carry its subject, in plain form. Numbers are left out: they count the items of the answer. */
const subjectOf = (request: string): string[] =>
  (plainForm(request).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 1 && !/^\d|^(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|quinze|vingt)$/.test(word) && !isFunctionWord(word),
  )
const isFunctionWord = (word: string): boolean => chatter.has(word) || questionWords.has(word) || stopWords.has(word)

/** Pattern of the beginning of a question about a single fact: « Et qui l’a présentée ? ». */
const asksOneFact =
  /^[\s«"–-]*(?:(?:et|mais|alors|donc),?\s+)?(?:(?:[àa]|de|par|pour|avec|depuis)\s+|d['’])?(?:qui|quand|où|combien|pourquoi|comment)(?!\p{L})/iu

/**
 * Chooses how to answer a request about documents too long to be given whole. A question with its own subject, or that follows one, is answered from
 * passages. A request about « le document », or about everything of a kind in it, needs a full reading.
 * @param before earlier requests needed to understand it
 */
export function answerMethodOf(request: string, before: readonly string[] = []): AnswerMethod {
  const task = methodOf(request)
  const isFollowUp = before.length > 0 && asksOneFact.test(request) && methodOf(before.join(' ')) === 'passages'
  return isFollowUp && (task === 'synthesis' || asksAnyone(request)) ? 'passages' : task
}

function methodOf(request: string): AnswerMethod {
  const plainRequest = plainForm(request)
  const isGeneral = subjectOf(request).every((word) => generalNouns.has(word) || orderVerb.test(word)) && !isAboutOnePart(request)
  if (transformPattern.test(plainRequest) && isGeneral) return 'transform'
  if (gatherPattern.test(plainRequest) && (isGeneral || exhaustivePattern.test(plainRequest))) return 'gather'
  if (enumerates(request, (word) => generalNouns.has(word))) return 'gather'
  if (isGeneral) return 'synthesis'
  return synthesisPattern.test(plainRequest) && wholeTexts.test(plainRequest) ? 'synthesis' : 'passages'
}
