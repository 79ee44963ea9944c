import type { ModuleText } from './module-text.ts'

export const donnees: ModuleText = {
  parts: [
    {
      title: 'Ce qui désigne une personne',
      text: `Un nom, une adresse, un téléphone, un numéro de dossier, une photographie, mais aussi «\u00a0la directrice de l’école des Tilleuls\u00a0»\u00a0: tout ce qui permet de savoir de qui l’on parle est une donnée personnelle.

Ce que vous écrivez part vers le serveur du modèle choisi. La page «\u00a0Confidentialité\u00a0» dit lequel, et le niveau affiché près du modèle dit s’il est externe, souverain ou interne.`,
    },
    {
      title: 'Écrire sans nommer',
      text: `Le modèle n’a presque jamais besoin de savoir qui. Remplacez\u00a0:

- «\u00a0Mme Durand, 12 rue des Lilas\u00a0» par «\u00a0une habitante\u00a0»\u00a0;
- «\u00a0l’arrêt maladie de Karim\u00a0» par «\u00a0l’absence d’un agent\u00a0»\u00a0;
- un relevé entier par les deux lignes utiles.

Vous remettrez les noms dans le courrier, après avoir relu.`,
    },
    {
      title: 'Ce que l’on n’écrit jamais',
      text: `Mots de passe, codes, clés, numéros de carte ou de sécurité sociale, santé, opinions politiques, religieuses ou syndicales. Même dans une conversation que vous supprimerez\u00a0: elle est partie quand vous avez envoyé.

Si c’est arrivé, ne le cachez pas. Supprimez la conversation, changez le mot de passe s’il s’agit d’un secret, et prévenez votre délégué à la protection des données.`,
    },
  ],
  questions: [
    {
      question: 'Pour répondre à une réclamation, que donnez-vous au modèle\u00a0?',
      choices: ['La lettre entière, telle quelle', 'Les faits utiles, sans nom ni adresse', 'Seulement le nom de la personne'],
      answer: 1,
      why: 'Le modèle écrit la même réponse sans les noms. Vous les ajoutez ensuite.',
    },
    {
      question: '«\u00a0Le seul agent de la piscine en congé parental\u00a0» est-il une donnée personnelle\u00a0?',
      choices: ['Non, il n’y a pas de nom', 'Seulement si l’on ajoute une date', 'Oui\u00a0: on sait de qui l’on parle'],
      answer: 2,
      why: 'Une personne désignée sans être nommée est tout de même désignée.',
    },
    {
      question: 'Vous avez collé un mot de passe par erreur. Que faire d’abord\u00a0?',
      choices: ['Changer ce mot de passe et prévenir', 'Demander au modèle de l’oublier', 'Attendre que la conversation s’efface'],
      answer: 0,
      why: 'Un modèle n’oublie pas sur demande, et le texte est déjà parti. Le secret, lui, peut être changé.',
    },
  ],
  exercise: {
    text: 'Réécrivez cette demande pour qu’elle ne désigne plus personne, puis envoyez la vôtre.',
    prompt: 'Un habitant se plaint du bruit d’un chantier devant chez lui depuis deux semaines. Propose une réponse courtoise qui explique la démarche.',
    check: 'La réponse a-t-elle souffert de l’absence du nom\u00a0?',
  },
}
