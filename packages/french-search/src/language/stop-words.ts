import { fold } from './normalise.ts'

const FUNCTION_WORDS = `
a afin ai ainsi alors apres as au aucun aucune aujourd hui auquel aura aurait auront aussi autre autres aux auxquelles auxquels
avaient avait avant avec avoir avons ayant car ce ceci cela celle celles celui cependant certain certaine certaines certains ces
cet cette ceux chacun chacune chaque chez comme concernant contre dans de debout dehors deja depuis des desdits desdites
dessous dessus devant doit doivent donc dont du duquel durant elle elles en encore entre est et etaient etait etant etc ete etes
etre eu eux fait faire font furent fut ici il ils je jusque la ladite laquelle le ledit lequel les lesdites lesdits lesquelles
lesquels leur leurs lors lorsque lui ma mais malgre me meme memes mes mien moi moins mon ne ni non nos notamment notre nous
on ont or ou outre par parce parmi pas pendant peu peut peuvent plus plutot pour pourra pourrait pourront pouvant pouvoir
puis puisque quand que quel quelle quelles quelque quelques quels qui quoi quoique sa sans se selon sera serait seront ses si
sien soi soient sois soit sommes son sont sous suis suivant sur ta tandis te tel telle telles tels tes toi ton toujours tous
tout toute toutefois toutes tres tu un une unes uns va vers veut via voici voila vos votre vous vu y ca etat-ce
`

/** What a question adds around its subject: «comment», «peut-on», «merci de me dire». */
const QUESTION_WORDS = `
combien comment pourquoi quand quel quelle quels quelles qui quoi ou est-ce existe-t-il faut dois devons doit peux peut-on puis-je
sert bonjour bonsoir merci svp stp madame monsieur dire dites explique expliquer expliquez savoir sais connaitre aimerais
voudrais souhaite souhaiterais veux besoin question possible oblige obligatoire quelqu chose faire fait signifie veut-dire
donne donner donnez trouver trouve cherche chercher indique indiquer indiquez concerne prevoit prevu texte document fichier
`

const words = (list: string): Set<string> =>
  new Set(
    list
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word) => fold(word).split('-')),
  )

/** Folded words carrying no subject, dropped from texts and questions alike. */
export const stopWords: ReadonlySet<string> = words(FUNCTION_WORDS)

/** Dropped from questions only: in a text they may be the subject. */
export const questionWords: ReadonlySet<string> = words(QUESTION_WORDS)
