import type { ModuleText } from './module-text.ts'

export const limites: ModuleText = {
  parts: [
    {
      title: 'Décider d’une personne',
      text: `Certaines demandes ne sont pas ordinaires, parce que la réponse pèse sur quelqu’un\u00a0:

- trier des candidatures, noter un candidat, proposer qui convoquer\u00a0;
- apprécier un agent, proposer une prime, une sanction, un avancement\u00a0;
- dire qui a droit à une aide, à un logement, à une place, ou dans quel ordre\u00a0;
- repérer des personnes à contrôler.

Ne les faites pas avec un assistant ordinaire. Un usage de ce genre se discute avant, se documente, et reste entre les mains d’une personne qui peut décider autrement.`,
    },
    {
      title: 'Pourquoi une relecture ne suffit pas',
      text: `Un classement déjà fait oriente celui qui le lit. On corrige une liste, on n’en invente pas une autre. Le modèle, lui, reprend des habitudes de ses textes d’apprentissage\u00a0: des prénoms, des quartiers, des parcours y comptent sans que rien ne le montre.

C’est pourquoi demander «\u00a0classe ces CV, je déciderai\u00a0» est déjà décider.`,
    },
    {
      title: 'À côté, tout reste possible',
      text: `Rédiger une offre d’emploi, préparer une grille d’entretien, expliquer une règle d’attribution, mettre en forme un compte rendu de commission\u00a0: rien de cela ne choisit une personne. La différence tient à une question\u00a0: **la réponse change-t-elle le sort de quelqu’un\u00a0?**`,
    },
  ],
  law: ['annexIII', 'annexIIIDate'],
  questions: [
    {
      question: 'Laquelle de ces demandes est ordinaire\u00a0?',
      choices: ['Classer cinq candidats', 'Rédiger l’annonce d’un poste', 'Dire quelle famille reloger d’abord'],
      answer: 1,
      why: 'L’annonce ne choisit personne. Les deux autres pèsent sur des personnes.',
    },
    {
      question: '«\u00a0Le modèle propose un classement, la commission décide.\u00a0» Est-ce suffisant\u00a0?',
      choices: ['Oui, la décision est humaine', 'Oui, si la commission lit vite', 'Non\u00a0: le classement oriente déjà la décision'],
      answer: 2,
      why: 'Un usage qui classe des personnes est sensible, même quand quelqu’un décide ensuite.',
    },
    {
      question: 'Vous pensez à un usage nouveau, qui touche aux aides. Que faites-vous\u00a0?',
      choices: [
        'J’en parle à ma responsable et au délégué à la protection des données',
        'J’essaie sur de vrais dossiers, pour voir',
        'Je demande au modèle si c’est permis',
      ],
      answer: 0,
      why: 'On en parle avant, sans vrais dossiers. Il y a peut-être une analyse à faire, et une autre façon de s’y prendre.',
    },
  ],
  exercise: {
    text: 'Demandez une aide qui prépare un recrutement sans juger personne.',
    prompt: 'Propose six questions d’entretien pour un poste d’agent d’accueil, avec ce que chacune permet d’apprécier.',
    check: 'Relisez les questions\u00a0: l’une d’elles porte-t-elle sur la vie privée\u00a0? Retirez-la.',
  },
}
