/** Charter proposed as a starting text, in Markdown. It states rules of use only, no law: each organisation checks and completes it. */
export const modelCharter = {
  summary: `- **Vous décidez, vous répondez.** Une réponse est un brouillon\u00a0: relisez-la avant de l’envoyer ou de la publier.
- **Le moins de données personnelles possible**, et jamais de mot de passe ni de secret.
- **Vérifiez les sources**\u00a0: un modèle peut inventer un article, un chiffre ou une citation.
- **Pas de décision sur une personne** (recrutement, évaluation, aide) à partir d’une réponse seule.
- **Dites-le** quand un texte destiné au public vient d’un modèle et que personne ne l’a relu.
- **Avec mesure**\u00a0: une question utile, le bon outil, pas plus.`,
  text: `# Charte d’usage de l’intelligence artificielle

Cette charte dit ce que notre collectivité attend de chacun quand il se sert d’un assistant. Elle vaut pour les agents, les élus, les stagiaires et les prestataires qui ont un compte.

## 1. Une aide, pas une décision

Un modèle de langage écrit des phrases plausibles. Il ne sait pas si elles sont vraies. Vous restez l’auteur de ce que vous envoyez, signez ou publiez, et vous en répondez comme si vous l’aviez écrit seul.

- Relisez en entier avant de transmettre.
- Vérifiez les dates, les montants, les noms et les références dans le document d’origine.
- En cas de doute, demandez à la personne compétente, pas au modèle.

## 2. Ce que l’on ne confie pas

- Aucun mot de passe, code, clé ou numéro de carte.
- Aucune donnée de santé, aucune opinion politique, religieuse ou syndicale, aucun numéro de sécurité sociale.
- Pour le reste, le moins de données personnelles possible\u00a0: un rôle suffit souvent («\u00a0un habitant\u00a0», «\u00a0une agente\u00a0»).
- Aucun document que vous n’avez pas le droit de lire ou de transmettre.

Les outils publics en ligne ne reçoivent ni données personnelles ni documents internes. Pour le travail, utilisez l’outil de la collectivité.

## 3. Ce que l’on ne demande pas

- Classer, noter ou choisir des personnes\u00a0: candidats, agents, demandeurs d’une aide ou d’un logement.
- Décider à la place de la commission, de l’élu ou du service qui en a la charge.
- Deviner l’émotion, l’origine, la santé ou les opinions de quelqu’un.
- Écrire un texte qui tromperait son lecteur sur son auteur.

Un usage nouveau qui touche aux droits d’une personne se discute d’abord avec votre responsable et avec le délégué à la protection des données.

## 4. Ce que l’on doit au public

- Un texte publié pour informer le public est relu par une personne, qui en prend la responsabilité. Sinon, il dit qu’un modèle l’a écrit.
- Un habitant qui demande si un modèle a servi reçoit une réponse franche.
- Les sources d’une réponse sont citées et vérifiables.

## 5. Avec mesure

Chaque réponse consomme de l’énergie. Une recherche dans la base documentaire, un modèle de courrier existant ou une question à un collègue valent souvent mieux.

## 6. Signaler

Une réponse fausse, choquante ou qui montre ce qu’elle ne devrait pas se signale aussitôt\u00a0: par l’avis sous la réponse, et à votre responsable. Personne n’est inquiété pour avoir signalé de bonne foi.

## 7. Apprendre

Chacun suit les six modules de «\u00a0Se former\u00a0», dans le menu «\u00a0Mon compte\u00a0». Ils durent cinq minutes chacun.
`,
} as const
