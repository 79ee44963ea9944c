import type { ModuleText } from './module-text.ts'

export const sobriete: ModuleText = {
  parts: [
    {
      title: 'Une réponse consomme',
      text: `Chaque réponse demande de l’électricité à un centre de données, et de l’eau ou de l’air pour le refroidir. La dépense grandit avec la taille du modèle et la longueur de ce qui est lu et écrit.

Parvis l’estime quand il connaît le modèle\u00a0: sous une réponse, et pour votre mois dans «\u00a0Mon profil\u00a0». C’est une fourchette, pas une mesure, et Parvis le dit quand il ne sait pas.`,
    },
    {
      title: 'Ce qui évite une réponse',
      text: `- **Chercher** un mot dans la base documentaire, ou ouvrir le document, ne demande pas de modèle.
- **Un modèle de courrier** déjà écrit vaut mieux qu’un courrier réinventé.
- **Une bonne question** en remplace trois\u00a0: le contexte, le but, la longueur voulue.
- **Demander court**\u00a0: «\u00a0en cinq lignes\u00a0» coûte moins qu’une page que vous couperez.`,
    },
    {
      title: 'Le bon outil',
      text: `Un calcul se fait dans un tableur, une date se lit dans l’agenda, une règle se demande à qui la connaît. Le modèle est utile là où il faut des phrases. Lui faire lire tout un dossier est parfois le plus utile, et toujours le plus coûteux\u00a0: Parvis vous demande alors votre accord.`,
    },
  ],
  questions: [
    {
      question: 'Qu’est-ce qui coûte le plus\u00a0?',
      choices: ['Une réponse de cinq lignes', 'Une recherche dans la base documentaire', 'Faire lire en entier vingt documents'],
      answer: 2,
      why: 'La dépense suit ce qui est lu et écrit par le modèle.',
    },
    {
      question: 'Vous cherchez la date d’une délibération. Par quoi commencer\u00a0?',
      choices: ['La recherche dans la base documentaire', 'Une conversation avec un assistant', 'Une lecture complète de toutes les délibérations'],
      answer: 0,
      why: 'Trouver un document ne demande pas de modèle.',
    },
    {
      question: 'La fourchette affichée sous une réponse est…',
      choices: ['une mesure du compteur du serveur', 'une estimation, d’après le modèle et la longueur', 'un prix'],
      answer: 1,
      why: 'Elle dit un ordre de grandeur, de quoi comparer deux façons de faire.',
    },
  ],
  exercise: {
    text: 'Obtenez le même résultat avec une réponse plus courte.',
    prompt: 'En trois phrases, explique à un habitant comment s’inscrire sur la liste électorale. Dis où vérifier.',
    check: 'Trois phrases suffisaient-elles\u00a0? Comparez l’empreinte des deux réponses si elle est affichée.',
  },
}
