/** A question to ask a category of the demonstration documents, and the document that answers it: null when none does. */
export type DemoQuestion = { question: string; category: string; document: string | null }

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/** Written from the documents themselves, and of subjects that none of them treats. */
export const demoQuestions: DemoQuestion[] = [
  { category: rh, question: 'Combien de jours de congés annuels pour un agent à temps complet ?', document: 'Fonction publique - congés annuels.md' },
  {
    category: rh,
    question: 'Comment alimenter un compte épargne-temps dans une commune ?',
    document: 'Compte épargne-temps (CET) dans la fonction publique territoriale (FPT).md',
  },
  { category: rh, question: 'Qui touche la prime d’indemnité de résidence ?', document: 'Fonction publique - indemnité de résidence.md' },
  { category: rh, question: 'Comment un fonctionnaire démissionne-t-il ?', document: "Démission d'un fonctionnaire ou d'un agent non titulaire.md" },
  {
    category: rh,
    question: 'Quelles sont les sanctions disciplinaires possibles contre un agent ?',
    document: 'Sanctions disciplinaires dans la fonction publique.md',
  },
  { category: rh, question: 'Combien de jours de télétravail par semaine au maximum ?', document: 'Télétravail dans le secteur public.md' },
  { category: rh, question: 'Qu’est-ce qu’un vacataire ?', document: "Qu'est-ce qu'un vacataire dans la fonction publique.md" },
  { category: rh, question: 'Dans quels cas peut-on exercer son droit de retrait ?', document: 'Sécurité et droit de retrait dans la fonction publique.md' },
  {
    category: rh,
    question: 'Comment sont remboursés les frais de déplacement en mission ?',
    document: 'Remboursement des frais de déplacement dans la fonction publique.md',
  },
  {
    category: rh,
    question: 'Comment se passe l’entretien professionnel annuel dans la territoriale ?',
    document: 'Évaluation professionnelle dans la fonction publique territoriale.md',
  },
  { category: civil, question: 'Dans quel délai faut-il déclarer une naissance ?', document: 'Déclaration de naissance.md' },
  { category: civil, question: 'Quelle pièce d’identité faut-il présenter pour voter ?', document: "Élections - papiers d'identité à présenter pour voter.md" },
  {
    category: civil,
    question: 'Comment remplacer un livret de famille perdu ?',
    document: 'Nouveau livret de famille (en cas de perte, vol ou destruction).md',
  },
  { category: civil, question: 'Comment mettre fin à un Pacs ?', document: 'Dissoudre un Pacs.md' },
  {
    category: civil,
    question: 'Qui peut demander une copie intégrale d’acte de mariage ?',
    document: "Acte de mariage - demande de copie intégrale ou d'extrait.md",
  },
  { category: civil, question: 'Qui paie les obsèques quand la famille n’en a pas les moyens ?', document: "Qui doit payer les frais d'obsèques.md" },
  { category: civil, question: 'Un citoyen européen peut-il voter en France ?', document: "Élections - droit de vote d'un citoyen européen en France.md" },
  { category: civil, question: 'Peut-on être inhumé dans son jardin ?', document: 'Peut-on enterrer un cercueil ou une urne dans une propriété privée.md' },
  {
    category: town,
    question: 'Pendant combien de temps une autorisation d’urbanisme est-elle valable ?',
    document: "Urbanisme - quelle est la durée de validité d'une autorisation.md",
  },
  { category: town, question: 'Comment la taxe d’aménagement est-elle calculée ?', document: "Taxe d'aménagement (TA).md" },
  { category: town, question: 'À quoi sert un certificat d’urbanisme ?', document: "Certificat d'urbanisme.md" },
  {
    category: town,
    question: 'La cantine scolaire est-elle obligatoire pour la commune ?',
    document: "Cantine scolaire à l'école primaire (maternelle et élémentaire).md",
  },
  { category: town, question: 'À quel âge inscrit-on un enfant à l’école maternelle ?', document: "Inscription à l'école maternelle.md" },
  {
    category: town,
    question: 'Le barbecue de mon voisin m’incommode, que faire ?',
    document: "Que faire en cas d'utilisation abusive d'un barbecue par un voisin.md",
  },
  { category: rules, question: 'Comment obtenir la communication d’un document administratif ?', document: 'Accès aux documents administratifs.md' },
  {
    category: rules,
    question: 'Le silence de l’administration vaut-il acceptation ?',
    document: "Silence de l'administration sur une demande - principe du silence vaut accord.md",
  },
  { category: rules, question: 'Une association peut-elle tenir une buvette ?', document: 'Buvette ou bar tenu par une association.md' },
  { category: rules, question: 'Quelles formalités pour organiser un vide-greniers ?', document: 'Vide-greniers et brocante organisés par une association.md' },
  {
    category: rules,
    question: 'Mon offre à un marché public a été rejetée, quels recours ?',
    document: "Offre de marché public rejetée - droit à l'information et recours.md",
  },
  {
    category: rules,
    question: 'Où consulter les délibérations d’une collectivité ?',
    document: "Comment consulter les actes d'une collectivité territoriale.md",
  },
  ...[
    'Quelle est la recette de la tarte Tatin ?',
    'Qui a gagné la coupe du monde de football en 1998 ?',
    'Comment installer une pompe à chaleur ?',
    'Quel est le cours de l’action Airbus ?',
    'Comment régler le carburateur d’une tondeuse ?',
    'Quels sont les effets secondaires du paracétamol ?',
    'Comment jouer du violoncelle ?',
    'Quelle est la population de Tokyo ?',
  ].map((question) => ({ question, category: rh, document: null })),
  ...[
    'Quelle est la distance de la Terre à la Lune ?',
    'Comment apprendre le japonais ?',
    'Quel est le débit moyen de la Loire ?',
    'Comment configurer un routeur Cisco ?',
    'Quelle température pour un four à pizza ?',
    'Comment tailler un rosier grimpant ?',
    'Quel vin servir avec une raclette ?',
  ].map((question) => ({ question, category: civil, document: null })),
  ...[
    'Quels champignons des bois sont comestibles ?',
    'Comment écrire une boucle en Python ?',
    'Quel est le prix du baril de pétrole ?',
    'Comment soigner une entorse de la cheville ?',
    'Quelle est la masse atomique du carbone ?',
    'Qui a écrit Les Misérables ?',
    'Comment dresser un chiot ?',
  ].map((question) => ({ question, category: town, document: null })),
  ...[
    'Quelle est la capitale de l’Australie ?',
    'Comment entretenir une orchidée ?',
    'Qui a peint la Joconde ?',
    'Quelle est la vitesse de la lumière ?',
    'Comment faire tenir une mayonnaise ?',
    'Quel est le plus haut sommet des Alpes ?',
    'Comment changer une roue de vélo ?',
    'Quand a eu lieu la bataille de Marignan ?',
  ].map((question) => ({ question, category: rules, document: null })),
]
