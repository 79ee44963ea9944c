import type { ModuleText } from './module-text.ts'

export const sources: ModuleText = {
  parts: [
    {
      title: 'Une référence peut être inventée',
      text: `Un modèle à qui l’on demande une référence en écrit une, qu’elle existe ou non\u00a0: un numéro d’article, un arrêt, un rapport, une adresse. Tout y est vraisemblable, et rien n’est garanti.

La règle est simple\u00a0: **une référence que vous n’avez pas ouverte ne vaut rien.**`,
    },
    {
      title: 'Comment Parvis fonde ses réponses',
      text: `Dans la bibliothèque, et partout où des documents sont joints, Parvis cherche d’abord les passages proches de votre question, et les donne au modèle. Chaque phrase fondée porte un numéro\u00a0: cliquez dessus, et le passage s’ouvre dans le document.

Quand rien n’est proche, Parvis le dit et n’appelle pas le modèle. C’est une bonne réponse\u00a0: elle vous évite une invention.`,
    },
    {
      title: 'Ce que dit une citation vérifiée',
      text: `Quand une réponse met des mots entre guillemets, Parvis compare ces mots au document. S’ils y sont à l’identique, la citation est marquée comme telle et mène à sa page. Sinon, elle ne l’est pas\u00a0: le modèle a peut-être arrangé la phrase.

Une citation identique prouve que la phrase est dans le document. Elle ne prouve ni que le document est à jour, ni qu’il répond à votre cas. Regardez sa date et les mots autour.`,
    },
  ],
  questions: [
    {
      question: 'Une réponse cite un article de code, sans numéro de source. Que faites-vous\u00a0?',
      choices: ['Je le recopie\u00a0: il est précis', 'Je l’ouvre dans une source officielle avant de m’en servir', 'Je demande au modèle s’il en est sûr'],
      answer: 1,
      why: 'Demander au modèle n’apprend rien\u00a0: il confirmera ou se dédira sans rien vérifier.',
    },
    {
      question: 'Parvis répond qu’il n’a pas trouvé de passage. Cela veut dire que…',
      choices: ['la règle n’existe pas', 'la recherche est en panne', 'rien de proche n’est dans les documents interrogés'],
      answer: 2,
      why: 'Essayez d’autres mots, une autre catégorie, ou demandez à la personne qui tient ces documents.',
    },
    {
      question: 'Une citation est identique au document. Que reste-t-il à vérifier\u00a0?',
      choices: ['Rien', 'Que le document est en vigueur et s’applique à mon cas', 'L’orthographe'],
      answer: 1,
      why: 'Les mots sont exacts, mais un document remplacé ou hors sujet reste une mauvaise source.',
    },
  ],
  exercise: {
    text: 'Posez une question à la bibliothèque, puis ouvrez la première source et lisez le passage et ce qui l’entoure.',
    prompt: 'Quelles règles s’appliquent à la location d’une salle communale\u00a0? Cite les passages.',
    check: 'La réponse dit-elle plus, ou moins, que le passage\u00a0? Le document est-il daté\u00a0?',
  },
}
