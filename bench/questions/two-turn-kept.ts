// Kept questions: looked at once, at the end of the work that they measure. Nothing is chosen, tuned or debugged on them.

import type { TwoTurnQuestion } from './question-types.ts'

const staff = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/** Looked at once, at the end of the work that they measure. */
export const twoTurnKept: TwoTurnQuestion[] = [
  {
    kind: 'form',
    category: staff,
    first: "C'est quoi un vacataire ?",
    next: 'plus court',
    documents: [["Qu'est-ce qu'un vacataire dans la fonction publique.md"]],
  },
  {
    kind: 'form',
    category: town,
    first:
      'Mme Rault, 5 rue des Hortensias, n’ouvre plus ses fenêtres à cause de l’odeur d’un poulailler voisin. Elle nous demande ce qu’elle peut faire avant d’aller devant un juge.',
    next: 'Fais un courriel à Mme Rault à partir de ça, ton cordial',
    documents: [['Troubles de voisinage - nuisances olfactives (odeurs).md']],
  },
  {
    kind: 'form',
    category: staff,
    first: 'Combien de jours de RTT pour 37 h, 38 h et 39 h ?',
    next: 'Sous forme de tableau stp',
    documents: [['Réduction du temps de travail (RTT) dans la fonction publique.md']],
  },
  {
    kind: 'form',
    category: civil,
    first:
      'Bonjour, les héritiers de Mme Le Coz ont tous renoncé à la succession. Les pompes funèbres veulent savoir s’ils doivent quand même payer l’enterrement.',
    next: 'en trois phrases stp',
    documents: [["Qui doit payer les frais d'obsèques.md"]],
  },
  {
    kind: 'form',
    category: civil,
    first: 'Comment se déroule le dépouillement ?',
    next: 'Comment se déroule le dépouillement ?\n\nPouvez-vous reformuler votre réponse précédente\u00a0?',
    documents: [['Élections politiques - déroulement du scrutin.md']],
  },
  {
    kind: 'form',
    category: rules,
    first:
      'Bonjour, la trésorière de l’association Les Doigts Verts me demande si elle doit nommer un commissaire aux comptes : ils ont reçu 170 000 € de subventions cette année. Pouvez-vous m’éclairer ? Bonne journée, Armelle',
    next: 'Bonjour, la trésorière de l’association Les Doigts Verts me demande si elle doit nommer un commissaire aux comptes : ils ont reçu 170 000 € de subventions cette année. Pouvez-vous m’éclairer ? Bonne journée, Armelle\n\nPouvez-vous reformuler votre réponse précédente\u00a0?',
    documents: [['Association - évolution des ressources (recettes, dons, immeuble).md']],
  },
  {
    kind: 'form',
    category: civil,
    first: 'À quelles élections un citoyen européen peut-il voter en France ?',
    next: 'translate your answer into English please',
    documents: [["Élections - droit de vote d'un citoyen européen en France.md"]],
  },
  {
    kind: 'form',
    category: rules,
    first: 'Un commerçant attaque notre arrêté en référé-suspension. Que doit-il démontrer au juge ?',
    next: 'dis-le avec des mots simples, sans jargon, pour la maire',
    documents: [["Litige avec l'administration - référé-suspension.md"]],
  },
  {
    kind: 'form',
    category: staff,
    first:
      'Bonjour ! Je découvre la rupture conventionnelle : un de nos titulaires de l’urbanisme me la demande. Comment calcule-t-on le minimum de l’indemnité ?',
    next: 'Tu peux me résumer tout ça en une ligne ?',
    documents: [['Rupture conventionnelle dans la fonction publique.md']],
  },
  {
    kind: 'subject',
    category: staff,
    first: 'Combien de temps à l’avance un agent territorial doit-il demander un congé pour bilan de compétences ?',
    next: "Et à l'hôpital ?",
    documents: [['Bilan de compétences dans la fonction publique hospitalière (FPH).md']],
  },
  {
    kind: 'subject',
    category: staff,
    first: 'Quelle ancienneté faut-il pour un congé de formation professionnelle dans la territoriale ?',
    next: "et pour une fonctionnaire de l'État ?",
    documents: [["Congé de formation professionnelle dans la fonction publique d'État (FPE).md"]],
  },
  {
    kind: 'subject',
    category: staff,
    first:
      'Bonjour, un de nos titulaires ne fait vraiment plus son travail. Peut-on le licencier pour insuffisance professionnelle et quelle instance consulter ? Nous sommes une communauté de 30 agents.',
    next: "Et si c'est un contractuel ?",
    documents: [["Licenciement d'un contractuel de la fonction publique.md"]],
  },
  {
    kind: 'subject',
    category: staff,
    first: 'Notre jardinier titulaire a une maladie grave, on lui parle de longue maladie. Combien de temps peut durer ce congé au total ?',
    next: "Et pour une contractuelle, c'est pareil ?",
    documents: [["Congé de grave maladie d'un agent contractuel de la fonction publique.md"]],
  },
  {
    kind: 'subject',
    category: staff,
    first: 'Notre collègue Yvon vient de perdre sa maman. Combien de jours d’absence la loi prévoit-elle pour un agent territorial ?',
    next: 'Et pour un enfant ?',
    documents: [["Autorisation d'absence pour décès d'un proche dans la fonction publique.md"]],
  },
  {
    kind: 'subject',
    category: staff,
    first: 'Bonjour, une de nos rédactrices attend son premier bébé pour mars. Quelle sera la durée de son congé maternité ?',
    next: 'Et pour des triplés ?',
    documents: [
      ['Congé maternité dans la fonction publique.md', "Une enseignante peut-elle décaler son congé maternité s'il débute pendant des vacances scolaires.md"],
    ],
  },
  {
    kind: 'subject',
    category: rules,
    first: 'Une course cycliste chronométrée sur deux communes du même département : à qui la déclarer ?',
    next: 'Et si ce sont des motos ?',
    documents: [["Organisation d'une course de véhicules à moteur sur la voie publique.md"]],
  },
  {
    kind: 'subject',
    category: civil,
    first: 'Bonjour, un couple d’amis du maire veut mettre fin à son Pacs d’un commun accord, enregistré ici en 2020. Quelle est la marche à suivre ?',
    next: 'Et si un seul des deux veut arrêter ?',
    documents: [['Dissoudre un Pacs.md']],
  },
  {
    kind: 'subject',
    category: town,
    first: 'Comment inscrire un enfant à la maternelle de son secteur ?',
    next: "Et dans celle d'une autre commune ?",
    documents: [["Inscription à l'école maternelle.md"]],
  },
  {
    kind: 'subject',
    category: town,
    first: 'Une ado du village rêve d’encadrer des colos. À quel âge peut-elle commencer le Bafa ?',
    next: 'Et pour être directrice, quel âge ?',
    documents: [["Brevet d'aptitude aux fonctions de directeur (BAFD).md"]],
  },
  {
    kind: 'subject',
    category: town,
    first: 'Tous les combien ramasser les ordures non recyclables dans une commune de 3 000 habitants ?',
    next: 'et chez nous, on est 900 ?',
    documents: [['Ordures ménagères classiques.md']],
  },
  {
    kind: 'subject',
    category: rules,
    first: 'Bonjour, nous venons d’être assignés en référé-liberté par une compagnie de cirque. En combien de temps le juge doit-il se prononcer ?',
    next: 'Quel délai pour faire appel ?',
    documents: [["Litige avec l'administration - référé liberté.md"]],
  },
  {
    kind: 'subject',
    category: civil,
    first: 'Bonjour, une dame demande une copie intégrale de l’acte de mariage de sa sœur. Qui a le droit d’obtenir ce document ?',
    next: 'Combien ça coûte ?',
    documents: [["Acte de mariage - demande de copie intégrale ou d'extrait.md"]],
  },
  {
    kind: 'subject',
    category: rules,
    first: 'À quelle majorité modifier les statuts d’une association qui n’ont rien prévu ?',
    next: 'Où le déclare-t-on et sous quel délai ?',
    documents: [["Modification des statuts d'une association.md"]],
  },
  {
    kind: 'pronoun',
    category: staff,
    first: 'Un agent contractuel à temps complet nous demande un 80 % pour raisons personnelles, il veut se remettre à la sculpture.',
    next: "Est-ce qu'on peut le lui refuser ?",
    documents: [["Travail à temps partiel d'un agent contractuel de la fonction publique.md"]],
  },
  {
    kind: 'pronoun',
    category: staff,
    first: 'Le stage de notre rédacteur se termine dans un mois et il n’a pas convaincu.',
    next: 'Peut-on le prolonger ?',
    documents: [['Fonction publique - stage et titularisation.md']],
  },
  {
    kind: 'pronoun',
    category: staff,
    first: 'Combien de points de NBI pour un chef de bassin ?',
    next: "Est-ce qu'il la garde s'il est en congé de longue maladie ?",
    documents: [['Nouvelle bonification indiciaire (NBI).md', "Congé de longue maladie (CLM) d'un fonctionnaire.md"]],
  },
  {
    kind: 'pronoun',
    category: town,
    first: 'Bonjour, M. Bihan a un certificat d’urbanisme qui expire dans trois mois et n’a toujours pas vendu son terrain. Que pouvons-nous lui dire ?',
    next: 'Peut-il le faire prolonger encore une fois ?',
    documents: [["Certificat d'urbanisme.md"]],
  },
  {
    kind: 'pronoun',
    category: civil,
    first: 'Le maire peut-il radier une électrice partie vivre ailleurs ?',
    next: 'Comment peut-elle la contester ?',
    documents: [["Refus d'inscription, radiation de la liste électorale par le maire - que faire.md"]],
  },
  {
    kind: 'pronoun',
    category: rules,
    first: 'Le président d’un club d’équitation se verse 800 € par mois. L’association est-elle en règle ?',
    next: 'Qui doit le voter chez eux ?',
    documents: [["Rémunération du dirigeant d'une association.md"]],
  },
  {
    kind: 'pronoun',
    category: rules,
    first: 'La troupe des Embruns vient d’obtenir son récépissé d’entrepreneur de spectacles.',
    next: "Combien d'années est-il bon ?",
    documents: [["Licence d'entrepreneur de spectacles.md"]],
  },
  {
    kind: 'new',
    category: staff,
    first: 'Combien de jours de télétravail par semaine ?',
    next: "Sinon, quelle part de l'abonnement de car d'un agent la commune rembourse-t-elle ?",
    documents: [['Remboursement des frais de transport domicile-travail (fonction publique).md']],
  },
  {
    kind: 'new',
    category: civil,
    first: 'Bonjour, un futur époux habite chez nous depuis trois semaines seulement. Le mariage peut-il être célébré ici ?',
    next: "Un jeune qui a eu 18 ans le mois dernier est-il inscrit d'office pour voter ?",
    documents: [["Liste électorale - inscription d'office à 18 ans.md"]],
  },
  {
    kind: 'new',
    category: town,
    first: 'Petite question pour M. Balusson qui monte une véranda fermée derrière chez lui : la taxe d’aménagement s’applique-t-elle ?',
    next: "Combien d'heures au maximum dans une demi-journée d'école ?",
    documents: [["Horaires à l'école primaire (maternelle et élémentaire).md"]],
  },
  {
    kind: 'new',
    category: rules,
    first: 'Mise maximale pour un loto de club ?',
    next: 'Rien à voir : à quelle heure ferme le 3939 le vendredi ?',
    documents: [["Qu'est-ce que le dispositif Allo Service Public 3939.md"]],
  },
  {
    kind: 'new',
    category: rules,
    first:
      'Bonjour, une PME locale a vu sa candidature écartée. Elle me demande ce qu’est le Dume et si elle doit l’utiliser. Je ne sais pas quoi lui dire, pouvez-vous m’aider ?',
    next: 'Une association peut-elle remettre des titres-restaurant à ses bénévoles ?',
    documents: [['Titre-restaurant du bénévole.md']],
  },
  {
    kind: 'new',
    category: staff,
    first: 'Un blâme passe-t-il par le conseil de discipline ? Je dois le notifier demain à un agent, Monsieur R., qui a insulté sa cheffe.',
    next: 'Comment entrer dans la fonction publique territoriale sans concours ?',
    documents: [['Peut-on devenir fonctionnaire sans passer de concours.md', 'Accès à la fonction publique sans concours en catégorie C.md']],
  },
]
