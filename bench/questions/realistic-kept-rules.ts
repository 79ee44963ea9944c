// Kept questions: looked at once, at the end of the work that they measure. Nothing is chosen, tuned or debugged on them.

import type { RealisticQuestion } from './question-types.ts'

const rules = 'Réglementation'

/** Looked at once, at the end of the work that they measure. */
export const realisticKeptRules: RealisticQuestion[] = [
  {
    category: rules,
    question:
      "La présidente de la ligue veut représenter l’association au conseil départemental de l’habitat, elle est agente chez nous. Combien de jours dans l'année et est-elle payée ?",
    documents: [["Congé de représentation pour un représentant d'une association.md"]],
  },
  {
    category: rules,
    question: "Deux chiens empoisonnés à l’étang. L'association de protection animale (déclarée depuis 2017) peut-elle se porter partie civile ?",
    documents: [['Constitution de partie civile par une association.md']],
  },
  {
    category: rules,
    question: "Asso en danger à cause du covid en avril 2020 : montant de l'aide du fonds de solidarité ? c'est pour un vieux dossier que je reclasse",
    documents: [['Fonds de solidarité pour une association touchée par les effets du Coronavirus.md']],
  },
  {
    category: rules,
    question: "Qui signe au nom de l'association, le président forcément ? faut-il un bureau ? un habitant crée un club de fléchettes",
    documents: [["Instances dirigeantes d'une association.md"]],
  },
  {
    category: rules,
    question:
      'Travaux de la place : Mme Ollivier craint pour les murs de sa cave et veut faire venir un expert désigné par le juge AVANT le début du chantier. Quelle procédure ? urgence à prouver ?',
    documents: [
      [
        "Litige avec l'administration - référé instruction (ou référé expertise).md",
        'La procédure en référé existe-t-elle devant le tribunal administratif.md',
      ],
    ],
  },
  {
    category: rules,
    question:
      "Un bar fermé par arrêté municipal nous attaque et demande au juge de geler l'arrêté en attendant le procès. Quelles conditions doit il remplir ? on a combien de temps devant nous",
    documents: [["Litige avec l'administration - référé-suspension.md"]],
  },
  {
    category: rules,
    question:
      'Un jeune de 19 ans dit avoir été insulté par des policiers nationaux lors d’un contrôle place du Marché. À qui peut-il le signaler en ligne ? Est-ce que ça vaut plainte ? Sa mère est à mon guichet.',
    documents: [['Litige avec la police ou un autre organisme chargé de la sécurité.md']],
  },
  {
    category: rules,
    question: "Changer le nom et l'objet d'une association, quelle majorité si les statuts n'en disent rien ? amende si on oublie la préfecture ?",
    documents: [["Modification des statuts d'une association.md"]],
  },
  {
    category: rules,
    question:
      'Bonjour,\nJe suis l’entreprise Menuiseries du Trieux, non retenue sur votre marché à procédure adaptée n° 2025-07 (lot 3, menuiseries extérieures de l’école). Votre lettre ne dit pas pourquoi. Je vous demande donc les motifs du rejet et le nom du titulaire. Salutations. J. Le Bihan\n\n>>> Bonjour Parvis, voici ce que j’ai reçu ce matin. Sous combien de jours dois-je répondre, et que suis-je tenue de lui dire exactement ? Peux-tu me proposer une lettre dans ce sens ? Le maire est sensible, M. Le Bihan est aussi conseiller d’opposition et je ne voudrais pas d’erreur.',
    documents: [["Offre de marché public rejetée - droit à l'information et recours.md"]],
  },
  {
    category: rules,
    question: 'Rando VTT non chronométrée, 180 participants attendus, sur quatre communes du même département. Déclaration chez qui ?',
    documents: [["Organisation d'une course cycliste sur la voie publique.md"]],
  },
  {
    category: rules,
    question: 'rallye auto chronometré sur la D42 en octobre, combien de mois avant la demande et aupres de qui',
    documents: [["Organisation d'une course de véhicules à moteur sur la voie publique.md"]],
  },
  {
    category: rules,
    question: 'Peuvent-ils appeler leur association « Fondation du Vieux Lavoir » ?',
    documents: [["Peut-on choisir librement le nom d'une association.md"]],
  },
  {
    category: rules,
    question: "Absent à l'audience du Conseil d'État pour cause d'hospitalisation, un habitant veut que l'affaire soit rejugée. C'est possible ? délai ?",
    documents: [['Peut-on faire opposition à une décision du juge administratif.md']],
  },
  {
    category: rules,
    question: "Circulaire d'un ministre : est-elle opposable si elle n'est pas sur Légifrance ? dans combien de temps doit elle être publiée après signature",
    documents: [['Publication des lois, règlements et circulaires.md']],
  },
  {
    category: rules,
    question:
      'Chute d’une gamine au club de gym. Le père menace d’attaquer la présidente personnellement. Elle panique. Est-ce elle ou le club qui est responsable ? faut-il une assurance ? Explique-lui en quelques phrases simples',
    documents: [["Quelle est la responsabilité d'un dirigeant d'association en cas d'accident.md"]],
  },
  {
    category: rules,
    question:
      'Un promoteur commence à couper des arbres sans autorisation et un voisin veut que le juge nous force à l’arrêter, alors que nous n’avons pris aucune décision. Comment s’appelle ce recours ?',
    documents: [['Référé conservatoire.md', 'La procédure en référé existe-t-elle devant le tribunal administratif.md']],
  },
  {
    category: rules,
    question: "l'office de tourisme associatif peut-il payer sa présidente ? combien au maximum par mois",
    documents: [["Rémunération du dirigeant d'une association.md"]],
  },
  {
    category: rules,
    question:
      "Une habitante nous a écrit par le formulaire du site, il manque son justificatif. Peut-on laisser dormir son dossier ? Que doit contenir l’accusé de réception ? et doit on donner le nom de l'agent",
    documents: [["Saisine d'une administration par voie électronique (SVE).md"]],
  },
  {
    category: rules,
    question: 'Comité de jumelage : échange de 20 jeunes avec la Bavière. Qui peut les aider financièrement à part nous ?',
    documents: [["Subventions des projets associatifs d'échanges internationaux de jeunes.md"]],
  },
  { category: rules, question: 'aide embauche moins de 26 ans asso 2020 montant ??', documents: [["Aide à l'embauche d'un jeune de moins de 26 ans.md"]] },
  {
    category: rules,
    question:
      'L’amicale des pompiers vient de vendre son chalet. Papier à faire ? Et ils ont reçu 160 000 € de dons cette année, ça change quoi pour leurs comptes ?',
    documents: [['Association - évolution des ressources (recettes, dons, immeuble).md']],
  },
  {
    category: rules,
    question: "Parution au JO d'une asso : prix, délai, quel jour ?",
    documents: [["Comment publier la création d'une association au Journal officiel.md"]],
  },
  {
    category: rules,
    question:
      'Une asso nationale basée chez nous dépasse 200 000 € de dons collectés dans la rue. Doit-elle prévenir la préfecture avant sa prochaine campagne ?',
    documents: [['Appel public à la générosité par un organisme.md']],
  },
  {
    category: rules,
    question: "procès au TA : quand sait-on la date de l'audience et est-on obligé d'y aller ? merci, dossier Le Roux",
    documents: [["Déroulement d'un procès devant le tribunal administratif.md"]],
  },
  {
    category: rules,
    question: 'Recours gracieux : si M. Quéré écrit au maire, ça lui rallonge son délai pour le tribunal ? Et nous, notre silence veut dire quoi ?',
    documents: [['Recours gracieux, hiérarchique, obligatoire (Rapo).md']],
  },
  {
    category: rules,
    question: "RAPO : c'est quoi et où je vois si c'est obligatoire ?",
    documents: [['Recours gracieux, hiérarchique, obligatoire (Rapo).md']],
  },
  {
    category: rules,
    question:
      'Trois copains veulent fonder « Vélo pour tous » au Faouët-Neuf. Ils sont au guichet. Combien de personnes au minimum, que conseiller de mettre dans les statuts, et quels papiers joindre à la déclaration en préfecture ?',
    documents: [["Rédaction des statuts d'une association.md"], ["Déclaration initiale d'une association.md"]],
  },
  {
    category: rules,
    question:
      'Nous venons de perdre au tribunal administratif contre M. Le Gall (retrait de permis). Faire appel : sous quel délai, avocat obligatoire ? Et si M. Le Gall nous demande une copie du rapport d’instruction, devons-nous la lui donner ou attendre qu’il saisisse la Cada ?',
    documents: [["Faire appel devant la cour administrative d'appel (CAA).md"], ['Accès aux documents administratifs.md']],
  },
  {
    category: rules,
    question:
      'Repas de la Saint-Éloi par le comité des fêtes : un DJ passe des disques. Droits à payer à qui ? Et peuvent-ils servir de l’alcool fort à la buvette sur la place ? Combien de buvettes par an leur reste-t-il le droit de tenir, c’est la troisième ?',
    documents: [['Diffusion de musique pendant une manifestation - quelles sont les règles.md'], ['Buvette ou bar tenu par une association.md']],
  },
]
