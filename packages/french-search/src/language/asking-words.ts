import { fold } from './normalise.ts'

/**
 * Patterns of the words with which people ask, as opposed to the words of the subject. They are for texts converted by `plainForm`. Their repetitions are
 * bounded, so that none is slow on any input.
 */

const alternatives = (list: string): string =>
  list
    .trim()
    .split(/\s*\n\s*/)
    .join('|')
    .replace(/ /g, String.raw`\s`)
const START = String.raw`(?<![\p{L}\p{N}'-])`
const END = String.raw`(?![\p{L}\p{N}])`
/** Pattern of any of these phrases, as whole words. */
const wholeWords = (list: string, flags = 'gu'): RegExp => new RegExp(`${START}(?:${alternatives(list)})${END}`, flags)

/**
 * Converts a text to lower case, straight apostrophes, no accents and simple spaces. Every character keeps its position, so that matches can be cut from
 * the original text.
 */
export const plainForm = (text: string): string => {
  let plainText = ''
  for (const character of text) {
    const folded = fold(
      character
        .toLowerCase()
        .replace(/[’‘ʼ`´]/g, "'")
        .replace(/[‐‑–—−]/g, '-'),
    )
    // A ligature folded to two letters would shift the following offsets, so only the first letter is used. A character of two code units whose folded
    // form has another length becomes spaces.
    plainText += folded.length === character.length ? folded : character.length === 1 ? (folded[0] ?? ' ') : ' '.repeat(character.length)
  }
  return plainText.replace(/\s/g, ' ')
}

/** Pattern that begins a question after a courtesy: « je vous remercie de me dire si », « j’espère que vous allez bien, quel est ». */
const questionStart = String.raw`(?<![a-z])(?:comment|combien|pourquoi|quel(?:le)?s?|est-ce|qu'est-ce|faut-il|(?:peut|doit|a-t)-on|(?:puis|dois)-je|(?:me |nous |m'|lui |leur )(?:dire|indiqu|precis|expliqu|confirm|rappel|donn|fourni|communiqu|renseign|eclair|repondre|aider|faire savoir|faire connaitre))`
/** Pattern of the rest of a courtesy: at most `maxLength` characters, up to the end of the sentence or to a question. */
const rest = (maxLength: number): string => `(?:(?!${questionStart})[^.?!:\\n]){0,${maxLength}}`

/** Greetings, thanks, wishes and signatures, with their complements. */
export const courtesy = wholeWords(String.raw`
(?:re)?bonjour(?: a toutes et (?:a )?tous| a tous et (?:a )?toutes| a tous| a toutes| a vous| madame| monsieur| parvis| l'equipe| cher collegue| chers collegues| chere collegue)?
bjr
bonsoir
salut(?: a tous| parvis)?
coucou
hello
rebonjour
(?:chers?|cheres?) (?:collegues?|confreres?|amis?|tous|toutes|madame|monsieur)
madame,? monsieur
(?<=^\s*)(?:chers?|cheres?)(?=\s*(?:[,.!]|$))
(?:un grand |grand |mille )?mercis?(?: beaucoup| bien| infiniment)?(?: d'avance| par avance)?(?: de| pour) (?:votre|ton|ta|vos|tes|l')${rest(60)}
(?:un grand |grand |mille )?mercis?(?: beaucoup| bien| infiniment| encore)?(?: d'avance| par avance| a vous| a toi| a tous)?
(?:je|nous) (?:te|vous|t'|t) ?(?:en )?(?:remerci|s(?:ais|aurais|aurions) gre|s(?:uis|ommes|erais|erions) reconnaissant)${rest(120)}
(?:en )?(?:te|vous) remerciant${rest(80)}
(?:bien |tres |sinceres? )?(?:cordiale?ment|cdt|cdlt|respectueusement|sincerement|amicalement)(?:[ ,.]{1,4}[\p{L}.'-]{1,20}(?: [\p{L}.'-]{1,20}){0,4} *$)?
(?:sinceres|meilleures|respectueuses|mes|nos) (?:sinceres |meilleures |respectueuses )?salutations(?: [a-z]{1,20})?
bien a (?:vous|toi)
(?:je|nous) (?:te|vous) (?:souhait|pri)${rest(120)}
(?:une |tres )?(?:bonne|belle|excellente) (?:fin de )?(?:journee|soiree|semaine|annee|apres-midi|matinee|reception|continuation|week-end)(?: a (?:vous|toi|tous))?
bon (?:week-end|courage|apres-midi)
(?:j'|nous )esper(?:e|ons) que (?:tu|vous)${rest(80)}
(?:dans l'|en |en l')attente (?:de|d')${rest(80)}
(?:dans l'|en )attendant (?:de|d'|ton|ta|votre)${rest(80)}
(?:en )?(?:vous|te) souhaitant${rest(80)}
restant a (?:ta|votre) disposition${rest(60)}
(?:par avance|d'avance)
(?:bien )?(?:s'il|sil|si il) (?:te|vous) plai[st]t?
stp|svp|pls
merci{2,5}
(?:dsl|desolee?)(?: (?:du|de la|de te|de vous) (?:derange(?:ment|r)|embeter))?
(?:c'est )?encore moi
desolee? (?:de|pour)[^.?!,\n]{0,60}
(?:pardon|excusez?)(?:-moi)? (?:de|pour|si)[^.?!,\n]{0,60}
`)

/** Small talk that may accompany a courtesy. */
export const smallTalk = wholeWords(`
(?:comment )?(?:ca|tout) va(?: bien| tres bien)?
(?:comment )?(?:vas-tu|allez-vous)(?: bien)?
(?:c'est |est |tres |trop |super |bien )*(?:note|parfait|super|genial|top|merveilleux|excellent|clair|compris|entendu|bravo|ok|okay|oui|non|d'accord|daccord)
parvis|a bientot|a plus|bonne continuation|au revoir|beaucoup|encore|bien|infiniment|c'est|tres|tout|et|a|vous|toi|je|vais|aussi|monsieur|madame
`)

/** Pattern that begins an indirect question, after a verb of asking. */
const interrogative = String.raw`(?:si(?= )|s'il|s'ils|comment|combien|pourquoi|quand|ou(?= (?:est|se|faut|doit|peut|on|il|elle|trouver|adresser))|quel(?:le)?s?|qui(?= )|ce qu['ei]|a qui|a quel(?:le)?s?|de quel(?:le)?s?|dans quel(?:le)?s?|en quoi|sous quel(?:le)?s?|pour quel(?:le)?s?|avec quel(?:le)?s?|jusqu'a quand|a partir de quand|depuis quand|est-ce)`
const wonders = String.raw`(?:demand(?:e|ent|ons|ez|ait|aient|er|ant)|savoir|interrog(?:e|ent|er)|sais pas(?: trop| bien| du tout)?|sait pas|savons pas|ignor(?:e|ons|ent)|(?:me|nous|lui|leur) (?:dire|dis|dites|indiquer|preciser|expliquer|confirmer|rappeler)|m'(?:indiquer|expliquer|eclairer sur)|dise[snt]{0,2}|disent|(?:re)?ponde[snt]{0,2}|repondre|reponds|repondez|reponse|comprendre|compris|verifier|connaitre|clarifier|explique[rz]?|expliquant|dis-moi|dites-moi|precise[rz]?|rappel(?:le|er|lez)|confirme[rz]?|indique[rz]?|(?:la |une |ma |cette |sa )?question(?: est|:)? (?:de savoir|suivante|est simple)?)`
export const wondering = new RegExp(`${START}${wonders}[ ,:]`, 'gu')
export const indirectQuestion = new RegExp(
  `${START}${wonders}(?: (?:ceci|donc|aussi|encore|egalement|exactement|precisement|au juste|notamment|svp|stp))?[ ,:]{1,3}(?=${interrogative})`,
  'gu',
)

/** Pattern that begins a question at any position, with hardly any false match. */
export const strongInterrogative = new RegExp(
  `${START}(?:est-ce qu|qu'est-ce|comment(?! (?:ca va|vas-tu|allez-vous|faire|repondre))|combien|pourquoi|(?:a|de|dans|sous|pour|avec|sur|en|par|a partir de|jusqu'a )?quel(?:le)?s?(?= )|a qui |en quoi )`,
  'gu',
)
/** Pattern of a verb before its pronoun, « un agent peut-il », or of a colon: the subject is before it. */
export const inversion = new RegExp(`[\\p{L}]{1,20}-(?:t-)?(?:il|elle|on|ils|elles)${END}|: `, 'gu')
/** Pattern of people speaking of themselves or to somebody: the context of the question, not the question. */
export const speaker = wholeWords(
  `
je|j'[\\p{L}]{1,20}|me|m'[\\p{L}]{1,20}|moi|mon|ma|mes|nous|notre|nos|tu|t'[\\p{L}]{1,20}|toi|ton|ta|tes|vous|votre|vos|lui|leur
(?:la|cette|une|sa|ma|l'unique|une derniere|derniere|autre) (?:petite )?question
(?:le|mon|son) (?:cas|sujet|probleme|souci|theme|point)
voici|voila|en resume|ceci|cela|ca
`,
  'u',
)
/** Pattern of a clause in which the text returns from the question to the person who asks it. */
export const asideClause = new RegExp(
  `[ ,]+(?:et|mais|car|parce qu'?e?|sauf qu'?e?|or|la) (?:la )?(?:je|j'|moi je|nous|on me|il me|elle me|ils me|c'est (?:pour|urgent)|il faut que je|faut que je)${END}`,
  'u',
)

const wishVerbs = String.raw`(?:(?:voudr|aimer)(?:ai[st]|aient|ions|iez)|souhait(?:e|es|ent|ons|ez|erai[st]|eraient|erions)|veu[tx]|veulent|voulons|desir(?:e|ent|ons|erai[st])|cherch(?:e|ent|ons) a|demand(?:e|ent) a) (?:(?:bien|aussi|egalement|encore|surtout) ){0,2}(?:savoir|connaitre)`
/** Pattern of the person who asks, whose name may already be removed. It contains no new clause. */
const asker = String.raw`(?:(?!(?:et|puis|mais|qui|que|dont|ou|quand|si|comment|combien)${END})[\p{L}'-]{1,20} ){0,8}?`
/** Pattern of a sentence that only says who asks: « La directrice de l’école m’interroge ». */
export const onlyAsker = new RegExp(
  `^[ ,;:-]*(?:(?!(?:et|puis|mais|qui|que|dont|ou|quand|si|comment|combien|veut|souhaite|voudrait|doit|peut)${END})[\\p{L}'-]{1,20}[ ,]{1,3}){0,12}(?:(?:me|nous|vous|lui|leur) |m'|s')(?:demande(?:nt)?|interrog(?:e|ent)|questionne(?:nt)?|sollicite(?:nt)?|pose(?:nt)?)(?: (?:ceci|cela|donc|la question suivante|(?:une|cette|la) question))?[ :,.]*$`,
  'u',
)
/** Pattern that introduces what is asked: « souhaite connaître ». */
export const wishVerb = new RegExp(`${START}${wishVerbs}${END}`, 'u')
/** Pattern of a second question in the same sentence: « …, et M. Lefèvre voudrait connaître », « … et la directrice demande si ». */
export const secondAsker = new RegExp(
  `[ ,]{1,3}(?:et|puis|mais) ${asker}(?:${wishVerbs}${END}|demand(?:e|ent|ait|aient)(?: (?:aussi|egalement|encore))?[ ,:]{1,3}(?=${interrogative}))`,
  'gu',
)
/** Pattern of a relative clause that describes somebody: « à un habitant qui se plaint ». « qui » and « à qui » that ask for somebody do not match. */
export const describedPerson = new RegExp(String.raw`(?<=\p{L})(?<!${START}(?:a|de|par|pour|avec|chez)) qui${END}`, 'u')
/** Pattern of a second request without a person, which may also describe the person already named: « … et souhaite connaître ». */
export const sameAsker = new RegExp(`^ (?:et|puis|mais) (?:${wishVerbs}|demand)`, 'u')
/** Pattern of a sentence that says which fact a person wants: « M. Lefèvre voudrait connaître le prix du repas ». */
export const wantedFact = new RegExp(
  `^(?:(?:et|puis|enfin) )?${asker}${wishVerbs} (?=(?:le |la |les |l'|un |une |des )(?:prix|tarifs?|couts?|montants?|nombre|dates?|delais?|durees?|horaires?|heures?|jours?|adresses?|numeros?|taux|plafonds?|conditions?|pieces?|demarches?|lieu)(?: (?:de|du|des|pour|a|au|aux) | d'))`,
  'u',
)
/** Pattern of words that refer to an earlier sentence: pronouns and possessives. */
export const anaphora = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:cela|ca|ceci|celui-ci|celle-ci|ceux-ci|celles-ci|elles?|ils?(?! (?:y|faut|est possible))|lui|leurs?|son|sa|ses|c'est)${END}`,
  'u',
)

/** Pattern that introduces the subject: « une question sur le CET », « concernant les congés ». */
export const subjectMark = wholeWords(
  String.raw`
(?:une |ma |mes |des |quelques |petite |autre |derniere ){0,3}(?:questions?|precisions?|renseignements?|informations?|infos?|doutes?|interrogations?|point|eclaircissements?) (?:rapides? |precises? |simples? )?(?:sur|concernant|au sujet|a propos|relative|relatives|quant)(?: de| du| des| d'| aux?)?
(?:au sujet|a propos) (?:de|du|des|d')
`,
  'u',
)

/** Verbs about the form of the answer only: nothing in their sentence is searched. */
const formVerbs = alternatives(String.raw`
(?:re)?ponds?|repondez|repondre|reste[zr]?|evite[zr]?|limite[zr]?|utilise[zr]?|sois|soyez|emploie|employez|signe[zr]?|tutoie|vouvoie|vouvoyez|formate[zr]?|raccourci[st]?|raccourcissez|simplifie[zr]?|reformule[zr]?|adapte[zr]?|garde[zr]?|commence[zr]?|termine[zr]?|ajoute[zr]?|mets?|mettez|developpe[zr]?|abrege[zr]?|recommence[zr]?|refai[st]|refaites|corrige[zr]?
`)
/** Verbs of writing, followed by the thing to write. */
const writeVerbs = alternatives(String.raw`
(?:re)?ecri[st]|(?:re)?ecrivez|(?:re)?ecrire|redige[zr]?|redigeons|prepare[zr]?|fai[st]|faites|faire|propose[zr]?|compose[zr]?|envoie|envoyez|envoyer|adresse[zr]?|etabli[st]?|etablir|produis|produire|dresse[zr]?|donne[zr]?|sors|formule[zr]?|elabore[zr]?|monte[zr]?
`)
/** Kinds of texts that people ask for. */
const writings = alternatives(String.raw`
(?:courts? |petite? |brefs? |breves? |longue? |jolie? |belle |projets? de |brouillons? de |modeles? de |trames? de |propositions? de |elements? de )*(?:courriels?|e-?mails?|mails?|courriers?|lettres?|notes?|messages?|reponses?|tableaux?|synthese|syntheses|resumes?|paragraphes?|lignes?|phrases?|points?|articles? (?:pour|de presse)|article|communiques?(?: de presse)?|(?:posts?|publications?|story|stories)(?: (?:facebook|linkedin|instagram|x|twitter|panneaupocket|intramuros))?|encadres?|fiches?(?: pratique| de synthese| reflexe)?|comptes?[ -]rendus?|discours|sms|affiches?|affichettes?|memos?|textes?|tracts?|flyers?|listes?|puces?|documents?|schemas?|plans?|guides?|faq|mode d'emploi|checklist|exposes?|argumentaires?|mots?|billets?|annonces?|bulletins?)
`)
const tellVerbs = alternatives(String.raw`
explique[zr]?|(?:re)?di[st]|(?:re)?dites|(?:re)?dire|indique[zr]?|precise[zr]?|rappelle[zr]?|rappeler|liste[zr]?|detaille[zr]?|enumere[zr]?|trouve[zr]?|cherche[zr]?|recherche[zr]?|verifie[zr]?|presente[zr]?|resume[zr]?|decri[st]|decrivez|decrire|renseigne[zr]?|aide[zr]?|guide[zr]?|eclaire[zr]?|confirme[zr]?|montre[zr]?|recapitule[zr]?|synthetise[zr]?|traduis|traduisez|traduire|cite[zr]?|ajoute[zr]?|translate|summari[sz]e|rephrase|rewrite|shorten
`)
const politePhrases = String.raw`(?:(?:super|parfait|ok|oui|non|bien|tres bien|d'accord|merci|alors|stp|bon|genial|top|et|maintenant)[ ,!.]{1,3}){0,2}(?:(?:est-ce que |et |puis |alors |ensuite |aussi )?(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|pourrez-vous|tu peux|vous pouvez|tu pourrais|vous pourriez|j'aimerais que tu|j'aimerais que vous|je voudrais que tu|je voudrais que vous|je te demande de|je vous demande de|merci de|veuillez|il faudrait|il faut|il me faut|il me faudrait|j'ai besoin de|j'ai besoin d'|je dois|nous devons|je voudrais|j'aimerais|je souhaite|je souhaiterais|nous souhaitons|a toi de|n'oublie pas de|pense a|essaie de|essayez de)[ ,]+)?`
const toMe = String.raw`(?:[ -](?:moi|m'|nous|lui|leur|le|la|les|en))*`
/** Pattern of the quantity to write: « quatre », « une dizaine de ». */
const quantity = String.raw`(?:(?:un|une|le|la|les|des|du|de|l'|cette?|ces|mon|ma|notre|votre|quelques|deux|trois|quatre|cinq|six|sept|huit|dix|douze|quinze|vingt|\d{1,3}) ?)*`
/** Pattern of the addressee, whose name may already be removed. */
const addressee = String.raw`(?: (?:a|aux?|pour|destinee?s? a|destinee?s? aux?|adressee?s? a|signee?s? (?:de|du|par))(?: ?(?:l'|la |le |les |cette? |mon |ma |mes |notre |nos |un |une |tous les |toutes les )*(?!(?:pour|afin|qui|sur|et|lui|leur|leurs|de|du|des|expliquer|repondre)${END})[\p{L}'-]{1,30}(?: d[eu'] ?[\p{L}'-]{1,30})?)?)?`
const purpose = String.raw`(?:[ ,]{1,2}(?:pour|qui|afin de|et|en|lui|leur|dans l[ae]quel(?:le)?|ou) ?(?:lui |leur |l'|les |vous |nous |tu |)?(?:expliquer?|explique|expliquant|rappeler?|rappelle|rappelant|repondre|repond|dire|dit|indiquer?|indique|indiquant|informer?|informe|informant|preciser?|precise|presenter?|presente|detailler?|resumer?|resume|annoncer?|faire le point|faire connaitre|communiquer|donner|donne|decrire|decrit|traite|traiter|avertir|prevenir|recapitule[rz]?))?(?: (?:a (?:sa|cette|la|leur) (?:question|demande)))?(?: (?:sur|concernant|au sujet de|a propos de|de|du|des|d'|que|qu'|quant a))?`

export const formInstruction = new RegExp(`^[ ,;:-]*${politePhrases}(?:(?:me|nous|m'|lui|leur) ?)?(?:${formVerbs})${toMe}${END}`, 'u')
export const writeInstruction = new RegExp(
  `^[ ,;:-]*${politePhrases}(?:${writeVerbs})${toMe} ?${quantity}(?:${writings})${END}${addressee}${purpose}[ :,]*`,
  'u',
)
export const tellInstruction = new RegExp(
  `^[ ,;:-]*${politePhrases}(?:(?:me|nous|m'|lui|leur) ?)?(?:${tellVerbs}|donne[zr]?|fai[st]|faites)${toMe}${END}[ :,]*`,
  'u',
)

/** Form wanted for the answer, at any position. */
export const answerForm = wholeWords(String.raw`
(?:sous (?:la )?forme|au format|en format) (?:de|d'un|d'une|d')? ?(?:tableau|liste|puces|word|lettre|courriel|mail|note|fiche|faq|questions-reponses)
(?:en|avec|sur|dans) (?:au plus |au maximum |environ |moins de |max )?(?:une?|deux|trois|quatre|cinq|six|sept|huit|dix|douze|quinze|vingt|quelques|\d{1,4}) (?:courtes? |petite?s? |grande?s? |simples? )?(?:phrases?|lignes?|paragraphes?|points?|mots|puces|parties|tirets|pages?|minutes?)(?: (?:au )?max(?:imum)?)?
(?:en|avec) (?:des |de |les )?(?:francais|langage|termes|mots|phrases)(?: tres| plus)? (?:facile|simples?|courants?|clairs?|accessibles?|courtes?)(?: (?:a lire et )?a comprendre)?
(?:en|dans un|de facon|de maniere) (?:resume|bref|detail|ton \p{L}{1,20}|tres \p{L}{1,20}|synthetique|claire?|simple|concise?|precise?)
avec (?:les |des |tes |vos |toutes les )?(?:references|sources|articles|textes|exemples?)(?: (?:de loi|reglementaires|juridiques|legales|exactes|precises))?
sans (?:jargon|blabla|detour|mots compliques)
(?:c'est |c est )?(?:tres )?(?:urgent|presse)
(?:en )?falc
`)

/** Days and months, for the pattern of circumstances: deadlines, and dates of events. */
const day = String.raw`(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)`
const month = String.raw`(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre)`
/** Excludes numbers that belong to the subject and look like dates: « article 3.2 », « lot n° 2.1 ». */
const notNumber = String.raw`(?<!(?<!\p{L})(?:articles?|art\.?|§|chapitres?|chap\.?|points?|annexes?|lots?|n[°ºo]|paragraphes?|alineas?|clauses?|sections?|titres?|parties?|rubriques?|etapes?|phases?|versions?|tableaux?|fiches?) ?)`
/** Excludes dates that are part of a name: « la délibération du conseil du 12 mars 2024 ». */
const notPartOfName = String.raw`(?<!(?<!\p{L})(?:deliberations?|arretes?|decrets?|lois?|decisions?|ordonnances?|circulaires?|directives?|conventions?|avenants?|proces-verb(?:al|aux)|pv|comptes?[ -]rendus?|conseils?|seances?)(?: [\p{L}-]{1,20}){0,3} (?:en date )?(?:du |(?=du )))`
/** Excludes hours that belong to the subject: « un agent à 17h30 », « le bruit après 22h ». */
const notWorkingHours = String.raw`(?<!(?<!\p{L})(?:(?:agents?|fonctionnaires?|contractuel(?:le)?s?|titulaires?|postes?|emplois?|contrats?) (?:a |(?=a ))|(?:apres|au-dela de|partir de) ))`
const dayOfMonth = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const monthOfYear = String.raw`(?:0?[1-9]|1[0-2])`
export const circumstances = wholeWords(String.raw`
(?:avant |pour |d'ici |depuis |des |le |ce |de )?${day}(?: (?:matin|midi|soir|apres-midi|prochain|dernier|\d{1,2}))?(?: ${month})?
${notPartOfName}(?:avant |pour |d'ici |depuis |des |au |du )?(?:le |ce )?\d{1,2}(?:er)? ${month}(?: (?:19|20)\d\d)?
(?:de |en |d'|debut |fin |mi-|depuis |jusqu'en |jusqu'a ){1,2}${month}(?: (?:19|20)\d\d)?
${notNumber}${notPartOfName}(?:le |du |au )?${dayOfMonth}[/.]${monthOfYear}[/.]\d{2,4}
${notPartOfName}(?:le|du|au) ${dayOfMonth}(?:/${monthOfYear}|\.(?:0[1-9]|1[0-2]))
${notNumber}${notPartOfName}(?!(?:1/[2-9]|2/3|3/4)${END})${dayOfMonth}/${monthOfYear}
(?:ce matin|ce midi|ce soir|cet apres-midi|hier(?: soir| matin)?|avant-hier|aujourd'hui|demain(?: matin| soir)?|apres-demain|la semaine (?:prochaine|derniere)|le mois (?:prochain|dernier)|tout a l'heure|a l'instant|en ce moment|ces jours-ci|cette semaine)
${notWorkingHours}(?:a )?(?:[01]?\d|2[0-4]) ?h(?: ?\d{2})?(?! ?(?:/|par${END}|de${END}|d'|hebdo|mensuel|annuel|sup))
\d{1,4}(?: ?bis| ?ter)?,? (?:rue|avenue|boulevard|bd|place|chemin|impasse|allee|route|quai|square|lotissement)(?: (?:de|du|des|la|le|les|l'))*(?: ?[\p{L}'-]{2,30}){1,2}
(?:dossier|reference|ref|affaire|courrier|ticket)(?: n[°o])? ?[a-z]{0,4}[ -]?\d[\d/-]{0,15}
(?<!\d |(?<!\p{L})(?:plus|moins|seuil|au-dela|partir|jusqu'a|superieure?|inferieure?)(?: de| a)? |(?<!\p{L})(?:entre \d[\d ]{0,9} et|de \d[\d ]{0,9} a) )(?:\d{1,3}(?: \d{3})*|\d{1,7}) (?:habitants?|ames|agents(?= ?\)))
[\p{L}\p{N}._-]{1,64}@[\p{L}\p{N}.-]{1,100}
(?:0|\+33 ?)[1-9](?:[ .-]?\d\d){4}
`)

/** Title before a person's name. */
export const personTitle =
  /(?<![\p{L}\p{N}])(?:M|Mr|Mme|Mlle|MM|Mmes|Me|Dr|Pr|Monsieur|Madame|Mademoiselle|Messieurs|Mesdames|Maître|Maitre|Docteur|monsieur|madame|mme|mr)\.?(?![\p{L}\p{N}])/gu
/** Name after a title: capitalised words, and the particles between them. */
export const personName =
  /^ ?(?:(?:de|du|des|d['’]|le|la|l['’]|Le|La|De|Du|Des|El|Al|Ben|Van|Von)[ ]?){0,3}\p{Lu}[\p{L}’'-]*(?: (?:(?:de|du|des|le|la|Le|La|De|Du|Des|El|Al|Ben|Van|Von) ){0,2}\p{Lu}[\p{L}’'-]*){0,3}/u
/** Name of a place, after the institution or preposition that it completes. */
export const placeName =
  /(?<![\p{L}\p{N}])(?:mairie|commune|ville|village|bourg|hameau|agglomération|agglo|métropole|communauté de communes|communauté d['’]agglomération|intercommunalité|département|région|préfecture|habitante?s?|demeurant|domiciliée?s?|habite|réside|secrétaire|école)(?: de mairie| générale?)? (?:à|de|d['’]|du|des|en|sur) ?((?:(?:La|Le|Les|L['’])[ ]?)?\p{Lu}[\p{L}’'-]*(?:[ -](?:en|sur|sous|lès|les|de|du|la|le|l['’]|d['’]|\p{Lu}[\p{L}’'-]*))*)/gu

/** Words of asking and of office life, which are not a subject by themselves. */
const deskWords = `
a agent aide aider aidez aimerais aller alors appele appelee appeles appeler appelle apporter apprendre apres-midi attendre attendent attend avance avis avoir bas beaucoup
besoin bien bonne bref bulletin bureau cas ceci cela chargee charge chef cette chose choses clair claire clairement clarifier collegue collegues commence commencer commune communaute collectivite
 complet comprendre comprends compris concret concretement connaitre consigne contexte convient
coup courriel courrier courte court croire debute debuter demande demandes demandent demandait demandee demander demarre dernier derniere detail details dgs dga dit dites dire directeur directrice dois doit donc donne donner
dossier doute echange eclaircir eclairer ecrire ecrit ecris elue elu elus embete ennui ennuis entendu equipe espere essaie etre exact exactement exemple expliquer explique faire fais fait faut
faudrait fiche fois forme formule francais genre grand gros habitant habitante habitants hesite idee impression indiquer info infos information informations interroge interrogation
 jargon municipal municipale lettre ligne lignes liste lire lu maintenant mairie ville village maire mail mails mairie matin maximum merci message mettre
  moment mot mots nouvelle nouveau note obtenir oral oublie paragraphe paragraphes parle parler parvis pense penser perdu permet personne petit petite
peux peut phrase phrases plait point points pose possible pourrais pourriez pouvez pouvoir precis precise preciser precision premiere premier prepare preparer prendre preside probleme propos propose proposer prochain prochaine
question questions quoi rapide rapidement rapport rappel rappeler recevoir recois recu recue redaction redige rediger reference references reformule regarder regle regles remercie remercier rencontre renseigne renseignement repondre reponds repond reponse reponses
reprendre ressort reste resume retour retourner reunion revenir revient revoir sais sait salut savent savoir secretaire secretariat signe signee signer simple simplement sinon situation soir
sorte souci souhaite souhaiterais soucis source sources sujet suite suis suivant suivante sur surtout synthese tableau telephone terme texte textes tout travaille traiter trois trouve trouver truc type urgent usager usagere usagers utile venir venu venue verifie verifier veut veux
viens vient vite voici voila voir vois voisine voudrais voudrait vraiment vue dela ici aujourd hier demain je tu il elle on nous accueil adjoint adjointe adjoints administre administree administres bonjour guichet interlocuteur interlocutrice stagiaire remplace remplacement debutante precedent precedente plus moins anglais allemand espagnol arabe portugais ukrainien italien turc langue version phrases points facile comprehensible lisible developpe detaille formel soutenu debutant document documents fichier fichiers obligatoire possible
`
/** English words of a request about the answer or the document: « Translate your answer into English, please ». */
const englishWords = 'the your this it answer reply document text into in to english french please can could you translate'.split(' ')
export const chatter: ReadonlySet<string> = new Set([...deskWords.split(/\s+/).filter(Boolean), ...englishWords])
