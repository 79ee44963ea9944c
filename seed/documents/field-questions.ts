import { toQuestions, type DemoQuestion } from './demo-question.ts'

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/**
 * Questions of town-hall staff, in their own words rather than those of the documents. Those without a document use the words of the subject, but ask for
 * a fact or a service that no document contains. The relevance rule was tuned with these questions.
 */
export const fieldQuestions: DemoQuestion[] = toQuestions([
  [
    rh,
    'Un agent peut-il donner ses jours de repos à un collègue dont l’enfant est gravement malade ?',
    'Don de jours de repos à un agent public aidant familial ou avec un enfant malade.md',
  ],
  [rh, 'Quelle compensation pour une astreinte de week-end ?', 'Astreintes dans la fonction publique.md'],
  [rh, 'Un agent peut-il refuser d’exécuter l’ordre de son chef de service ?', "Obéissance hiérarchique d'un agent public (fonctionnaire ou contractuel).md"],
  [rh, 'La commune rembourse-t-elle l’abonnement de bus de ses agents ?', 'Remboursement des frais de transport domicile-travail (fonction publique).md'],
  [rh, 'Comment quitter la collectivité d’un commun accord avec elle ?', 'Rupture conventionnelle dans la fonction publique.md'],
  [rh, 'Combien touche un agent pour ses enfants à charge en plus de son traitement ?', 'Fonction publique - supplément familial de traitement (SFT).md'],
  [rh, 'Quelle est la durée du congé maternité d’une agente ?', 'Congé maternité dans la fonction publique.md'],
  [rh, 'Peut-on recevoir des tickets restaurant quand on est agent public ?', 'Titres-restaurant dans la fonction publique - quelles sont les règles.md'],
  [rh, 'Un contractuel est malade : combien de temps garde-t-il son plein traitement ?', "Arrêt maladie d'un agent contractuel de la fonction publique.md"],
  [civil, 'Le maire peut-il radier un électeur de la liste électorale ?', "Refus d'inscription, radiation de la liste électorale par le maire - que faire.md"],
  [
    civil,
    'Que se passe-t-il si les parents ne sont pas d’accord sur le nom du bébé ?',
    'Quel nom de famille pour un enfant en cas de désaccord entre les parents.md',
  ],
  [civil, 'Faut-il publier les bans avant un mariage ?', 'Mariage en France.md'],
  [
    civil,
    'Quels justificatifs d’adresse accepter pour une inscription sur les listes électorales ?',
    "S'inscrire sur la liste électorale en mairie - quel justificatif de domicile.md",
  ],
  [civil, 'Comment se déroule le dépouillement le soir du vote ?', 'Élections politiques - déroulement du scrutin.md'],
  [civil, 'Un homme peut-il reconnaître un enfant qui n’est pas de lui ?', "Peut-on reconnaître un enfant dont on n'est pas le père.md"],
  [town, 'Le voisin fait du tapage la nuit, que peut-on faire ?', 'Troubles de voisinage - bruits de comportement.md'],
  [town, 'Faut-il une autorisation pour creuser un puits ?', 'Quelles démarches effectuer pour construire un puits dans son jardin.md'],
  [town, 'Où jeter un vieux réfrigérateur ?', "Déchets d'équipements électriques et électroniques (DEEE ou D3E).md"],
  [
    town,
    'Combien d’accompagnateurs faut-il pour une sortie scolaire en maternelle ?',
    "Sortie ou voyage scolaires à l'école primaire (maternelle ou élémentaire).md",
  ],
  [town, 'Peut-on céder un permis de construire avec le terrain ?', "Transfert d'un permis de construire ou d'aménager.md"],
  [town, 'Où voir le plan cadastral d’une parcelle ?', 'Comment consulter le cadastre.md'],
  [rules, 'Une association a-t-elle le droit d’organiser une tombola ?', 'Lotos, loteries et tombolas organisés par une association.md'],
  [rules, 'Quelles démarches pour une course à pied sur la route départementale ?', "Organisation d'une course à pied ou d'une marche sur la voie publique.md"],
  [rules, 'Peut-on payer le président d’une association ?', "Rémunération du dirigeant d'une association.md"],
  [rules, 'Comment demander au juge de suspendre une décision en urgence ?', "Litige avec l'administration - référé-suspension.md"],
  [rules, 'Quelles pièces joindre à une candidature à un marché public ?', 'Présentation du dossier de candidature à un marché public.md'],
  ...[
    'Quel est le code du Wi-Fi des agents ?',
    'Comment réserver un véhicule de service ?',
    'Qui est le directeur général des services de la commune ?',
    'À quelle heure ouvre le guichet des ressources humaines ?',
    'Quel est le menu du restaurant des agents cette semaine ?',
    'Comment changer le toner de l’imprimante du bureau ?',
    'Quel logiciel de paie utilise la collectivité ?',
  ].map((question) => [rh, question, null] as const),
  ...[
    'Combien coûte la location de la salle des fêtes ?',
    'Comment demander la nationalité française ?',
    'Quel est le prix d’une concession de trente ans au cimetière ?',
    'Comment échanger un permis de conduire étranger ?',
    'Comment obtenir un extrait de casier judiciaire ?',
    'Où se garer pour venir à l’hôtel de ville ?',
  ].map((question) => [civil, question, null] as const),
  ...[
    'Quels sont les horaires de la piscine municipale ?',
    'Quel est le tarif du stationnement en centre-ville ?',
    'Comment récupérer un chien à la fourrière ?',
    'Comment signaler un nid-de-poule sur la chaussée ?',
    'Quel est le programme du cinéma ce week-end ?',
    'Combien de logements sociaux compte la commune ?',
    'Qui est l’architecte de la médiathèque ?',
  ].map((question) => [town, question, null] as const),
  ...[
    'Comment déclarer un drone de loisir ?',
    'Quel est le montant de la subvention versée au club de football ?',
    'Comment signaler une panne d’éclairage public ?',
    'Quelles vaccinations pour voyager au Sénégal ?',
    'Comment remplir sa déclaration de revenus ?',
    'Quelle est la date de la cérémonie des vœux du maire ?',
  ].map((question) => [rules, question, null] as const),
])
