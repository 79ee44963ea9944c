// Held-out set: measured once, at the end of the work. Nothing may be chosen, tuned or debugged on it.

import { realisticQuestions, type RealisticQuestion } from './question-types.ts'

const rules = 'Réglementation'

export const realisticHeldOutRules: RealisticQuestion[] = realisticQuestions(rules, [
  [
    "La présidente de la ligue veut représenter l’association au conseil départemental de l’habitat, elle est agente chez nous. Combien de jours dans l'année et est-elle payée ?",
    "Congé de représentation pour un représentant d'une association.md",
  ],
  [
    "Deux chiens empoisonnés à l’étang. L'association de protection animale (déclarée depuis 2017) peut-elle se porter partie civile ?",
    'Constitution de partie civile par une association.md',
  ],
  [
    "Asso en danger à cause du covid en avril 2020 : montant de l'aide du fonds de solidarité ? c'est pour un vieux dossier que je reclasse",
    'Fonds de solidarité pour une association touchée par les effets du Coronavirus.md',
  ],
  [
    "Qui signe au nom de l'association, le président forcément ? faut-il un bureau ? un habitant crée un club de fléchettes",
    "Instances dirigeantes d'une association.md",
  ],
  [
    'Travaux de la place : Mme Ollivier craint pour les murs de sa cave et veut faire venir un expert désigné par le juge AVANT le début du chantier. Quelle procédure ? urgence à prouver ?',
    ["Litige avec l'administration - référé instruction (ou référé expertise).md", 'La procédure en référé existe-t-elle devant le tribunal administratif.md'],
  ],
  [
    "Un bar fermé par arrêté municipal nous attaque et demande au juge de geler l'arrêté en attendant le procès. Quelles conditions doit il remplir ? on a combien de temps devant nous",
    "Litige avec l'administration - référé-suspension.md",
  ],
  [
    'Un jeune de 19 ans dit avoir été insulté par des policiers nationaux lors d’un contrôle place du Marché. À qui peut-il le signaler en ligne ? Est-ce que ça vaut plainte ? Sa mère est à mon guichet.',
    'Litige avec la police ou un autre organisme chargé de la sécurité.md',
  ],
  [
    "Changer le nom et l'objet d'une association, quelle majorité si les statuts n'en disent rien ? amende si on oublie la préfecture ?",
    "Modification des statuts d'une association.md",
  ],
  [
    'Bonjour,\nJe suis l’entreprise Menuiseries du Trieux, non retenue sur votre marché à procédure adaptée n° 2025-07 (lot 3, menuiseries extérieures de l’école). Votre lettre ne dit pas pourquoi. Je vous demande donc les motifs du rejet et le nom du titulaire. Salutations. J. Le Bihan\n\n>>> Bonjour Parvis, voici ce que j’ai reçu ce matin. Sous combien de jours dois-je répondre, et que suis-je tenue de lui dire exactement ? Peux-tu me proposer une lettre dans ce sens ? Le maire est sensible, M. Le Bihan est aussi conseiller d’opposition et je ne voudrais pas d’erreur.',
    "Offre de marché public rejetée - droit à l'information et recours.md",
  ],
  [
    'Rando VTT non chronométrée, 180 participants attendus, sur quatre communes du même département. Déclaration chez qui ?',
    "Organisation d'une course cycliste sur la voie publique.md",
  ],
  [
    'rallye auto chronometré sur la D42 en octobre, combien de mois avant la demande et aupres de qui',
    "Organisation d'une course de véhicules à moteur sur la voie publique.md",
  ],
  ['Peuvent-ils appeler leur association « Fondation du Vieux Lavoir » ?', "Peut-on choisir librement le nom d'une association.md"],
  [
    "Absent à l'audience du Conseil d'État pour cause d'hospitalisation, un habitant veut que l'affaire soit rejugée. C'est possible ? délai ?",
    'Peut-on faire opposition à une décision du juge administratif.md',
  ],
  [
    "Circulaire d'un ministre : est-elle opposable si elle n'est pas sur Légifrance ? dans combien de temps doit elle être publiée après signature",
    'Publication des lois, règlements et circulaires.md',
  ],
  [
    'Chute d’une gamine au club de gym. Le père menace d’attaquer la présidente personnellement. Elle panique. Est-ce elle ou le club qui est responsable ? faut-il une assurance ? Explique-lui en quelques phrases simples',
    "Quelle est la responsabilité d'un dirigeant d'association en cas d'accident.md",
  ],
  [
    'Un promoteur commence à couper des arbres sans autorisation et un voisin veut que le juge nous force à l’arrêter, alors que nous n’avons pris aucune décision. Comment s’appelle ce recours ?',
    ['Référé conservatoire.md', 'La procédure en référé existe-t-elle devant le tribunal administratif.md'],
  ],
  ["l'office de tourisme associatif peut-il payer sa présidente ? combien au maximum par mois", "Rémunération du dirigeant d'une association.md"],
  [
    "Une habitante nous a écrit par le formulaire du site, il manque son justificatif. Peut-on laisser dormir son dossier ? Que doit contenir l’accusé de réception ? et doit on donner le nom de l'agent",
    "Saisine d'une administration par voie électronique (SVE).md",
  ],
  [
    'Comité de jumelage : échange de 20 jeunes avec la Bavière. Qui peut les aider financièrement à part nous ?',
    "Subventions des projets associatifs d'échanges internationaux de jeunes.md",
  ],
  ['aide embauche moins de 26 ans asso 2020 montant ??', "Aide à l'embauche d'un jeune de moins de 26 ans.md"],
  [
    'L’amicale des pompiers vient de vendre son chalet. Papier à faire ? Et ils ont reçu 160 000 € de dons cette année, ça change quoi pour leurs comptes ?',
    'Association - évolution des ressources (recettes, dons, immeuble).md',
  ],
  ["Parution au JO d'une asso : prix, délai, quel jour ?", "Comment publier la création d'une association au Journal officiel.md"],
  [
    'Une asso nationale basée chez nous dépasse 200 000 € de dons collectés dans la rue. Doit-elle prévenir la préfecture avant sa prochaine campagne ?',
    'Appel public à la générosité par un organisme.md',
  ],
  [
    "procès au TA : quand sait-on la date de l'audience et est-on obligé d'y aller ? merci, dossier Le Roux",
    "Déroulement d'un procès devant le tribunal administratif.md",
  ],
  [
    'Recours gracieux : si M. Quéré écrit au maire, ça lui rallonge son délai pour le tribunal ? Et nous, notre silence veut dire quoi ?',
    'Recours gracieux, hiérarchique, obligatoire (Rapo).md',
  ],
  ["RAPO : c'est quoi et où je vois si c'est obligatoire ?", 'Recours gracieux, hiérarchique, obligatoire (Rapo).md'],
  [
    'Trois copains veulent fonder « Vélo pour tous » au Faouët-Neuf. Ils sont au guichet. Combien de personnes au minimum, que conseiller de mettre dans les statuts, et quels papiers joindre à la déclaration en préfecture ?',
    "Rédaction des statuts d'une association.md",
    "Déclaration initiale d'une association.md",
  ],
  [
    'Nous venons de perdre au tribunal administratif contre M. Le Gall (retrait de permis). Faire appel : sous quel délai, avocat obligatoire ? Et si M. Le Gall nous demande une copie du rapport d’instruction, devons-nous la lui donner ou attendre qu’il saisisse la Cada ?',
    "Faire appel devant la cour administrative d'appel (CAA).md",
    'Accès aux documents administratifs.md',
  ],
  [
    'Repas de la Saint-Éloi par le comité des fêtes : un DJ passe des disques. Droits à payer à qui ? Et peuvent-ils servir de l’alcool fort à la buvette sur la place ? Combien de buvettes par an leur reste-t-il le droit de tenir, c’est la troisième ?',
    'Diffusion de musique pendant une manifestation - quelles sont les règles.md',
    'Buvette ou bar tenu par une association.md',
  ],
])
