import { fold } from './normalise.ts'

const FUNCTION_WORDS = `
a afin ai ainsi alors apres as au aucun aucune aujourd hui auquel aura aurait auront aussi autre autres aux auxquelles auxquels
avaient avait avant avec avoir avons ayant car ce ceci cela celle celles celui cependant certain certaine certaines certains ces
cet cette ceux chacun chacune chaque chez comme concernant contre dans de deja depuis des desdits desdites
dessous dessus devant doit doivent donc dont du duquel durant elle elles en encore entre est et etaient etait etant etc ete etes
etre eu eux fait faire font furent fut ici il ils je jusque la ladite laquelle le ledit lequel les lesdites lesdits lesquelles
lesquels leur leurs lors lorsque lui ma mais malgre me meme memes mes mien moi moins mon ne ni non nos notamment notre nous
on ont or ou outre par parce parmi pas pendant peu peut peuvent plus plutot pour pourra pourrait pourront pouvant
puis puisque quand que quel quelle quelles quelque quelques quels qui quoi quoique sa sans se selon sera serait seront ses si
sien soi soient sois soit sommes son sont sous suis suivant sur ta tandis te tel telle telles tels tes toi ton toujours tous
tout toute toutefois toutes tres tu un une unes uns va vers veut via voici voila vos votre vous vu y ca qu jusqu lorsqu puisqu quoiqu presqu
`

/** Words that a question adds around its subject: «comment», «peut-on», «merci de me dire». */
const QUESTION_WORDS = `
combien comment pourquoi quand quel quelle quels quelles qui quoi ou est-ce existe-t-il faut dois devons doit peux peut-on puis-je
sert bonjour bonsoir merci svp stp madame monsieur mme mmes mlle mr dr dire dites explique expliquer expliquez savoir sais connaitre aimerais
voudrais souhaite souhaiterais veux quelqu faire fait signifie veut-dire
donne donner donnez trouver trouve cherche chercher indique indiquer indiquez concerne prevoit prevu
`

const words = (list: string): Set<string> =>
  new Set(
    list
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word) => fold(word).split('-')),
  )

/** Folded words without meaning of their own, dropped from texts and questions. */
export const stopWords: ReadonlySet<string> = words(FUNCTION_WORDS)

/**
 * Pattern of asking expressions that contain a noun also used as a subject: «dans ce document», «est-ce obligatoire», «ai-je besoin de». «Document
 * unique», «fichier électoral» and «besoins éducatifs» are subjects and do not match. For normalised text.
 */
export const askingPhrases = new RegExp(
  [
    String.raw`(?:ce|cet|ces|mon|mes|notre|nos|votre|vos) (?:documents?|textes?|fichiers?)`,
    String.raw`(?:dans|selon|après|dit|disent|prévoit|prévoient|contient|contiennent|par) (?:le|les) (?:documents?|textes?|fichiers?)(?=\s*(?:$|[?,.!;:])| (?:sur|a|à|au|aux|concernant|pour|que|qui|dit|disent|prévoit|prévoient|parle|parlent|indique|est|sont|s'il|si)(?!\p{L}))`,
    String.raw`(?:ai|ai-je|as-tu|a|a-t-on|a-t-il|a-t-elle|ont|avons|avons-nous|avez-vous|est-il|est-elle) besoin`,
    String.raw`(?:c'est|est-ce|est-il|est-elle|sont-ils|sont-elles|serait-il) (?:possible|obligatoires?)`,
    String.raw`(?:une|ma|la|autre|petite) question(?= (?:sur|:)|\s*[:?]|\s*$)`,
  ]
    .map((phrase) => String.raw`(?<![\p{L}\p{N}])${phrase}(?![\p{L}\p{N}])`)
    .join('|'),
  'gu',
)

/** Folded words dropped from questions only, because in a text they may be the subject. */
export const questionWords: ReadonlySet<string> = words(QUESTION_WORDS)
