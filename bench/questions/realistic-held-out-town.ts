// Held-out set: measured once, at the end of the work. Nothing may be chosen, tuned or debugged on it.

import { realisticQuestions, type RealisticQuestion } from './question-types.ts'

const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'

export const realisticHeldOutTown: RealisticQuestion[] = [
  ...realisticQuestions(civil, [
    [
      'Un généalogiste amateur réclame la copie intégrale de l’acte de mariage de ses arrière-grands-oncles (1931). Il n’est pas descendant direct. Je lui envoie ?',
      "Acte de mariage - demande de copie intégrale ou d'extrait.md",
    ],
    [
      "adoption simple d'une ado de 15 ans par le nouveau mari de la mere. est ce qu'on doit lui demander son avis pour changer son nom ?",
      'Adoption simple - conséquence sur le nom de famille.md',
    ],
    [
      "Parents mariés : Monsieur s'appelle Ledru-Rollin (vieux nom composé), Madame Hervé. Peuvent-ils donner Rollin Hervé au bébé ?",
      "Choix du nom de famille d'un enfant - nom de la mère, du père ou double-nom.md",
    ],
    [
      "Séparée de son concubin depuis janvier, une maman n'a plus le livret, c'est lui qui le garde et il ne veut pas le lâcher. Elle peut en avoir un à elle ? que doit-elle prouver ?",
      "Demande d'un second livret de famille en cas de séparation.md",
    ],
    ["mon partenaire de pacs a pris un crédit conso dans mon dos, je dois payer ? (question d'une habitante, je dois la rappeler)", "Effets d'un Pacs.md"],
    ['reconnaître / déclarer un enfant : c pareil ?', "Déclaration de naissance ou reconnaissance d'un enfant - quelle différence.md"],
    [
      'Une famille de Nantes veut enterrer la grand-mère chez nous, parce qu’elle y passait ses étés quand elle était petite et qu’elle aimait la vue sur la baie. Elle n’habitait pas ici, elle est morte avant-hier à la clinique de Saint-Herblain et il n’y a pas de caveau à leur nom. Le cimetière est presque plein, il ne reste que onze emplacements et les gens d’ici s’inquiètent déjà. Le maire peut-il dire non, et quels sont les délais à respecter, au plus tôt et au plus tard ? Mme Gloaguen, des pompes funèbres, attend mon coup de fil avant midi.',
      'Inhumation.md',
    ],
    [
      "Propriétaires parisiens d'une maison de vacances chez nous depuis 11 ans. Ils veulent voter ici. La taxe foncière suffit ?",
      ['Listes électorales - nouvelle inscription.md', "S'inscrire sur la liste électorale en mairie - quel justificatif de domicile.md"],
    ],
    ["livret de famille le jour des noces, c'est automatique ? qui le donne ?", 'Livret de famille - remise lors du mariage.md'],
    [
      'Un futur marié est sous curatelle et né au Maroc. Son acte de naissance a cinq mois. Son dossier est-il recevable ? Il vient le déposer mercredi, la salle est déjà retenue pour le 22 août.',
      'Mariage en France.md',
    ],
    [
      "M. Kermarec, veuf depuis novembre, n'a rien fait sur son livret. Où s'adresse-t-il (décès à l'hôpital de Lorient, domicile ici), et risque-t-il une amende s'il ne le fait pas ?",
      'Mise à jour du livret de famille.md',
    ],
    [
      'Belle-mère sans ressources : le gendre doit payer ? Le couple est encore marié. Une phrase, puis les conditions.',
      'Obligation alimentaire liée au mariage - époux(se), beaux-parents.md',
    ],
    [
      'Son mari joue tout au casino et vend les meubles. Qui peut l’arrêter ? Combien de temps au plus ? La dame est au CCAS en ce moment.',
      'Peut-on empêcher son époux de faire des dépenses inconsidérées.md',
    ],
    [
      'Je soupçonne une fausse reconnaissance : un monsieur de 71 ans, jamais vu avec la mère, qui est sans papiers. C’est puni de quoi ? Que peut faire le procureur ? Je préfère savoir avant d’en parler à mon adjointe d’état civil, qui s’emballe vite.',
      "Peut-on reconnaître un enfant dont on n'est pas le père.md",
    ],
    [
      "Divorce prononcé en 2023 mais toujours rien en marge de l'acte de naissance, ni sur celui de mariage. Qui devait le demander ?",
      "Qu'est-ce qu'une mention marginale sur un acte d'état civil.md",
    ],
    [
      "Bac en juin et il a perdu le papier du recensement qu'on lui a donné au guichet. duplicata ?",
      'Recensement militaire - comment prouver la régularité de sa situation.md',
    ],
    [
      'Monsieur Ferrand a reçu ma lettre de refus d’inscription hier. Il conteste. À qui doit-il écrire, sous quel délai, et après ? Mets-le en étapes numérotées.',
      "Refus d'inscription, radiation de la liste électorale par le maire - que faire.md",
    ],
    [
      "Mariés en 1963 sans passer devant notaire. La voiture et l'argent hérités par Madame pendant le mariage, ils sont à qui ?",
      "Régime matrimonial - qu'est-ce-que la communauté de meubles et acquêts.md",
    ],
    ['Présidentielle : combien de jours entre les deux tours ?', 'Élection présidentielle.md'],
    [
      'Bonjour, une dame portugaise installée depuis quinze ans demande si elle pourra voter aux législatives, et aux municipales. On lui donne quel formulaire ? Un Anglais dans la queue a posé la même question derrière elle, alors tant qu’à faire…',
      "Élections - droit de vote d'un citoyen européen en France.md",
    ],
    ["village de 410 habitants, mode de scrutin du conseil municipal d'après tes documents ?", 'Élections municipales.md'],
    [
      'Le papa est décédé en mer avant la naissance, ils n’étaient pas mariés et il n’avait rien reconnu. Existe-t-il un moyen d’établir la filiation ? On m’a parlé d’un acte chez le notaire avec des témoins.',
      "Établissement de la filiation par possession d'état.md",
    ],
    [
      'Bureau de vote n°2 : un électeur veut prendre un seul bulletin et aller directement à l’urne. Peut-on l’y autoriser ? Et un bulletin déchiré, il compte comment dans les résultats ?',
      'Élections politiques - déroulement du scrutin.md',
    ],
    [
      'Bonjour, je reçois samedi matin M. Yann Floch et Mme Aïssatou Ndiaye, tous deux domiciliés rue de la Grève. Ils veulent se marier le 19 septembre, ils ont déjà un petit garçon et Monsieur tient à la séparation de biens parce qu’il monte son entreprise d’ostréiculture. Ils m’ont envoyé un long courriel avec plein de questions ; en résumé : quelles pièces chacun doit mettre dans le dossier à déposer chez nous, et comment et quand faut-il faire le contrat, à peu près combien de temps à l’avance, chez qui ? Merci de me préparer deux listes séparées que je leur tendrai par-dessus le comptoir.',
      'Mariage en France.md',
      'Contrat de mariage.md',
    ],
    [
      "Date limite pour s'inscrire sur la liste avant un scrutin ? Et un monsieur hébergé par un ami (pas de la famille) me donne quoi comme papiers ?",
      'Listes électorales - nouvelle inscription.md',
      "S'inscrire sur la liste électorale en mairie - quel justificatif de domicile.md",
    ],
  ]),
  ...realisticQuestions(town, [
    ['Peut-on dire à un habitant à qui appartient la parcelle AC 112 à partir du plan ? il insiste', 'Comment consulter le cadastre.md'],
    [
      "La maitresse demande 6 euros par mois pour la coopérative et la photo de classe, des parents râlent au conseil d'école : obligatoire ou pas ?",
      "Coût de la scolarité à l'école primaire (élémentaire).md",
    ],
    [
      "Un bac gris reste jour et nuit devant le 7 rue Haute depuis Noël. Quelle amende maximale ? et pour les sacs jetés au pied des colonnes ? c'est pour un article dans le bulletin, trois phrases",
      'Ordures ménagères classiques.md',
    ],
    ['ma cousine conteste le redoublement de son fils en cm2 elle a combien de jours', "Passage de l'école au collège (du CM2 à la 6e).md"],
    ['Maison neuve de 168 m² : architecte obligatoire ? Et combien de dossiers papier doit-il nous remettre ?', 'Permis de construire.md'],
    [
      'M. et Mme Sow ont un permis de construire délivré l’an dernier, rue de la Fontaine. Le chantier est bien avancé, la toiture est posée, mais Madame vient de changer d’avis : ils veulent déplacer deux fenêtres et raccourcir le garage de deux mètres. Le maçon leur a dit que « tant que le maire ne dit rien, on y va », ce qui m’inquiète un peu. Doivent-ils refaire un dossier complet ou y a-t-il plus simple ? Combien de temps avons-nous pour instruire, et que doivent-ils afficher ? Prépare-leur un courriel signé du service urbanisme, Agnès L., avec copie à l’adjoint.',
      "Permis modificatif d'un permis de construire ou d'aménager.md",
    ],
    [
      "Qu'apprend-on en petite section ? une maman dit que « c'est de la garderie », j'aimerais lui répondre gentiment",
      "Programme scolaire à l'école maternelle.md",
    ],
    [
      'Voisin qui fait des grillades tous les soirs d’été, fumée chez Mme Plantard (façade noircie). La commune n’a pas d’arrêté. Elle a quoi comme recours ?',
      "Que faire en cas d'utilisation abusive d'un barbecue par un voisin.md",
    ],
    [
      "Ça sent le fumier jusque dans la salle du conseil !! un administré veut porter plainte contre l'élevage. Qui constate, qui juge que c'est « anormal » ?",
      'Troubles de voisinage - nuisances olfactives (odeurs).md',
    ],
    [
      'allergie arachide à la cantine, la mère veut apporter sa gamelle tous les midis. je peux refuser ?',
      "Cantine scolaire à l'école primaire (maternelle et élémentaire).md",
    ],
    [
      "Taux de la taxe d'aménagement : le conseil voudrait monter à 12 % sur le secteur des Landes à cause de la voirie. Est-ce légal et avant quelle date délibérer ?",
      "Taxe d'aménagement (TA).md",
    ],
    [
      "Fosse septique non conforme signalée à la vente de la maison Guéguen. L'acheteur a combien de temps pour les travaux ? qui contrôle ?",
      'Assainissement des eaux usées domestiques.md',
    ],
    [
      'Des parents viennent chercher leur petit de maternelle tous les soirs à 17 h 15 alors que ça ferme à 16 h 30, et parfois c’est la grande sœur de 11 ans. L’école peut-elle refuser de le remettre à une enfant, et que peut-on faire pour les retards ? L’adjoint veut un mot à mettre dans les cahiers, très court, et moi je voudrais surtout savoir ce que nous avons le droit d’écrire, parce que la dernière fois ça s’est terminé chez l’inspecteur et dans le journal.',
      "Surveillance des élèves à l'école élémentaire (maternelle ou primaire).md",
    ],
    ['Piscine hors-sol gonflable de 15 m² posée tout l’été (4 mois) : formalité ?', 'Déclaration préalable de travaux (DP).md'],
    [
      "Un lycéen de la commune a paumé son diplome d'animateur, on peut en refaire un ? il postule chez nous pour juillet",
      "Brevet d'aptitude aux fonctions d'animateur (Bafa).md",
    ],
    ['SPANC : un contrôle tous les combien ?', 'Assainissement des eaux usées domestiques.md'],
    ['DP ou PC pour un carport de 19 m², hauteur 3 m ?', 'Déclaration préalable de travaux (DP).md'],
    [
      'M. Rio vend son terrain avec le permis de construire à sa nièce. 1. Comment transférer le permis ? 2. Il reste huit mois de validité, pourra-t-elle le prolonger et quand le demander ?',
      "Transfert d'un permis de construire ou d'aménager.md",
      "Urbanisme - quelle est la durée de validité d'une autorisation.md",
    ],
    [
      "Notre responsable enfance a le BAFD depuis quatre ans et demi et monte un mini-camp de trois nuits pour 26 enfants de 7 à 10 ans. Faut-il renouveler son brevet avant ? et combien d'animateurs pour le camp ?",
      "Brevet d'aptitude aux fonctions de directeur (BAFD).md",
      'Séjours de loisirs pour enfants et adolescents.md',
    ],
  ]),
]
