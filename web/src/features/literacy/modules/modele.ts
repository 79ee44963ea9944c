import type { ModuleText } from './module-text.ts'

export const modele: ModuleText = {
  parts: [
    {
      title: 'Il continue des phrases',
      text: `Un modèle de langage a lu une immense quantité de textes. Il en a retenu quels mots suivent quels mots. Quand vous lui écrivez, il ajoute un mot, puis un autre, en choisissant à chaque fois une suite plausible.

Plausible ne veut pas dire vrai. Le modèle ne consulte pas de base de faits, ne calcule pas comme une calculatrice, et ne sait pas qu’il se trompe. Il écrit une date fausse avec la même assurance qu’une date juste.`,
    },
    {
      title: 'Il ne sait que ce qu’on lui donne',
      text: `Il ne connaît ni votre commune, ni votre dossier, ni ce qui s’est passé depuis son apprentissage. Ce qu’il sait de vous, il le lit dans la conversation\u00a0: votre question, les messages d’avant, le projet, les consignes de l’assistant, et les passages de documents que Parvis lui donne.

Une question précise, avec son contexte et le document utile, change tout\u00a0: «\u00a0Résume ce compte rendu en cinq points pour le maire\u00a0» vaut mieux que «\u00a0Résume\u00a0».`,
    },
    {
      title: 'Ce qu’il fait bien, et mal',
      text: `- **Bien**\u00a0: reformuler, résumer un texte donné, proposer un plan, corriger l’orthographe, changer de ton.
- **Mal**\u00a0: compter, comparer des montants, citer de mémoire un texte de loi, dire ce qui est en vigueur.
- **Jamais**\u00a0: savoir. Pour cela, il lui faut une source, et à vous de la lire.`,
    },
  ],
  questions: [
    {
      question: 'Un modèle donne une réponse très assurée. Qu’est-ce que cela vous dit\u00a0?',
      choices: ['Qu’il a vérifié', 'Rien\u00a0: son ton ne dépend pas de ce qui est vrai', 'Que la réponse est probablement complète'],
      answer: 1,
      why: 'Le ton est une suite de mots comme une autre. Il ne mesure pas une certitude.',
    },
    {
      question: 'Comment le modèle connaît-il le règlement de votre cantine\u00a0?',
      choices: ['Il l’a appris sur internet', 'Il le devine', 'Parce que vous, ou la base documentaire, le lui donnez'],
      answer: 2,
      why: 'Sans le document, il inventera un règlement vraisemblable. Avec lui, il peut citer le passage.',
    },
    {
      question: 'Pour laquelle de ces demandes est-il le plus fiable\u00a0?',
      choices: ['Rendre plus clair un courrier que vous lui donnez', 'Additionner une colonne de subventions', 'Donner de mémoire le numéro d’un article'],
      answer: 0,
      why: 'Il reformule ce qu’il a sous les yeux. Les calculs et les références de mémoire sont ses points faibles.',
    },
  ],
  exercise: {
    text: 'Posez deux fois la même question vague, puis une question précise. Comparez les réponses.',
    prompt: 'Écris un courrier pour dire que la salle des fêtes est fermée.',
    check: 'Recommencez en disant à qui vous écrivez, pourquoi, jusqu’à quand, et sur quel ton. Qu’est-ce que le modèle avait inventé la première fois\u00a0?',
  },
}
