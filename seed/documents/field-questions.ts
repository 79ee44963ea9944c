import type { DemoQuestion } from './questions.ts'

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/**
 * Questions of town-hall staff, in their words rather than those of the documents. Those without a document speak the words of
 * the subject, and ask for a fact or a service that no document has. The rule of relevance was chosen with them in sight.
 */
export const fieldQuestions: DemoQuestion[] = [
  {
    category: rh,
    question: 'Un agent peut-il donner ses jours de repos à un collègue dont l’enfant est gravement malade ?',
    document: 'Don de jours de repos à un agent public aidant familial ou avec un enfant malade.md',
  },
  { category: rh, question: 'Quelle compensation pour une astreinte de week-end ?', document: 'Astreintes dans la fonction publique.md' },
  {
    category: rh,
    question: 'Un agent peut-il refuser d’exécuter l’ordre de son chef de service ?',
    document: "Obéissance hiérarchique d'un agent public (fonctionnaire ou contractuel).md",
  },
  {
    category: rh,
    question: 'La commune rembourse-t-elle l’abonnement de bus de ses agents ?',
    document: 'Remboursement des frais de transport domicile-travail (fonction publique).md',
  },
  {
    category: rh,
    question: 'Comment quitter la collectivité d’un commun accord avec elle ?',
    document: 'Rupture conventionnelle dans la fonction publique.md',
  },
  {
    category: rh,
    question: 'Combien touche un agent pour ses enfants à charge en plus de son traitement ?',
    document: 'Fonction publique - supplément familial de traitement (SFT).md',
  },
  { category: rh, question: 'Quelle est la durée du congé maternité d’une agente ?', document: 'Congé maternité dans la fonction publique.md' },
  {
    category: rh,
    question: 'Peut-on recevoir des tickets restaurant quand on est agent public ?',
    document: 'Titres-restaurant dans la fonction publique - quelles sont les règles.md',
  },
  {
    category: rh,
    question: 'Un contractuel est malade : combien de temps garde-t-il son plein traitement ?',
    document: "Arrêt maladie d'un agent contractuel de la fonction publique.md",
  },
  {
    category: civil,
    question: 'Le maire peut-il radier un électeur de la liste électorale ?',
    document: "Refus d'inscription, radiation de la liste électorale par le maire - que faire.md",
  },
  {
    category: civil,
    question: 'Que se passe-t-il si les parents ne sont pas d’accord sur le nom du bébé ?',
    document: 'Quel nom de famille pour un enfant en cas de désaccord entre les parents.md',
  },
  { category: civil, question: 'Faut-il publier les bans avant un mariage ?', document: 'Mariage en France.md' },
  {
    category: civil,
    question: 'Quels justificatifs d’adresse accepter pour une inscription sur les listes électorales ?',
    document: "S'inscrire sur la liste électorale en mairie - quel justificatif de domicile.md",
  },
  { category: civil, question: 'Comment se déroule le dépouillement le soir du vote ?', document: 'Élections politiques - déroulement du scrutin.md' },
  {
    category: civil,
    question: 'Un homme peut-il reconnaître un enfant qui n’est pas de lui ?',
    document: "Peut-on reconnaître un enfant dont on n'est pas le père.md",
  },
  { category: town, question: 'Le voisin fait du tapage la nuit, que peut-on faire ?', document: 'Troubles de voisinage - bruits de comportement.md' },
  {
    category: town,
    question: 'Faut-il une autorisation pour creuser un puits ?',
    document: 'Quelles démarches effectuer pour construire un puits dans son jardin.md',
  },
  {
    category: town,
    question: 'Où jeter un vieux réfrigérateur ?',
    document: "Déchets d'équipements électriques et électroniques (DEEE ou D3E).md",
  },
  {
    category: town,
    question: 'Combien d’accompagnateurs faut-il pour une sortie scolaire en maternelle ?',
    document: "Sortie ou voyage scolaires à l'école primaire (maternelle ou élémentaire).md",
  },
  {
    category: town,
    question: 'Peut-on céder un permis de construire avec le terrain ?',
    document: "Transfert d'un permis de construire ou d'aménager.md",
  },
  { category: town, question: 'Où voir le plan cadastral d’une parcelle ?', document: 'Comment consulter le cadastre.md' },
  {
    category: rules,
    question: 'Une association a-t-elle le droit d’organiser une tombola ?',
    document: 'Lotos, loteries et tombolas organisés par une association.md',
  },
  {
    category: rules,
    question: 'Quelles démarches pour une course à pied sur la route départementale ?',
    document: "Organisation d'une course à pied ou d'une marche sur la voie publique.md",
  },
  { category: rules, question: 'Peut-on payer le président d’une association ?', document: "Rémunération du dirigeant d'une association.md" },
  {
    category: rules,
    question: 'Comment demander au juge de suspendre une décision en urgence ?',
    document: "Litige avec l'administration - référé-suspension.md",
  },
  {
    category: rules,
    question: 'Quelles pièces joindre à une candidature à un marché public ?',
    document: 'Présentation du dossier de candidature à un marché public.md',
  },
  ...[
    'Quel est le code du Wi-Fi des agents ?',
    'Comment réserver un véhicule de service ?',
    'Qui est le directeur général des services de la commune ?',
    'À quelle heure ouvre le guichet des ressources humaines ?',
    'Quel est le menu du restaurant des agents cette semaine ?',
    'Comment changer le toner de l’imprimante du bureau ?',
    'Quel logiciel de paie utilise la collectivité ?',
  ].map((question) => ({ question, category: rh, document: null })),
  ...[
    'Combien coûte la location de la salle des fêtes ?',
    'Comment demander la nationalité française ?',
    'Quel est le prix d’une concession de trente ans au cimetière ?',
    'Comment échanger un permis de conduire étranger ?',
    'Comment obtenir un extrait de casier judiciaire ?',
    'Où se garer pour venir à l’hôtel de ville ?',
  ].map((question) => ({ question, category: civil, document: null })),
  ...[
    'Quels sont les horaires de la piscine municipale ?',
    'Quel est le tarif du stationnement en centre-ville ?',
    'Comment récupérer un chien à la fourrière ?',
    'Comment signaler un nid-de-poule sur la chaussée ?',
    'Quel est le programme du cinéma ce week-end ?',
    'Combien de logements sociaux compte la commune ?',
    'Qui est l’architecte de la médiathèque ?',
  ].map((question) => ({ question, category: town, document: null })),
  ...[
    'Comment déclarer un drone de loisir ?',
    'Quel est le montant de la subvention versée au club de football ?',
    'Comment signaler une panne d’éclairage public ?',
    'Quelles vaccinations pour voyager au Sénégal ?',
    'Comment remplir sa déclaration de revenus ?',
    'Quelle est la date de la cérémonie des vœux du maire ?',
  ].map((question) => ({ question, category: rules, document: null })),
]
