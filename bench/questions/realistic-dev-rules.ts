import { realisticQuestions, type RealisticQuestion } from './question-types.ts'

const rules = 'Réglementation'

/** Development set: may be looked at, tuned on and debugged on. */
export const realisticDevRules: RealisticQuestion[] = realisticQuestions(rules, [
  [
    'De : g.lestrade@courriel.example\nÀ : mairie\nObjet : 2e et dernière relance\n\nMadame, j’ai demandé le 4 à recevoir copie du rapport d’expertise sur l’effondrement du mur du cimetière. Je n’ai pas à vous dire pourquoi. Sans réponse de votre part je saisirai qui de droit. G. Lestrade\n\nBonjour, que pensez-vous de ce message ? M. Lestrade a-t-il raison de dire qu’il n’a pas à se justifier, suis-je obligée de lui donner ce rapport et sous combien de temps ? Le dossier est chez l’assureur et la DGS est en congé jusqu’au 2. Un brouillon de réponse m’aiderait beaucoup.',
    'Accès aux documents administratifs.md',
  ],
  [
    'L’école de rugby veut un agrément de l’État. Quelles sont les trois conditions à remplir ? pour une fiche à remettre au président',
    "Agrément d'une association.md",
  ],
  [
    "La MJC (association) songe à prendre un jeune en service civique. Elle doit demander quoi, à qui, et touche-t-elle une aide pour l'encadrer ?",
    'Agréments de service civique et de volontariat associatif.md',
  ],
  [
    "Le comité des fêtes emploie une comptable 3 h par semaine et ne s'en sort pas avec les déclarations. On m'a parlé d'un chèque emploi. ça marche comment",
    'Chèque-emploi associatif (CEA).md',
  ],
  [
    'recueil des actes administratifs, on est 4 100 habitants, tous les combien faut il le publier ?',
    "Comment consulter les actes d'une collectivité territoriale.md",
  ],
  [
    "Le président du club de pétanque a déclaré sa nouvelle association il y a trois semaines et n'a rien reçu. Où regarder, qui relancer ? Je lui ai promis une réponse ce soir.",
    "Comment obtenir le récépissé de déclaration de création d'une association.md",
  ],
  [
    'L’association des parents d’élèves a fait 80 000 € de recettes avec ses cours d’anglais payants et sa boutique en ligne cette année. Elle me demande si elle va payer des impôts. Que lui dire ?',
    ["Conditions d'imposition des activités lucratives d'une association.md", 'Association - évolution des ressources (recettes, dons, immeuble).md'],
  ],
  [
    'un de nos agents est président bénévole de la banque alimentaire. peut il avoir des jours pour ça, combien et payés ou pas',
    "Congé d'un responsable d'association bénévole.md",
  ],
  [
    'AG du club photo samedi : ils ont juste approuvé les comptes. Faut il le déclarer en prefecture ?',
    'Doit-on faire une déclaration en préfecture après chaque assemblée générale.md',
  ],
  [
    'Une habitante veut léguer sa grange à l’association du patrimoine, et donner 500 € tout de suite. Peuvent-ils accepter l’un et l’autre ?',
    "Dons, donations et legs au bénéfice d'une association.md",
  ],
  [
    "Une bénévole du secours local, qui est aussi agent chez nous, voudrait se former à la gestion d'une association. Avec quoi ? CPF, congé… ?",
    "Formation des bénévoles d'une association.md",
  ],
  [
    'Le foyer rural nous demande une subvention mais n’a pas de numéro SIRET. Peut-on exiger qu’il en ait un et comment l’obtient-il ?',
    "Identification et immatriculation d'une association.md",
  ],
  [
    'La troupe « Les Tréteaux d’Yvignac » (amateurs, asso) donne 9 représentations payées cette année avec un comédien pro. Licence ou pas licence ?',
    ["Licence d'entrepreneur de spectacles.md", 'Guichet unique du spectacle occasionnel (Guso).md'],
  ],
  [
    "Notre arrêté interdit à un habitant d'organiser sa réunion publique demain soir. Son avocat nous annonce une procédure où le juge statue en 48 h : laquelle, et peut-on faire appel ?",
    "Litige avec l'administration - référé liberté.md",
  ],
  [
    "Mme Siméoni se plaint que la CAF ne lui répond plus depuis 7 mois. Peut-elle voir le Défenseur des droits ? C'est payant ? Ça stoppe ses délais pour aller au tribunal ?",
    "Litige avec l'administration - saisir le Défenseur des droits.md",
  ],
  [
    "Course des Foulées du Lin, 5 et 10 km chronométrés, tout sur notre commune, 250 inscrits l'an dernier. À qui l'organisateur doit il déclarer ? y a t il une assurance à fournir ? merci, je le vois à 17h",
    "Organisation d'une course à pied ou d'une marche sur la voie publique.md",
  ],
  [
    'Un artisan du coin n’a jamais répondu à un marché public et voudrait candidater pour notre salle des fêtes. Fais-moi la liste à cocher de ce qu’il doit mettre dans son dossier.',
    'Présentation du dossier de candidature à un marché public.md',
  ],
  ["3939 horaires et prix de l'appel", "Qu'est-ce que le dispositif Allo Service Public 3939.md"],
  [
    'Le voisin de M. Oger a obtenu son permis de construire (arrêté du maire). M. Oger veut attaquer. Devant quel tribunal, et doit-il prendre un avocat ? Il ne me le demande pas pour rigoler, il a déjà fait deux procès à la commune.',
    'Recours devant le juge administratif.md',
  ],
  [
    'Une entreprise me dit que son PDF signé au stylo puis scanné vaut signature électronique pour l’offre. Vrai ?',
    'Répondre par voie électronique à un avis de marché public.md',
  ],
  [
    "on a laissé passer 2 mois sans répondre à une demande d'un habitant. ça vaut oui ou ça vaut non ?",
    ["Silence de l'administration sur une demande - principe du silence vaut accord.md", "Saisine d'une administration par voie électronique (SVE).md"],
  ],
  [
    'L’épicerie solidaire (asso) veut offrir des tickets resto à ses bénévoles réguliers : permis ? jusqu’à combien par ticket ?',
    'Titre-restaurant du bénévole.md',
  ],
  ['règlement intérieur obligatoire pour une asso de quartier ?', 'Une association doit-elle avoir un règlement intérieur.md'],
  [
    'Bonjour, ici la mairie de Plélan-la-Forêt. L’amicale laïque prépare son grand déballage du 14 juin sur le parking communal, avec une centaine de particuliers du coin et deux brocanteurs de métier. Le trésorier est passé ce midi avec plein de questions : que doit-il déposer chez nous, quel cahier doit-il tenir pour noter les vendeurs, qui le signe et où part-il après la fête ? Peut-on accepter des gens qui vendent tous les dimanches ? Réponds sous forme de fiche pratique, cinq points au plus, que j’imprimerai pour lui. Merci, bonne journée.',
    'Vide-greniers et brocante organisés par une association.md',
  ],
  [
    'Nouveau bureau au judo club (président et trésorière changés le 9 septembre). Combien de temps pour le dire à la préfecture ?',
    ["Changements dans l'administration d'une association.md", 'Doit-on faire une déclaration en préfecture après chaque assemblée générale.md'],
  ],
  [
    'Kermesse du 20 juin organisée par l’APE sur le stade : ils veulent servir de la bière et faire un grand loto avec un jambon à gagner. Qu’est-ce qui est permis et qu’est-ce qu’ils doivent demander au maire pour la buvette ? et pour le loto ?',
    'Buvette ou bar tenu par une association.md',
    'Lotos, loteries et tombolas organisés par une association.md',
  ],
  [
    'Bal du 13 juillet porté par le comité des fêtes : un accordéoniste payé et de la sono entre deux. Il faut déclarer la musique où ? et l’accordéoniste, comment on le déclare et avant quand ?',
    'Diffusion de musique pendant une manifestation - quelles sont les règles.md',
    'Guichet unique du spectacle occasionnel (Guso).md',
  ],
])
