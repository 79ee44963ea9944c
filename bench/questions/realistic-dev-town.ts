import { realisticQuestions, type RealisticQuestion } from './question-types.ts'

const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'

/** Development set: may be looked at, tuned on and debugged on. */
export const realisticDevTown: RealisticQuestion[] = [
  ...realisticQuestions(civil, [
    [
      'Un candidat déclaré aux prochaines municipales me réclame toute la liste électorale sur papier. Ai-je le droit de la lui donner, et combien je peux la lui facturer ?',
      'Comment consulter les listes électorales.md',
    ],
    [
      'M. Roland Tissot est mort à l’hospice de notre commune sans un sou. Ses deux fils ne lui parlaient plus depuis vingt ans et ont renoncé à la succession : ils m’ont dit au téléphone que « la mairie n’a qu’à payer l’enterrement ». Les pompes funèbres m’ont relancée deux fois ce matin. Qui doit régler la facture dans ce cas-là, et la commune peut-elle s’en mêler ? J’aurais besoin d’un projet de courrier aux deux fils, poli mais ferme, avec la règle, que M. le Maire puisse signer demain avant midi.',
      "Qui doit payer les frais d'obsèques.md",
    ],
    [
      "M. Bodin veut mettre l'urne de sa femme en terre sous leur pommier. Maison isolée, 4 km du bourg. On répond quoi ?",
      'Peut-on enterrer un cercueil ou une urne dans une propriété privée.md',
    ],
    [
      "Bébé né avant-hier, le père veut Morvan la mère veut Diallo, ils se disputent devant moi au guichet depuis dix minutes. je mets quoi sur l'acte ?",
      [
        'Quel nom de famille pour un enfant en cas de désaccord entre les parents.md',
        "Choix du nom de famille d'un enfant - nom de la mère, du père ou double-nom.md",
      ],
    ],
    [
      'Le papa s’est présenté ce matin seulement pour un petit né le 3, nous sommes le 14. Est-ce que je l’enregistre quand même ou est-ce que je dois l’envoyer ailleurs ? Il est assez paniqué.',
      'Déclaration de naissance.md',
    ],
    [
      "adoption pleniere, les deux epoux (Dupré et Langlois) n'ont rien dit pour le nom, c'est qui qui décide et ça donne quoi comme nom",
      'Adoption plénière - conséquence sur le nom de famille.md',
    ],
    [
      'Un ancien appelé de l’armée de l’air, M. Guivarc’h, 74 ans, a besoin d’un papier prouvant qu’il a fait son service pour sa caisse de retraite. Où doit-il écrire et qu’est-ce qu’il met dans sa lettre ?',
      'Attestation des services accomplis (service national ou militaire).md',
    ],
    [
      'Une dame en larmes à l’accueil : son mari ne paie plus rien, ni le loyer ni les courses, mais ils ne sont pas séparés. Peut-elle l’obliger à participer ? Quel juge, quel formulaire ? Je la revois lundi.',
      'Contribution aux charges du mariage.md',
    ],
    [
      "Jeune fille de 18 ans depuis février, elle n'est pas sur notre liste. Elle s'est fait recenser très en retard. Pourquoi et que doit-elle faire pour voter ?",
      "Liste électorale - inscription d'office à 18 ans.md",
    ],
    [
      'couple pas marié, 1er bébé, faut il qu ils demandent un livret de famille ou ca vient tout seul ? c payant ?',
      "Livret de famille - délivrance à la naissance d'un premier enfant.md",
    ],
    [
      'Un administré (Français, célibataire, domicilié ici) se marie à Montréal en juillet devant l’officier local. Quelle pièce doit-il demander au consulat avant de partir ?',
      "Mariage d'un Français à l'étranger.md",
    ],
    [
      'Mariage sans passer chez le notaire : la maison que Monsieur avait achetée avant, elle est à qui ?',
      'Mariage sans contrat - régime de la communauté réduite aux acquêts.md',
    ],
    [
      "Parents mariés : le père doit-il reconnaître l'enfant avant la naissance ? Un jeune papa insiste pour le faire.",
      'Présomption de paternité (couple marié).md',
    ],
    ['triangulaire législatives : seuil ?', 'Élections législatives.md'],
    [
      "Justificatif d'adresse pour la liste électorale : un garçon de 24 ans qui vit chez sa mère, aucun papier à son nom. Qu'est-ce que j'accepte ?",
      "S'inscrire sur la liste électorale en mairie - quel justificatif de domicile.md",
    ],
    [
      "Madame Le Floc'h et son ex se sont pacsés au tribunal de Bressuire en 2012. Ils sont d’accord pour arrêter. Elle est venue à notre mairie avec le formulaire rempli, mais est-ce bien chez nous ?",
      'Dissoudre un Pacs.md',
    ],
    [
      'Bonjour, Mme Rolande Aubry, 81 ans, a tout perdu dans l’incendie de sa cuisine le 12 : plus de livret de famille, plus d’acte de mariage. Elle s’est mariée ici même en 1966 et habite toujours la commune, route du Moulin. Son assurance lui réclame une copie intégrale de l’acte, et elle voudrait aussi refaire le livret, surtout pour ses enfants. Dites-moi ce qu’elle doit m’apporter pour l’un et pour l’autre et si cela lui coûte quelque chose. Je dois aller la voir chez elle jeudi, elle ne se déplace plus beaucoup. Merci beaucoup.\nChristelle, secrétariat de mairie',
      'Nouveau livret de famille (en cas de perte, vol ou destruction).md',
      "Acte de mariage - demande de copie intégrale ou d'extrait.md",
    ],
    [
      'Pour l’affichette à mettre à l’entrée du bureau de vote (1 850 habitants) : quelles cartes acceptons-nous pour prouver son identité et à quelle heure ferme-t-on, au plus tôt et au plus tard ? Format : deux colonnes.',
      "Élections - papiers d'identité à présenter pour voter.md",
      'Élections politiques - déroulement du scrutin.md',
    ],
  ]),
  ...realisticQuestions(town, [
    ["C'est quoi la TA ? je débute à l'urba et tout le monde parle de ça", "Taxe d'aménagement (TA).md"],
    ["le PLU interdit-il de transformer les rdc commerciaux du centre en appartements, c'est possible ça ?", 'Comment transformer un local en logement.md'],
    ["34 gamins de 4-5 ans inscrits au centre aéré pour juillet. Combien d'animateurs il me faut ?", 'Accueil de mineurs en centre de loisirs.md'],
    [
      'Le tout-à-l’égout arrive rue des Peupliers en octobre, les canalisations sont posées et la mise en service est annoncée pour le 15. M. et Mme Caradec, au n° 9, ont fait refaire leur fosse il y a six ans avec leur permis, elle marche très bien, et ils ne veulent pas entendre parler du réseau. Ils ont écrit une lettre recommandée assez vive au maire. Combien de temps ont-ils pour se brancher, et peuvent-ils gagner du délai ? Rédige-leur une réponse courte, sans froisser personne, que le maire signera.',
      'Assainissement des eaux usées domestiques.md',
    ],
    [
      "Ma fille aura 17 ans le 20 avril, peut elle s'inscrire au bafa pour les vacances de pâques ? c'est pour une saisonnière de la commune",
      "Brevet d'aptitude aux fonctions d'animateur (Bafa).md",
    ],
    [
      "Un notaire nous demande un CU pour un terrain à bâtir avant la signature d'un compromis. Combien de temps les règles restent-elles figées une fois qu'on l'a délivré ?",
      "Certificat d'urbanisme.md",
    ],
    [
      'La boulangerie de la place est fermée depuis 2 ans. Le propriétaire voudrait en faire un T3 à louer. Quelles démarches de son côté, y compris vis-à-vis du fisc ?',
      'Comment transformer un local en logement.md',
    ],
    [
      "frigo laissé sur le trottoir rue Pasteur !! l'habitant dit que le magasin a refusé de reprendre l'ancien quand on lui a livré le neuf. il avait le droit ? et nous, quelle amende on peut mettre",
      "Déchets d'équipements électriques et électroniques (DEEE ou D3E).md",
    ],
    [
      "Clôture : grillage de 1,80 m en limite de rue, pas de monument historique à côté. L'habitante doit-elle déposer quelque chose en mairie ?",
      'Déclaration préalable de travaux (DP).md',
    ],
    [
      'Le conseil d’école voudrait repasser à quatre jours, sans le mercredi matin. Est-ce la commune qui tranche ? J’en ai besoin pour préparer l’intervention de l’adjointe aux écoles, en cinq lignes.',
      "Horaires à l'école primaire (maternelle et élémentaire).md",
    ],
    [
      "un papa divorcé se plaint de ne jamais recevoir les bulletins de son fils, l'école envoie tout à la mère. a t il le droit de les avoir aussi",
      "Information des parents à l'école primaire (élémentaire et maternelle).md",
    ],
    [
      'bonjour, une famille arrive de Belgique le 25 août avec une petite de 3 ans. Elle veut l’école du bourg et non celle de son secteur. Quels papiers lui demander à la mairie, et qui peut accorder la dérogation ? Elle passe demain matin.',
      "Inscription à l'école maternelle.md",
    ],
    [
      "Rassemblement de jeunes tous les soirs dans l'entrée du HLM des Tilleuls, les locataires ne peuvent plus passer. Vers qui les orienter et qu'est-ce que les jeunes risquent ?",
      "Que faire en cas d'attroupement dans son hall d'immeuble.md",
    ],
    [
      'Monsieur Hamon creuse un forage de 14 m pour arroser ses tomates. Il doit déclarer ça où ?',
      'Quelles démarches effectuer pour construire un puits dans son jardin.md',
    ],
    [
      'Notre école monte un séjour de deux nuits à la mer pour 45 élèves de CM1-CM2. La directrice nous demande de prêter une Atsem : combien d’adultes faut-il en tout et une Atsem compte-t-elle ?',
      "Sortie ou voyage scolaires à l'école primaire (maternelle ou élémentaire).md",
    ],
    [
      'Mme Jégou, 3 venelle du Four, m’appelle pour la quatrième fois : le berger allemand d’à côté hurle de 22 h à 5 h, le propriétaire ne veut rien entendre. Elle parle d’aller au tribunal dès la semaine prochaine. Que doit-elle tenter d’abord, peut-on faire constater, et qu’est-ce que ça coûte au voisin ? Prépare-moi un courrier pour elle, une page, ton apaisant, sans promettre que la commune réglera tout : nous n’avons qu’un garde champêtre à mi-temps et pas de police municipale.',
      'Troubles de voisinage - bruits de comportement.md',
    ],
    [
      'Bonjour, M. Lefeuvre (12 impasse du Lavoir) veut agrandir sa maison de 18 m², on est en zone U avec un PLU. 1) déclaration préalable ou permis ? 2) devra-t-il payer la taxe d’aménagement et en combien de fois ? Merci de lui préparer une réponse claire',
      'Déclaration préalable de travaux (DP).md',
      "Taxe d'aménagement (TA).md",
    ],
    [
      'Pour le règlement de la pause de midi : combien de temps minimum les enfants doivent avoir pour manger, et qui est responsable d’eux entre la sortie de classe et la reprise, nous ou l’école ?',
      "Cantine scolaire à l'école primaire (maternelle et élémentaire).md",
      "Surveillance des élèves à l'école élémentaire (maternelle ou primaire).md",
    ],
  ]),
]
