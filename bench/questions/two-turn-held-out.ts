// Held-out set: measured once, at the end of the work. Nothing may be chosen, tuned or debugged on it.

import { twoTurnQuestions, type TwoTurnQuestion } from './question-types.ts'

const staff = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

export const twoTurnHeldOut: TwoTurnQuestion[] = [
  ...twoTurnQuestions('form', [
    [staff, "C'est quoi un vacataire ?", 'plus court', "Qu'est-ce qu'un vacataire dans la fonction publique.md"],
    [
      town,
      'Mme Rault, 5 rue des Hortensias, n’ouvre plus ses fenêtres à cause de l’odeur d’un poulailler voisin. Elle nous demande ce qu’elle peut faire avant d’aller devant un juge.',
      'Fais un courriel à Mme Rault à partir de ça, ton cordial',
      'Troubles de voisinage - nuisances olfactives (odeurs).md',
    ],
    [
      staff,
      'Combien de jours de RTT pour 37 h, 38 h et 39 h ?',
      'Sous forme de tableau stp',
      'Réduction du temps de travail (RTT) dans la fonction publique.md',
    ],
    [
      civil,
      'Bonjour, les héritiers de Mme Le Coz ont tous renoncé à la succession. Les pompes funèbres veulent savoir s’ils doivent quand même payer l’enterrement.',
      'en trois phrases stp',
      "Qui doit payer les frais d'obsèques.md",
    ],
    [
      civil,
      'Comment se déroule le dépouillement ?',
      'Comment se déroule le dépouillement ?\n\nPouvez-vous reformuler votre réponse précédente\u00a0?',
      'Élections politiques - déroulement du scrutin.md',
    ],
    [
      rules,
      'Bonjour, la trésorière de l’association Les Doigts Verts me demande si elle doit nommer un commissaire aux comptes : ils ont reçu 170 000 € de subventions cette année. Pouvez-vous m’éclairer ? Bonne journée, Armelle',
      'Bonjour, la trésorière de l’association Les Doigts Verts me demande si elle doit nommer un commissaire aux comptes : ils ont reçu 170 000 € de subventions cette année. Pouvez-vous m’éclairer ? Bonne journée, Armelle\n\nPouvez-vous reformuler votre réponse précédente\u00a0?',
      'Association - évolution des ressources (recettes, dons, immeuble).md',
    ],
    [
      civil,
      'À quelles élections un citoyen européen peut-il voter en France ?',
      'translate your answer into English please',
      "Élections - droit de vote d'un citoyen européen en France.md",
    ],
    [
      rules,
      'Un commerçant attaque notre arrêté en référé-suspension. Que doit-il démontrer au juge ?',
      'dis-le avec des mots simples, sans jargon, pour la maire',
      "Litige avec l'administration - référé-suspension.md",
    ],
    [
      staff,
      'Bonjour ! Je découvre la rupture conventionnelle : un de nos titulaires de l’urbanisme me la demande. Comment calcule-t-on le minimum de l’indemnité ?',
      'Tu peux me résumer tout ça en une ligne ?',
      'Rupture conventionnelle dans la fonction publique.md',
    ],
  ]),
  ...twoTurnQuestions('subject', [
    [
      staff,
      'Combien de temps à l’avance un agent territorial doit-il demander un congé pour bilan de compétences ?',
      "Et à l'hôpital ?",
      'Bilan de compétences dans la fonction publique hospitalière (FPH).md',
    ],
    [
      staff,
      'Quelle ancienneté faut-il pour un congé de formation professionnelle dans la territoriale ?',
      "et pour une fonctionnaire de l'État ?",
      "Congé de formation professionnelle dans la fonction publique d'État (FPE).md",
    ],
    [
      staff,
      'Bonjour, un de nos titulaires ne fait vraiment plus son travail. Peut-on le licencier pour insuffisance professionnelle et quelle instance consulter ? Nous sommes une communauté de 30 agents.',
      "Et si c'est un contractuel ?",
      "Licenciement d'un contractuel de la fonction publique.md",
    ],
    [
      staff,
      'Notre jardinier titulaire a une maladie grave, on lui parle de longue maladie. Combien de temps peut durer ce congé au total ?',
      "Et pour une contractuelle, c'est pareil ?",
      "Congé de grave maladie d'un agent contractuel de la fonction publique.md",
    ],
    [
      staff,
      'Notre collègue Yvon vient de perdre sa maman. Combien de jours d’absence la loi prévoit-elle pour un agent territorial ?',
      'Et pour un enfant ?',
      "Autorisation d'absence pour décès d'un proche dans la fonction publique.md",
    ],
    [
      staff,
      'Bonjour, une de nos rédactrices attend son premier bébé pour mars. Quelle sera la durée de son congé maternité ?',
      'Et pour des triplés ?',
      ['Congé maternité dans la fonction publique.md', "Une enseignante peut-elle décaler son congé maternité s'il débute pendant des vacances scolaires.md"],
    ],
    [
      rules,
      'Une course cycliste chronométrée sur deux communes du même département : à qui la déclarer ?',
      'Et si ce sont des motos ?',
      "Organisation d'une course de véhicules à moteur sur la voie publique.md",
    ],
    [
      civil,
      'Bonjour, un couple d’amis du maire veut mettre fin à son Pacs d’un commun accord, enregistré ici en 2020. Quelle est la marche à suivre ?',
      'Et si un seul des deux veut arrêter ?',
      'Dissoudre un Pacs.md',
    ],
    [town, 'Comment inscrire un enfant à la maternelle de son secteur ?', "Et dans celle d'une autre commune ?", "Inscription à l'école maternelle.md"],
    [
      town,
      'Une ado du village rêve d’encadrer des colos. À quel âge peut-elle commencer le Bafa ?',
      'Et pour être directrice, quel âge ?',
      "Brevet d'aptitude aux fonctions de directeur (BAFD).md",
    ],
    [
      town,
      'Tous les combien ramasser les ordures non recyclables dans une commune de 3 000 habitants ?',
      'et chez nous, on est 900 ?',
      'Ordures ménagères classiques.md',
    ],
    [
      rules,
      'Bonjour, nous venons d’être assignés en référé-liberté par une compagnie de cirque. En combien de temps le juge doit-il se prononcer ?',
      'Quel délai pour faire appel ?',
      "Litige avec l'administration - référé liberté.md",
    ],
    [
      civil,
      'Bonjour, une dame demande une copie intégrale de l’acte de mariage de sa sœur. Qui a le droit d’obtenir ce document ?',
      'Combien ça coûte ?',
      "Acte de mariage - demande de copie intégrale ou d'extrait.md",
    ],
    [
      rules,
      'À quelle majorité modifier les statuts d’une association qui n’ont rien prévu ?',
      'Où le déclare-t-on et sous quel délai ?',
      "Modification des statuts d'une association.md",
    ],
  ]),
  ...twoTurnQuestions('pronoun', [
    [
      staff,
      'Un agent contractuel à temps complet nous demande un 80 % pour raisons personnelles, il veut se remettre à la sculpture.',
      "Est-ce qu'on peut le lui refuser ?",
      "Travail à temps partiel d'un agent contractuel de la fonction publique.md",
    ],
    [
      staff,
      'Le stage de notre rédacteur se termine dans un mois et il n’a pas convaincu.',
      'Peut-on le prolonger ?',
      'Fonction publique - stage et titularisation.md',
    ],
    [
      staff,
      'Combien de points de NBI pour un chef de bassin ?',
      "Est-ce qu'il la garde s'il est en congé de longue maladie ?",
      ['Nouvelle bonification indiciaire (NBI).md', "Congé de longue maladie (CLM) d'un fonctionnaire.md"],
    ],
    [
      town,
      'Bonjour, M. Bihan a un certificat d’urbanisme qui expire dans trois mois et n’a toujours pas vendu son terrain. Que pouvons-nous lui dire ?',
      'Peut-il le faire prolonger encore une fois ?',
      "Certificat d'urbanisme.md",
    ],
    [
      civil,
      'Le maire peut-il radier une électrice partie vivre ailleurs ?',
      'Comment peut-elle la contester ?',
      "Refus d'inscription, radiation de la liste électorale par le maire - que faire.md",
    ],
    [
      rules,
      'Le président d’un club d’équitation se verse 800 € par mois. L’association est-elle en règle ?',
      'Qui doit le voter chez eux ?',
      "Rémunération du dirigeant d'une association.md",
    ],
    [
      rules,
      'La troupe des Embruns vient d’obtenir son récépissé d’entrepreneur de spectacles.',
      "Combien d'années est-il bon ?",
      "Licence d'entrepreneur de spectacles.md",
    ],
  ]),
  ...twoTurnQuestions('new', [
    [
      staff,
      'Combien de jours de télétravail par semaine ?',
      "Sinon, quelle part de l'abonnement de car d'un agent la commune rembourse-t-elle ?",
      'Remboursement des frais de transport domicile-travail (fonction publique).md',
    ],
    [
      civil,
      'Bonjour, un futur époux habite chez nous depuis trois semaines seulement. Le mariage peut-il être célébré ici ?',
      "Un jeune qui a eu 18 ans le mois dernier est-il inscrit d'office pour voter ?",
      "Liste électorale - inscription d'office à 18 ans.md",
    ],
    [
      town,
      'Petite question pour M. Balusson qui monte une véranda fermée derrière chez lui : la taxe d’aménagement s’applique-t-elle ?',
      "Combien d'heures au maximum dans une demi-journée d'école ?",
      "Horaires à l'école primaire (maternelle et élémentaire).md",
    ],
    [
      rules,
      'Mise maximale pour un loto de club ?',
      'Rien à voir : à quelle heure ferme le 3939 le vendredi ?',
      "Qu'est-ce que le dispositif Allo Service Public 3939.md",
    ],
    [
      rules,
      'Bonjour, une PME locale a vu sa candidature écartée. Elle me demande ce qu’est le Dume et si elle doit l’utiliser. Je ne sais pas quoi lui dire, pouvez-vous m’aider ?',
      'Une association peut-elle remettre des titres-restaurant à ses bénévoles ?',
      'Titre-restaurant du bénévole.md',
    ],
    [
      staff,
      'Un blâme passe-t-il par le conseil de discipline ? Je dois le notifier demain à un agent, Monsieur R., qui a insulté sa cheffe.',
      'Comment entrer dans la fonction publique territoriale sans concours ?',
      ['Peut-on devenir fonctionnaire sans passer de concours.md', 'Accès à la fonction publique sans concours en catégorie C.md'],
    ],
  ]),
]
