import type { RealisticQuestion } from './question-types.ts'

const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'

/** To work with: to look at, to tune on and to debug on. */
export const realisticDevTown: RealisticQuestion[] = [
  {
    category: civil,
    question:
      'Un candidat déclaré aux prochaines municipales me réclame toute la liste électorale sur papier. Ai-je le droit de la lui donner, et combien je peux la lui facturer ?',
    documents: [['Comment consulter les listes électorales.md']],
  },
  {
    category: civil,
    question:
      'M. Roland Tissot est mort à l’hospice de notre commune sans un sou. Ses deux fils ne lui parlaient plus depuis vingt ans et ont renoncé à la succession : ils m’ont dit au téléphone que « la mairie n’a qu’à payer l’enterrement ». Les pompes funèbres m’ont relancée deux fois ce matin. Qui doit régler la facture dans ce cas-là, et la commune peut-elle s’en mêler ? J’aurais besoin d’un projet de courrier aux deux fils, poli mais ferme, avec la règle, que M. le Maire puisse signer demain avant midi.',
    documents: [["Qui doit payer les frais d'obsèques.md"]],
  },
  {
    category: civil,
    question: "M. Bodin veut mettre l'urne de sa femme en terre sous leur pommier. Maison isolée, 4 km du bourg. On répond quoi ?",
    documents: [['Peut-on enterrer un cercueil ou une urne dans une propriété privée.md']],
  },
  {
    category: civil,
    question:
      "Bébé né avant-hier, le père veut Morvan la mère veut Diallo, ils se disputent devant moi au guichet depuis dix minutes. je mets quoi sur l'acte ?",
    documents: [
      [
        'Quel nom de famille pour un enfant en cas de désaccord entre les parents.md',
        "Choix du nom de famille d'un enfant - nom de la mère, du père ou double-nom.md",
      ],
    ],
  },
  {
    category: civil,
    question:
      'Le papa s’est présenté ce matin seulement pour un petit né le 3, nous sommes le 14. Est-ce que je l’enregistre quand même ou est-ce que je dois l’envoyer ailleurs ? Il est assez paniqué.',
    documents: [['Déclaration de naissance.md']],
  },
  {
    category: civil,
    question: "adoption pleniere, les deux epoux (Dupré et Langlois) n'ont rien dit pour le nom, c'est qui qui décide et ça donne quoi comme nom",
    documents: [['Adoption plénière - conséquence sur le nom de famille.md']],
  },
  {
    category: civil,
    question:
      'Un ancien appelé de l’armée de l’air, M. Guivarc’h, 74 ans, a besoin d’un papier prouvant qu’il a fait son service pour sa caisse de retraite. Où doit-il écrire et qu’est-ce qu’il met dans sa lettre ?',
    documents: [['Attestation des services accomplis (service national ou militaire).md']],
  },
  {
    category: civil,
    question:
      'Une dame en larmes à l’accueil : son mari ne paie plus rien, ni le loyer ni les courses, mais ils ne sont pas séparés. Peut-elle l’obliger à participer ? Quel juge, quel formulaire ? Je la revois lundi.',
    documents: [['Contribution aux charges du mariage.md']],
  },
  {
    category: civil,
    question:
      "Jeune fille de 18 ans depuis février, elle n'est pas sur notre liste. Elle s'est fait recenser très en retard. Pourquoi et que doit-elle faire pour voter ?",
    documents: [["Liste électorale - inscription d'office à 18 ans.md"]],
  },
  {
    category: civil,
    question: 'couple pas marié, 1er bébé, faut il qu ils demandent un livret de famille ou ca vient tout seul ? c payant ?',
    documents: [["Livret de famille - délivrance à la naissance d'un premier enfant.md"]],
  },
  {
    category: civil,
    question:
      'Un administré (Français, célibataire, domicilié ici) se marie à Montréal en juillet devant l’officier local. Quelle pièce doit-il demander au consulat avant de partir ?',
    documents: [["Mariage d'un Français à l'étranger.md"]],
  },
  {
    category: civil,
    question: 'Mariage sans passer chez le notaire : la maison que Monsieur avait achetée avant, elle est à qui ?',
    documents: [['Mariage sans contrat - régime de la communauté réduite aux acquêts.md']],
  },
  {
    category: civil,
    question: "Parents mariés : le père doit-il reconnaître l'enfant avant la naissance ? Un jeune papa insiste pour le faire.",
    documents: [['Présomption de paternité (couple marié).md']],
  },
  { category: civil, question: 'triangulaire législatives : seuil ?', documents: [['Élections législatives.md']] },
  {
    category: civil,
    question: "Justificatif d'adresse pour la liste électorale : un garçon de 24 ans qui vit chez sa mère, aucun papier à son nom. Qu'est-ce que j'accepte ?",
    documents: [["S'inscrire sur la liste électorale en mairie - quel justificatif de domicile.md"]],
  },
  {
    category: civil,
    question:
      "Madame Le Floc'h et son ex se sont pacsés au tribunal de Bressuire en 2012. Ils sont d’accord pour arrêter. Elle est venue à notre mairie avec le formulaire rempli, mais est-ce bien chez nous ?",
    documents: [['Dissoudre un Pacs.md']],
  },
  {
    category: civil,
    question:
      'Bonjour, Mme Rolande Aubry, 81 ans, a tout perdu dans l’incendie de sa cuisine le 12 : plus de livret de famille, plus d’acte de mariage. Elle s’est mariée ici même en 1966 et habite toujours la commune, route du Moulin. Son assurance lui réclame une copie intégrale de l’acte, et elle voudrait aussi refaire le livret, surtout pour ses enfants. Dites-moi ce qu’elle doit m’apporter pour l’un et pour l’autre et si cela lui coûte quelque chose. Je dois aller la voir chez elle jeudi, elle ne se déplace plus beaucoup. Merci beaucoup.\nChristelle, secrétariat de mairie',
    documents: [['Nouveau livret de famille (en cas de perte, vol ou destruction).md'], ["Acte de mariage - demande de copie intégrale ou d'extrait.md"]],
  },
  {
    category: civil,
    question:
      'Pour l’affichette à mettre à l’entrée du bureau de vote (1 850 habitants) : quelles cartes acceptons-nous pour prouver son identité et à quelle heure ferme-t-on, au plus tôt et au plus tard ? Format : deux colonnes.',
    documents: [["Élections - papiers d'identité à présenter pour voter.md"], ['Élections politiques - déroulement du scrutin.md']],
  },
  { category: town, question: "C'est quoi la TA ? je débute à l'urba et tout le monde parle de ça", documents: [["Taxe d'aménagement (TA).md"]] },
  {
    category: town,
    question: "le PLU interdit-il de transformer les rdc commerciaux du centre en appartements, c'est possible ça ?",
    documents: [['Comment transformer un local en logement.md']],
  },
  {
    category: town,
    question: "34 gamins de 4-5 ans inscrits au centre aéré pour juillet. Combien d'animateurs il me faut ?",
    documents: [['Accueil de mineurs en centre de loisirs.md']],
  },
  {
    category: town,
    question:
      'Le tout-à-l’égout arrive rue des Peupliers en octobre, les canalisations sont posées et la mise en service est annoncée pour le 15. M. et Mme Caradec, au n° 9, ont fait refaire leur fosse il y a six ans avec leur permis, elle marche très bien, et ils ne veulent pas entendre parler du réseau. Ils ont écrit une lettre recommandée assez vive au maire. Combien de temps ont-ils pour se brancher, et peuvent-ils gagner du délai ? Rédige-leur une réponse courte, sans froisser personne, que le maire signera.',
    documents: [['Assainissement des eaux usées domestiques.md']],
  },
  {
    category: town,
    question: "Ma fille aura 17 ans le 20 avril, peut elle s'inscrire au bafa pour les vacances de pâques ? c'est pour une saisonnière de la commune",
    documents: [["Brevet d'aptitude aux fonctions d'animateur (Bafa).md"]],
  },
  {
    category: town,
    question:
      "Un notaire nous demande un CU pour un terrain à bâtir avant la signature d'un compromis. Combien de temps les règles restent-elles figées une fois qu'on l'a délivré ?",
    documents: [["Certificat d'urbanisme.md"]],
  },
  {
    category: town,
    question:
      'La boulangerie de la place est fermée depuis 2 ans. Le propriétaire voudrait en faire un T3 à louer. Quelles démarches de son côté, y compris vis-à-vis du fisc ?',
    documents: [['Comment transformer un local en logement.md']],
  },
  {
    category: town,
    question:
      "frigo laissé sur le trottoir rue Pasteur !! l'habitant dit que le magasin a refusé de reprendre l'ancien quand on lui a livré le neuf. il avait le droit ? et nous, quelle amende on peut mettre",
    documents: [["Déchets d'équipements électriques et électroniques (DEEE ou D3E).md"]],
  },
  {
    category: town,
    question: "Clôture : grillage de 1,80 m en limite de rue, pas de monument historique à côté. L'habitante doit-elle déposer quelque chose en mairie ?",
    documents: [['Déclaration préalable de travaux (DP).md']],
  },
  {
    category: town,
    question:
      'Le conseil d’école voudrait repasser à quatre jours, sans le mercredi matin. Est-ce la commune qui tranche ? J’en ai besoin pour préparer l’intervention de l’adjointe aux écoles, en cinq lignes.',
    documents: [["Horaires à l'école primaire (maternelle et élémentaire).md"]],
  },
  {
    category: town,
    question: "un papa divorcé se plaint de ne jamais recevoir les bulletins de son fils, l'école envoie tout à la mère. a t il le droit de les avoir aussi",
    documents: [["Information des parents à l'école primaire (élémentaire et maternelle).md"]],
  },
  {
    category: town,
    question:
      'bonjour, une famille arrive de Belgique le 25 août avec une petite de 3 ans. Elle veut l’école du bourg et non celle de son secteur. Quels papiers lui demander à la mairie, et qui peut accorder la dérogation ? Elle passe demain matin.',
    documents: [["Inscription à l'école maternelle.md"]],
  },
  {
    category: town,
    question:
      "Rassemblement de jeunes tous les soirs dans l'entrée du HLM des Tilleuls, les locataires ne peuvent plus passer. Vers qui les orienter et qu'est-ce que les jeunes risquent ?",
    documents: [["Que faire en cas d'attroupement dans son hall d'immeuble.md"]],
  },
  {
    category: town,
    question: 'Monsieur Hamon creuse un forage de 14 m pour arroser ses tomates. Il doit déclarer ça où ?',
    documents: [['Quelles démarches effectuer pour construire un puits dans son jardin.md']],
  },
  {
    category: town,
    question:
      'Notre école monte un séjour de deux nuits à la mer pour 45 élèves de CM1-CM2. La directrice nous demande de prêter une Atsem : combien d’adultes faut-il en tout et une Atsem compte-t-elle ?',
    documents: [["Sortie ou voyage scolaires à l'école primaire (maternelle ou élémentaire).md"]],
  },
  {
    category: town,
    question:
      'Mme Jégou, 3 venelle du Four, m’appelle pour la quatrième fois : le berger allemand d’à côté hurle de 22 h à 5 h, le propriétaire ne veut rien entendre. Elle parle d’aller au tribunal dès la semaine prochaine. Que doit-elle tenter d’abord, peut-on faire constater, et qu’est-ce que ça coûte au voisin ? Prépare-moi un courrier pour elle, une page, ton apaisant, sans promettre que la commune réglera tout : nous n’avons qu’un garde champêtre à mi-temps et pas de police municipale.',
    documents: [['Troubles de voisinage - bruits de comportement.md']],
  },
  {
    category: town,
    question:
      'Bonjour, M. Lefeuvre (12 impasse du Lavoir) veut agrandir sa maison de 18 m², on est en zone U avec un PLU. 1) déclaration préalable ou permis ? 2) devra-t-il payer la taxe d’aménagement et en combien de fois ? Merci de lui préparer une réponse claire',
    documents: [['Déclaration préalable de travaux (DP).md'], ["Taxe d'aménagement (TA).md"]],
  },
  {
    category: town,
    question:
      'Pour le règlement de la pause de midi : combien de temps minimum les enfants doivent avoir pour manger, et qui est responsable d’eux entre la sortie de classe et la reprise, nous ou l’école ?',
    documents: [
      ["Cantine scolaire à l'école primaire (maternelle et élémentaire).md"],
      ["Surveillance des élèves à l'école élémentaire (maternelle ou primaire).md"],
    ],
  },
]
