import { twoTurnQuestions, type TwoTurnQuestion } from './question-types.ts'

const staff = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/** Development set: may be looked at, tuned on and debugged on. */
export const twoTurnDev: TwoTurnQuestion[] = [
  ...twoTurnQuestions('form', [
    [staff, 'Combien de jours de fractionnement un agent peut-il gagner ?', "Plus court s'il te plaît", 'Fonction publique - congés annuels.md'],
    [
      town,
      'Bonjour, M. Abgrall veut creuser un puits dans son jardin, hameau de Kervao. Que doit-il faire avant de commencer les travaux ? Merci !',
      'Fais-en un courrier que je puisse lui envoyer, signé du maire.',
      'Quelles démarches effectuer pour construire un puits dans son jardin.md',
    ],
    [town, "durée d'un certificat d'urbanisme d'information", 'en trois phrases, pour le bulletin', "Certificat d'urbanisme.md"],
    [
      staff,
      'Coucou, une collègue contractuelle du multi-accueil est malade depuis lundi, première fois que ça nous arrive. À qui envoie-t-elle chaque volet de son arrêt, et en combien de jours ?',
      'super, fais-moi un tableau',
      "Arrêt maladie d'un agent contractuel de la fonction publique.md",
    ],
    [civil, 'Qui peut consulter la liste électorale de la commune ?', 'Traduis ta réponse en anglais', 'Comment consulter les listes électorales.md'],
    [
      staff,
      'Comment calcule-t-on l’indemnité de résidence d’un agent ?',
      'Comment calcule-t-on l’indemnité de résidence d’un agent ?\n\nPouvez-vous reformuler votre réponse précédente\u00a0?',
      'Fonction publique - indemnité de résidence.md',
    ],
    [
      civil,
      'Bonjour, ici l’accueil de Trémoulin. Mme Bars a été pacsée avec M. Roué dans notre mairie en 2019 ; ils se séparent en bons termes et me demandent comment faire. Ils habitent maintenant Toulouse. Merci d’avance.',
      'Bonjour, ici l’accueil de Trémoulin. Mme Bars a été pacsée avec M. Roué dans notre mairie en 2019 ; ils se séparent en bons termes et me demandent comment faire. Ils habitent maintenant Toulouse. Merci d’avance.\n\nPouvez-vous reformuler votre réponse précédente\u00a0?',
      'Dissoudre un Pacs.md',
    ],
    [
      civil,
      'Que se passe-t-il quand une naissance est déclarée trop tard ?',
      "reformule plus simplement, c'est pour quelqu'un qui lit mal le français",
      'Déclaration de naissance.md',
    ],
    [
      rules,
      'Bonjour, je prépare un mémo pour l’équipe de l’accueil. Quelle est la différence entre un recours gracieux et un recours hiérarchique, et à qui chacun s’adresse-t-il ?',
      'peux-tu résumer ta réponse ?',
      'Recours gracieux, hiérarchique, obligatoire (Rapo).md',
    ],
  ]),
  ...twoTurnQuestions('subject', [
    [
      staff,
      'Combien de temps un fonctionnaire malade est-il payé à plein traitement ?',
      'Et pour un contractuel ?',
      "Arrêt maladie d'un agent contractuel de la fonction publique.md",
    ],
    [
      staff,
      'Bonjour, un agent des routes dépasse tout le temps. Combien d’heures supplémentaires par mois au maximum dans une commune ? Je voudrais pouvoir le lui dire demain.',
      "Et à l'hôpital ?",
      'Heures supplémentaires dans la fonction publique hospitalière (FPH).md',
    ],
    [
      staff,
      'Bonjour, le nouveau responsable informatique (titulaire depuis deux ans) voudrait mettre des jours de côté. Qui peut ouvrir un compte épargne-temps dans une collectivité ?',
      "Et à l'État ?",
      "Compte épargne-temps (CET) dans la fonction publique d'État (FPE).md",
    ],
    [
      civil,
      'Un couple adopte, en adoption simple, un jeune homme de 20 ans qui vit chez eux depuis longtemps. Doit-il être d’accord pour porter leur nom ? Je dois rappeler la maman.',
      "Et si c'est un enfant mineur, de 10 ans ?",
      'Adoption simple - conséquence sur le nom de famille.md',
    ],
    [
      rules,
      'Une association sportive agréée peut-elle vendre de la bière au stade ?',
      "Combien de fois dans l'année ?",
      'Buvette ou bar tenu par une association.md',
    ],
    [
      staff,
      'La commune voisine voudrait qu’on lui mette à disposition notre garde champêtre un jour par semaine. Comment fait-on ?',
      'Qui signe ?',
      "Mise à disposition d'un agent public.md",
    ],
    [
      staff,
      'Un fonctionnaire territorial doit-il démissionner par lettre recommandée ?',
      'Quel délai pour lui répondre ?',
      "Démission d'un fonctionnaire ou d'un agent non titulaire.md",
    ],
    [town, 'Faut-il une formalité pour un abri de jardin de 12 m² ?', 'Et pour 25 m² ?', 'Permis de construire.md'],
    [
      civil,
      'Bonjour Parvis, une maman vient d’accoucher à Brest. Dans quel délai le papa doit-il venir déclarer le bébé ? Il travaille en mer.',
      "Et si le bébé était né à l'étranger ?",
      'Déclaration de naissance.md',
    ],
    [
      town,
      "Combien d'animateurs pour 30 enfants de 8 ans au centre de loisirs pendant les vacances ?",
      'et les moins de 6 ans ?',
      'Accueil de mineurs en centre de loisirs.md',
    ],
    [
      rules,
      'Bonjour, le club d’athlé organise un 10 km chronométré, uniquement sur notre commune, le 3 octobre. Auprès de qui doit-il le déclarer ?',
      "Et s'il traverse trois communes du département ?",
      "Organisation d'une course à pied ou d'une marche sur la voie publique.md",
    ],
    [
      civil,
      'Une dame très énervée s’est fait voler son sac, avec le livret de famille dedans. Comment le refaire ? Merci',
      "Et si c'est parce qu'elle est séparée et que l'autre parent l'a gardé ?",
      "Demande d'un second livret de famille en cas de séparation.md",
    ],
    [
      town,
      'La taxe d’aménagement, M. Cozic vient d’avoir son permis pour un garage et s’inquiète : quand va-t-il la payer ?',
      'Et pour une piscine, combien au mètre carré ?',
      "Taxe d'aménagement (TA).md",
    ],
    [
      staff,
      'Quelles sanctions peut-on infliger à un titulaire sans conseil de discipline ?',
      'Et à un stagiaire ?',
      'Sanctions disciplinaires dans la fonction publique.md',
    ],
  ]),
  ...twoTurnQuestions('pronoun', [
    [
      staff,
      'Une assistante RH a déposé une demande de télétravail le 2 mai. Sous combien de temps l’employeur doit-il répondre ?',
      "Est-ce qu'il peut la refuser ?",
      'Télétravail dans le secteur public.md',
    ],
    [
      staff,
      'Notre secrétaire générale, Mme Conan, nous annonce qu’elle demande sa mutation au Département. C’est la troisième en un an…',
      'Peut-on la retenir ?',
      "Mutation d'un fonctionnaire.md",
    ],
    [
      town,
      'Les Guillerm ont déposé hier un permis modificatif pour leur maison (une baie vitrée plus large). Combien de temps avons-nous pour l’instruire ?',
      'Une fois accordé, doit-il être affiché ?',
      "Permis modificatif d'un permis de construire ou d'aménager.md",
    ],
    [
      civil,
      'Peut-on reconnaître un enfant sans être son père biologique ?',
      'Est-ce que la mère peut la contester après ?',
      "Peut-on reconnaître un enfant dont on n'est pas le père.md",
    ],
    [
      rules,
      'Bonjour, un club de tir à l’arc veut se doter d’un règlement intérieur en plus de ses statuts. Est-ce obligatoire ?',
      'Peut-il les contredire ?',
      'Une association doit-elle avoir un règlement intérieur.md',
    ],
    [
      staff,
      'Un agent d’accueil frappé par un usager a-t-il droit à la protection de la commune ?',
      'Peut-elle lui être refusée sans explication ?',
      'Protection fonctionnelle - agent public victime.md',
    ],
    [
      rules,
      'Qui donne l’agrément de service civique à une association locale ?',
      'Combien de temps est-il valable ?',
      'Agréments de service civique et de volontariat associatif.md',
    ],
  ]),
  ...twoTurnQuestions('new', [
    [
      staff,
      'Combien d’heures de CPF par an pour un agent de catégorie C sans diplôme ?',
      'Autre chose : un agent qui travaille le 1er mai, il est payé comment ?',
      'Jours fériés dans la fonction publique.md',
    ],
    [
      civil,
      'Bonjour, deux habitants se sont pacsés chez nous puis mariés en avril dernier. Doivent-ils faire quelque chose pour le Pacs ?',
      'Quels papiers montrer pour voter dans une commune de 600 habitants ?',
      "Élections - papiers d'identité à présenter pour voter.md",
    ],
    [
      town,
      "Une famille peut-elle fournir le repas d'un enfant allergique à la cantine ?",
      'Un habitant transforme son garage en chambre, doit-il le déclarer ?',
      'Déclaration préalable de travaux (DP).md',
    ],
    [
      rules,
      'Bonsoir, le comité des fêtes de Lanzéon tient une buvette sur la place pour la Saint-Yves, vin et bière. À qui doit-il demander l’autorisation ?',
      'Comment une association obtient-elle un numéro SIREN ?',
      "Identification et immatriculation d'une association.md",
    ],
    [
      staff,
      'combien de jours pour un conge paternité',
      'Merci ! Dernière question, rien à voir : qui peut toucher la GIPA ?',
      "Fonction publique - garantie individuelle du pouvoir d'achat (Gipa).md",
    ],
    [
      rules,
      'Le projet de tracé de la déviation n’est pas encore voté. Un riverain, M. Lars, en réclame la copie. Est-ce communicable ?',
      "Est-ce que le chèque emploi associatif marche pour payer un musicien d'un soir ?",
      ['Chèque-emploi associatif (CEA).md', 'Guichet unique du spectacle occasionnel (Guso).md'],
    ],
  ]),
]
