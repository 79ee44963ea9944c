import type { ModuleText } from './module-text.ts'

export const relecture: ModuleText = {
  parts: [
    {
      title: 'Relire, ce n’est pas parcourir',
      text: `Un texte bien écrit endort. Relisez à rebours de ce que le modèle fait bien\u00a0:

1. les **chiffres**, dates et noms, un par un, dans le document d’origine\u00a0;
2. les **références**, en les ouvrant\u00a0;
3. ce qui **manque**\u00a0: une condition, un délai, une exception\u00a0;
4. ce qui est **de trop**\u00a0: une promesse, une excuse, une règle que personne n’a prise.`,
    },
    {
      title: 'Dire qui a relu',
      text: `Sous une réponse et dans un document rédigé, «\u00a0Marquer comme relu\u00a0» note votre nom, la date, et l’empreinte du texte tel qu’il est. L’export le porte. Si le texte change ensuite, il le dit\u00a0: «\u00a0modifié depuis la relecture\u00a0».

Cette marque prouve que quelqu’un a lu ce texte-là. Elle ne dit pas qu’il est bon\u00a0: c’est votre travail, et votre responsabilité.`,
    },
    {
      title: 'Quand personne n’a relu',
      text: `Un texte destiné au public que personne n’a relu dit qu’un modèle l’a écrit. L’export ajoute cette mention de lui-même. Ne la retirez pas\u00a0: relisez, puis marquez.`,
    },
  ],
  law: ['publication'],
  questions: [
    {
      question: 'Que relire en premier\u00a0?',
      choices: ['Le style', 'Les chiffres, les dates, les noms et les références', 'La longueur'],
      answer: 1,
      why: 'Le style est ce que le modèle réussit le mieux. Les faits sont ce qu’il rate.',
    },
    {
      question: 'Vous marquez un texte comme relu, puis vous changez une phrase. Que dit l’export\u00a0?',
      choices: ['Relu', 'Rien', 'Modifié depuis la relecture'],
      answer: 2,
      why: 'L’empreinte ne correspond plus. Relisez le changement et marquez de nouveau.',
    },
    {
      question: 'Que prouve la marque de relecture\u00a0?',
      choices: ['Qu’une personne a lu ce texte exact', 'Que le texte est juste', 'Que le modèle n’a pas servi'],
      answer: 0,
      why: 'Elle prouve une lecture, pas sa qualité. Vous restez responsable de ce que vous signez.',
    },
  ],
  exercise: {
    text: 'Faites écrire un texte, puis cherchez-y trois choses à corriger avant de l’envoyer.',
    prompt: 'Rédige une note de dix lignes aux habitants sur le nouveau calendrier de collecte des déchets.',
    check: 'Qu’avez-vous corrigé\u00a0: un fait, une promesse, un oubli\u00a0?',
  },
}
