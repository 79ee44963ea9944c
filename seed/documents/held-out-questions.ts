import type { DemoQuestion } from './questions.ts'

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/** Questions that no weight nor floor was chosen on: written after the rule of relevance, and only measured. */
export const heldOutQuestions: DemoQuestion[] = [
  {
    category: rh,
    question: 'Combien de jours d’absence pour le décès d’un parent ?',
    document: "Autorisation d'absence pour décès d'un proche dans la fonction publique.md",
  },
  {
    category: rh,
    question: 'Un agent qui se marie a-t-il droit à des jours ?',
    document: "Autorisation d'absence pour mariage ou Pacs dans la fonction publique.md",
  },
  {
    category: rh,
    question: 'Comment se calcule une heure supplémentaire dans une commune ?',
    document: 'Heures supplémentaires dans la fonction publique territoriale (FPT).md',
  },
  { category: rh, question: 'Quelles sont les règles pour changer de collectivité par mutation ?', document: "Mutation d'un fonctionnaire.md" },
  {
    category: rh,
    question: 'Un agent menacé par un usager peut-il être défendu par la commune ?',
    document: 'Protection fonctionnelle - agent public victime.md',
  },
  { category: rh, question: 'Combien de temps dure le stage avant la titularisation ?', document: 'Fonction publique - stage et titularisation.md' },
  {
    category: rh,
    question: 'Que devient un fonctionnaire dont le poste est supprimé ?',
    document: "Suppression d'emploi d'un fonctionnaire - accompagnement et réaffectation.md",
  },
  { category: rh, question: 'Le 1er mai est-il payé double aux agents ?', document: 'Jours fériés dans la fonction publique.md' },
  { category: civil, question: 'Que change le Pacs entre les deux partenaires ?', document: "Effets d'un Pacs.md" },
  {
    category: civil,
    question: 'À partir de quand un jeune est-il inscrit d’office pour voter ?',
    document: "Liste électorale - inscription d'office à 18 ans.md",
  },
  { category: civil, question: 'Qui peut voir la liste des électeurs ?', document: 'Comment consulter les listes électorales.md' },
  { category: civil, question: 'Quand faut-il mettre à jour le livret de famille ?', document: 'Mise à jour du livret de famille.md' },
  { category: civil, question: 'Faut-il passer devant le notaire pour un contrat de mariage ?', document: 'Contrat de mariage.md' },
  { category: civil, question: 'Dans quel délai doit avoir lieu un enterrement ?', document: 'Inhumation.md' },
  { category: civil, question: 'Comment sont élus les conseillers municipaux ?', document: 'Élections municipales.md' },
  { category: town, question: 'Dans quels travaux suffit une déclaration préalable ?', document: 'Déclaration préalable de travaux (DP).md' },
  {
    category: town,
    question: 'Peut-on modifier un permis de construire déjà délivré ?',
    document: "Permis modificatif d'un permis de construire ou d'aménager.md",
  },
  { category: town, question: 'À quelle heure commence l’école le matin ?', document: "Horaires à l'école primaire (maternelle et élémentaire).md" },
  { category: town, question: 'Mon voisin fait des odeurs de fumier, quels recours ?', document: 'Troubles de voisinage - nuisances olfactives (odeurs).md' },
  { category: town, question: 'À quel âge peut-on passer le Bafa ?', document: "Brevet d'aptitude aux fonctions d'animateur (Bafa).md" },
  {
    category: town,
    question: 'Que faire des jeunes qui se rassemblent dans le hall de l’immeuble ?',
    document: "Que faire en cas d'attroupement dans son hall d'immeuble.md",
  },
  {
    category: rules,
    question: 'Faut-il déclarer la musique diffusée à la fête du village ?',
    document: 'Diffusion de musique pendant une manifestation - quelles sont les règles.md',
  },
  { category: rules, question: 'Comment modifier les statuts d’une association ?', document: "Modification des statuts d'une association.md" },
  {
    category: rules,
    question: 'Quel recours avant d’aller devant le juge contre une décision du maire ?',
    document: 'Recours gracieux, hiérarchique, obligatoire (Rapo).md',
  },
  { category: rules, question: 'Comment engager un artiste pour un spectacle occasionnel ?', document: 'Guichet unique du spectacle occasionnel (Guso).md' },
  { category: rules, question: 'Comment faire appel d’un jugement administratif ?', document: "Faire appel devant la cour administrative d'appel (CAA).md" },
  ...[
    'Quel est le mot de passe de la messagerie ?',
    'Combien la collectivité a-t-elle dépensé en formation l’an dernier ?',
    'Où trouver le formulaire de demande de badge ?',
    'Quelle mutuelle la mairie a-t-elle choisie pour ses agents ?',
    'Qui remplace la responsable de la paie en août ?',
    'Comment déboucher un évier ?',
    'Quels sont les avantages du comité des œuvres sociales ?',
  ].map((question) => ({ question, category: rh, document: null })),
  ...[
    'Comment obtenir une carte grise ?',
    'Quel est le taux de participation aux dernières municipales dans la commune ?',
    'Comment demander un titre de séjour ?',
    'Quel fleuriste livre pour les mariages ?',
    'Quelle est la recette du cassoulet ?',
    'Comment légaliser une signature ?',
  ].map((question) => ({ question, category: civil, document: null })),
  ...[
    'Quand auront lieu les travaux de la place de la gare ?',
    'Comment obtenir un composteur gratuit ?',
    'Quels arbres planter le long d’une route ?',
    'Combien d’élèves compte l’école Jean-Moulin ?',
    'Quel bus dessert la zone commerciale ?',
    'Comment lutter contre les chenilles processionnaires ?',
    'Quelle est la profondeur de la nappe phréatique ?',
  ].map((question) => ({ question, category: town, document: null })),
  ...[
    'Comment obtenir le label ville fleurie ?',
    'Quelle est la vitesse maximale d’une trottinette électrique ?',
    'Combien d’associations compte la ville ?',
    'Qui préside l’intercommunalité ?',
    'Comment créer une micro-entreprise ?',
    'Quel est le salaire d’un gendarme ?',
  ].map((question) => ({ question, category: rules, document: null })),
]
