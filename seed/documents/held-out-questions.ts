import { toQuestions, type DemoQuestion } from './demo-question.ts'

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/** Questions on which no weight or threshold was tuned: they were written after the relevance rule, and only used to measure. */
export const heldOutQuestions: DemoQuestion[] = toQuestions([
  [rh, 'Combien de jours d’absence pour le décès d’un parent ?', "Autorisation d'absence pour décès d'un proche dans la fonction publique.md"],
  [rh, 'Un agent qui se marie a-t-il droit à des jours ?', "Autorisation d'absence pour mariage ou Pacs dans la fonction publique.md"],
  [rh, 'Comment se calcule une heure supplémentaire dans une commune ?', 'Heures supplémentaires dans la fonction publique territoriale (FPT).md'],
  [rh, 'Quelles sont les règles pour changer de collectivité par mutation ?', "Mutation d'un fonctionnaire.md"],
  [rh, 'Un agent menacé par un usager peut-il être défendu par la commune ?', 'Protection fonctionnelle - agent public victime.md'],
  [rh, 'Combien de temps dure le stage avant la titularisation ?', 'Fonction publique - stage et titularisation.md'],
  [rh, 'Que devient un fonctionnaire dont le poste est supprimé ?', "Suppression d'emploi d'un fonctionnaire - accompagnement et réaffectation.md"],
  [rh, 'Le 1er mai est-il payé double aux agents ?', 'Jours fériés dans la fonction publique.md'],
  [civil, 'Que change le Pacs entre les deux partenaires ?', "Effets d'un Pacs.md"],
  [civil, 'À partir de quand un jeune est-il inscrit d’office pour voter ?', "Liste électorale - inscription d'office à 18 ans.md"],
  [civil, 'Qui peut voir la liste des électeurs ?', 'Comment consulter les listes électorales.md'],
  [civil, 'Quand faut-il mettre à jour le livret de famille ?', 'Mise à jour du livret de famille.md'],
  [civil, 'Faut-il passer devant le notaire pour un contrat de mariage ?', 'Contrat de mariage.md'],
  [civil, 'Dans quel délai doit avoir lieu un enterrement ?', 'Inhumation.md'],
  [civil, 'Comment sont élus les conseillers municipaux ?', 'Élections municipales.md'],
  [town, 'Dans quels travaux suffit une déclaration préalable ?', 'Déclaration préalable de travaux (DP).md'],
  [town, 'Peut-on modifier un permis de construire déjà délivré ?', "Permis modificatif d'un permis de construire ou d'aménager.md"],
  [town, 'À quelle heure commence l’école le matin ?', "Horaires à l'école primaire (maternelle et élémentaire).md"],
  [town, 'Mon voisin fait des odeurs de fumier, quels recours ?', 'Troubles de voisinage - nuisances olfactives (odeurs).md'],
  [town, 'À quel âge peut-on passer le Bafa ?', "Brevet d'aptitude aux fonctions d'animateur (Bafa).md"],
  [town, 'Que faire des jeunes qui se rassemblent dans le hall de l’immeuble ?', "Que faire en cas d'attroupement dans son hall d'immeuble.md"],
  [rules, 'Faut-il déclarer la musique diffusée à la fête du village ?', 'Diffusion de musique pendant une manifestation - quelles sont les règles.md'],
  [rules, 'Comment modifier les statuts d’une association ?', "Modification des statuts d'une association.md"],
  [rules, 'Quel recours avant d’aller devant le juge contre une décision du maire ?', 'Recours gracieux, hiérarchique, obligatoire (Rapo).md'],
  [rules, 'Comment engager un artiste pour un spectacle occasionnel ?', 'Guichet unique du spectacle occasionnel (Guso).md'],
  [rules, 'Comment faire appel d’un jugement administratif ?', "Faire appel devant la cour administrative d'appel (CAA).md"],
  ...[
    'Quel est le mot de passe de la messagerie ?',
    'Combien la collectivité a-t-elle dépensé en formation l’an dernier ?',
    'Où trouver le formulaire de demande de badge ?',
    'Quelle mutuelle la mairie a-t-elle choisie pour ses agents ?',
    'Qui remplace la responsable de la paie en août ?',
    'Comment déboucher un évier ?',
    'Quels sont les avantages du comité des œuvres sociales ?',
  ].map((question) => [rh, question, null] as const),
  ...[
    'Comment obtenir une carte grise ?',
    'Quel est le taux de participation aux dernières municipales dans la commune ?',
    'Comment demander un titre de séjour ?',
    'Quel fleuriste livre pour les mariages ?',
    'Quelle est la recette du cassoulet ?',
    'Comment légaliser une signature ?',
  ].map((question) => [civil, question, null] as const),
  ...[
    'Quand auront lieu les travaux de la place de la gare ?',
    'Comment obtenir un composteur gratuit ?',
    'Quels arbres planter le long d’une route ?',
    'Combien d’élèves compte l’école Jean-Moulin ?',
    'Quel bus dessert la zone commerciale ?',
    'Comment lutter contre les chenilles processionnaires ?',
    'Quelle est la profondeur de la nappe phréatique ?',
  ].map((question) => [town, question, null] as const),
  ...[
    'Comment obtenir le label ville fleurie ?',
    'Quelle est la vitesse maximale d’une trottinette électrique ?',
    'Combien d’associations compte la ville ?',
    'Qui préside l’intercommunalité ?',
    'Comment créer une micro-entreprise ?',
    'Quel est le salaire d’un gendarme ?',
  ].map((question) => [rules, question, null] as const),
])
