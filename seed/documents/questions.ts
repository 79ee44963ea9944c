import { toQuestions, type DemoQuestion } from './demo-question.ts'

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/**
 * Test questions of the search: questions written from the documents, and subjects that no document covers. They are not shown on any screen, so their
 * rules may be out of date. The questions that the library suggests are in `example-questions.ts`.
 */
export const demoQuestions: DemoQuestion[] = toQuestions([
  [rh, 'Combien de jours de congés annuels pour un agent à temps complet ?', 'Fonction publique - congés annuels.md'],
  [rh, 'Comment alimenter un compte épargne-temps dans une commune ?', 'Compte épargne-temps (CET) dans la fonction publique territoriale (FPT).md'],
  [rh, 'Qui touche la prime d’indemnité de résidence ?', 'Fonction publique - indemnité de résidence.md'],
  [rh, 'Comment un fonctionnaire démissionne-t-il ?', "Démission d'un fonctionnaire ou d'un agent non titulaire.md"],
  [rh, 'Quelles sont les sanctions disciplinaires possibles contre un agent ?', 'Sanctions disciplinaires dans la fonction publique.md'],
  [rh, 'Combien de jours de télétravail par semaine au maximum ?', 'Télétravail dans le secteur public.md'],
  [rh, 'Qu’est-ce qu’un vacataire ?', "Qu'est-ce qu'un vacataire dans la fonction publique.md"],
  [rh, 'Dans quels cas peut-on exercer son droit de retrait ?', 'Sécurité et droit de retrait dans la fonction publique.md'],
  [rh, 'Comment sont remboursés les frais de déplacement en mission ?', 'Remboursement des frais de déplacement dans la fonction publique.md'],
  [rh, 'Comment se passe l’entretien professionnel annuel dans la territoriale ?', 'Évaluation professionnelle dans la fonction publique territoriale.md'],
  [civil, 'Dans quel délai faut-il déclarer une naissance ?', 'Déclaration de naissance.md'],
  [civil, 'Quelle pièce d’identité faut-il présenter pour voter ?', "Élections - papiers d'identité à présenter pour voter.md"],
  [civil, 'Comment remplacer un livret de famille perdu ?', 'Nouveau livret de famille (en cas de perte, vol ou destruction).md'],
  [civil, 'Comment mettre fin à un Pacs ?', 'Dissoudre un Pacs.md'],
  [civil, 'Qui peut demander une copie intégrale d’acte de mariage ?', "Acte de mariage - demande de copie intégrale ou d'extrait.md"],
  [civil, 'Qui paie les obsèques quand la famille n’en a pas les moyens ?', "Qui doit payer les frais d'obsèques.md"],
  [civil, 'Un citoyen européen peut-il voter en France ?', "Élections - droit de vote d'un citoyen européen en France.md"],
  [civil, 'Peut-on être inhumé dans son jardin ?', 'Peut-on enterrer un cercueil ou une urne dans une propriété privée.md'],
  [town, 'Pendant combien de temps une autorisation d’urbanisme est-elle valable ?', "Urbanisme - quelle est la durée de validité d'une autorisation.md"],
  [town, 'Comment la taxe d’aménagement est-elle calculée ?', "Taxe d'aménagement (TA).md"],
  [town, 'À quoi sert un certificat d’urbanisme ?', "Certificat d'urbanisme.md"],
  [town, 'La cantine scolaire est-elle obligatoire pour la commune ?', "Cantine scolaire à l'école primaire (maternelle et élémentaire).md"],
  [town, 'À quel âge inscrit-on un enfant à l’école maternelle ?', "Inscription à l'école maternelle.md"],
  [town, 'Le barbecue de mon voisin m’incommode, que faire ?', "Que faire en cas d'utilisation abusive d'un barbecue par un voisin.md"],
  [rules, 'Comment obtenir la communication d’un document administratif ?', 'Accès aux documents administratifs.md'],
  [rules, 'Le silence de l’administration vaut-il acceptation ?', "Silence de l'administration sur une demande - principe du silence vaut accord.md"],
  [rules, 'Une association peut-elle tenir une buvette ?', 'Buvette ou bar tenu par une association.md'],
  [rules, 'Quelles formalités pour organiser un vide-greniers ?', 'Vide-greniers et brocante organisés par une association.md'],
  [rules, 'Mon offre à un marché public a été rejetée, quels recours ?', "Offre de marché public rejetée - droit à l'information et recours.md"],
  [rules, 'Où consulter les délibérations d’une collectivité ?', "Comment consulter les actes d'une collectivité territoriale.md"],
  ...[
    'Quelle est la recette de la tarte Tatin ?',
    'Qui a gagné la coupe du monde de football en 1998 ?',
    'Comment installer une pompe à chaleur ?',
    'Quel est le cours de l’action Airbus ?',
    'Comment régler le carburateur d’une tondeuse ?',
    'Quels sont les effets secondaires du paracétamol ?',
    'Comment jouer du violoncelle ?',
    'Quelle est la population de Tokyo ?',
  ].map((question) => [rh, question, null] as const),
  ...[
    'Quelle est la distance de la Terre à la Lune ?',
    'Comment apprendre le japonais ?',
    'Quel est le débit moyen de la Loire ?',
    'Comment configurer un routeur Cisco ?',
    'Quelle température pour un four à pizza ?',
    'Comment tailler un rosier grimpant ?',
    'Quel vin servir avec une raclette ?',
  ].map((question) => [civil, question, null] as const),
  ...[
    'Quels champignons des bois sont comestibles ?',
    'Comment écrire une boucle en Python ?',
    'Quel est le prix du baril de pétrole ?',
    'Comment soigner une entorse de la cheville ?',
    'Quelle est la masse atomique du carbone ?',
    'Qui a écrit Les Misérables ?',
    'Comment dresser un chiot ?',
  ].map((question) => [town, question, null] as const),
  ...[
    'Quelle est la capitale de l’Australie ?',
    'Comment entretenir une orchidée ?',
    'Qui a peint la Joconde ?',
    'Quelle est la vitesse de la lumière ?',
    'Comment faire tenir une mayonnaise ?',
    'Quel est le plus haut sommet des Alpes ?',
    'Comment changer une roue de vélo ?',
    'Quand a eu lieu la bataille de Marignan ?',
  ].map((question) => [rules, question, null] as const),
])
