import { unanswered, type UnansweredQuestion } from './question-types.ts'

const staff = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/** Development set: may be looked at, tuned on and debugged on. */
export const unansweredDev: UnansweredQuestion[] = unanswered([
  // Close to the category: same field, but a fact or procedure that no document has.
  [
    staff,
    'Bonjour, Mme Le Dréau (adjointe administrative, née en juin 1963, 168 trimestres) veut savoir à quelle date elle peut partir à la retraite et combien elle touchera par mois. Elle passe me voir jeudi, merci de me préparer sa réponse.',
  ],
  [
    staff,
    "médaille d'honneur régionale, départementale et communale : au bout de combien d'années, et qui la demande ? on voudrait la remettre à Jean-Pierre aux vœux",
  ],
  [staff, 'Grève à la cantine mardi. Combien de jours avant les syndicats devaient-ils déposer leur préavis ?'],
  [civil, 'Quelles pièces je demande à un couple qui veut SE pacser chez nous ? ils sont devant moi'],
  [civil, 'procuration : M. Jaffré est hospitalisé jusqu’au second tour. Qui se déplace dans sa chambre, et quel formulaire ?'],
  [
    civil,
    'Une habitante majeure veut changer de prénom, de Marie-Cunégonde à Maya. Où dépose-t-elle sa demande et avec quels justificatifs ? Prépare-lui un courriel.',
  ],
  [town, 'À quelle distance de la limite M. Prigent peut-il planter ses thuyas ? et peut on obliger son voisin à couper les branches qui dépassent'],
  [
    town,
    'Révision du PLU : combien de temps dure l’enquête publique et qui désigne le commissaire enquêteur ? Note d’une demi-page pour le vice-président à l’aménagement.',
  ],
  [rules, 'Réfection du toit de l’école, 87 000 € HT. À partir de quel montant sommes-nous obligés de publier un avis, et où ?'],
  [rules, "tir du feu d'artifice du 14 juillet par le comité des fetes : qui doit le déclarer, combien de temps avant, faut il un artificier diplomé"],
  // Unrelated: other public services, local facts, office life.
  [staff, 'Le copieur du 2e affiche C-2557 et Laurence a son conseil à 10 h. Comment on le débloque ??'],
  [
    staff,
    'Écris-moi un petit discours pour le pot de départ de Jean-Luc, vendredi 17 h, salle du conseil. Il aime le vélo, le muscadet et il déteste les discours.',
  ],
  [staff, 'numéro de portable du nouveau directeur technique svp'],
  [staff, 'Un administré qui gagne 1 120 € par mois me demande s’il peut toucher l’APL et combien. Il vit seul à Kerhervy, loyer 430 €.'],
  [staff, "Bonjour, pouvez-vous me dire sur quel compte de la M57 on impute l'achat des chaussures de sécurité ? Merci. Sandrine, compta"],
  [
    civil,
    'Mme Tanguy part à Bali le 3 août et son passeport est périmé. Combien de temps faut-il en ce moment, et quel est le prix du timbre pour un adulte ?',
  ],
  [civil, 'carte grise perdue dans le déménagement, un monsieur demande où la refaire'],
  [
    civil,
    'À quelle heure est la cérémonie du 11 novembre et qui dépose la gerbe cette année ? Je dois l’annoncer dans le bulletin avant demain midi, en trois lignes.',
  ],
  [civil, "comment on réserve la salle des mariages en récurrent dans Outlook ? j'ai essayé trois fois ça supprime tout"],
  [
    civil,
    'Un jeune de 19 ans, orphelin, voudrait s’inscrire à la mission locale et savoir s’il a droit à une bourse pour son BTS. Que lui répondre ? Il revient à 15 h.',
  ],
  [town, "gros nid de frelons asiatiques sous le préau de l'école, qui intervient et qui paie"],
  [town, 'Les horaires du car de la ligne 4 à l’arrêt Croix-Neuve, lundi matin ? Une maman attend au téléphone.'],
  [town, 'DETR 2026 : date limite de dépôt du dossier pour la chaudière de la salle polyvalente, et taux ?'],
  [
    town,
    'Bonjour, à Keranguen l’eau sort marron du robinet depuis hier soir. Trois foyers ont appelé, l’un a un bébé. Peut-on la boire ? Que dois-je faire, par qui je commence ? Je suis seule à la mairie aujourd’hui et le maire est en déplacement à Paris. Merci de votre aide rapide.',
  ],
  [town, 'menu de la cantine semaine 12 ??'],
  [rules, "combien on a donné au foot l'an dernier et l'année d'avant, fais un tableau"],
  [rules, 'J’ai perdu mon mot de passe Chorus Pro et j’ai onze factures en attente. Comment je le récupère ?'],
  [rules, "Prix du repas à domicile livré par le CCAS pour un couple de retraités, et faut-il un certificat médical pour s'inscrire ?"],
  [
    rules,
    'Rédige un discours de deux minutes pour l’inauguration de la fontaine, samedi. Le maire voudrait citer un poète d’ici et remercier l’artisan, M. Coatanéa.',
  ],
  [rules, 'Un habitant a reçu sa taxe foncière, il la trouve trop élevée depuis la véranda. Peut-il être exonéré, il a 76 ans et l’ASPA ?'],
])

/** Held-out set: measured once, at the end of the work. */
export const unansweredHeldOut: UnansweredQuestion[] = unanswered([
  // Close to the category: same field, but a fact or procedure that no document has.
  [
    staff,
    'Un agent (47 ans, deux enfants de 9 et 13 ans) est décédé dimanche. À combien s’élève le capital décès et que doit fournir la veuve ? J’aimerais pouvoir lui éviter des allers-retours, c’était un collègue très aimé, alors soyez précis s’il vous plaît.',
  ],
  [staff, 'on prend une apprentie en bac pro à la rentrée. combien je la paie la 1ere année et le CNFPT rembourse quoi'],
  [staff, 'Combien de sièges au CST pour 212 agents ? élections en décembre, je prépare le protocole avec les syndicats'],
  [civil, "Disperser des cendres en pleine mer, c'est autorisé ? la famille demande à qui il faut le déclarer après la crémation"],
  [civil, 'baptême républicain le 4 mai : est-ce qu’un parrain civil a une obligation légale et quel registre on signe ?'],
  [
    civil,
    'Reprise des tombes à l’abandon dans le vieux cimetière : combien de constats, à combien d’années d’écart, et comment prévenir les familles ? Le conseil veut délibérer en juin.',
  ],
  [town, 'Vieux hangar à abattre route de la Gare : faut-il un permis de démolir et quelles pièces avec ?'],
  [
    town,
    "Un labrador divague devant l'école tous les matins. Combien de jours la fourrière le garde-t-elle avant de le céder, et qui paye ? réponse courte svp je suis dehors avec le chien",
  ],
  [
    rules,
    'Une entreprise nous réclame des intérêts parce qu’on a payé sa facture au bout de 52 jours. Le délai légal pour une commune, c’est combien, et quel taux s’applique ?',
  ],
  [
    rules,
    'Caméras devant la salle des sports : quelle autorisation demander, combien de jours peut-on garder les images ? Il me faudrait un projet de délibération et l’affichette à mettre à l’entrée. D’avance merci, Hervé, adjoint à la sécurité',
  ],
  // Unrelated: other public services, local facts, office life.
  [staff, "Qui a pris la clé du Kangoo ? non je plaisante : comment on réserve un véhicule sur l'intranet"],
  [
    staff,
    'Traduis en anglais ce message pour les correspondants irlandais : « Nous serons ravis de vous accueillir samedi à 11 heures devant l’hôtel de ville. »',
  ],
  [staff, 'Teams : ma visio coupe toutes les dix minutes en plein entretien, quelqu’un sait pourquoi ?'],
  [
    staff,
    'Bonsoir, ma voisine voudrait devenir assistante maternelle agréée. Combien d’heures de formation, et le Département vient-il visiter la maison ? Je lui ai dit que je demanderais à mon travail.',
  ],
  [staff, 'résultat du tirage de la tombola du personnel ?'],
  [civil, 'Permis de conduire marocain, échange possible ? délai ? un monsieur attend avec ses papiers'],
  [
    civil,
    'Le tarif de location de la salle des fêtes un week-end pour un repas de mariage de 120 personnes, habitants de la commune ? Et la vaisselle est-elle comprise ?',
  ],
  [
    civil,
    "Comment demander un logement social et obtenir son numéro unique ? C'est une jeune maman hébergée chez sa sœur avec deux petits, prépare-lui une fiche simple, écrite gros, avec trois étapes et pas plus, parce qu’elle lit difficilement le français.",
  ],
  [civil, 'extrait de casier judiciaire b3 ou le demander'],
  [civil, 'Il reste combien de rames de papier ivoire pour les livrets ? Sinon il faut que je commande avant vendredi.'],
  [town, 'Plus de lumière rue des Ajoncs depuis mardi soir. Qui prévenir au syndicat d’énergie et sous combien de jours ils passent ?'],
  [town, 'tarif piscine communautaire enfant de 6 ans + horaires du samedi'],
  [
    town,
    'Quels arbres supportent la sécheresse le long d’un parking en plein sud ? Notre jardinier hésite entre trois essences, tableau comparatif avec hauteur adulte si possible.',
  ],
  [town, 'Bonjour, la CAF nous demande le bilan de la CTG pour le 30. Quel modèle utiliser et où trouver le nombre d’allocataires ?'],
  [town, 'compte rendu de la commission travaux du 12, tu peux me le retrouver'],
  [rules, 'Fibre optique : quand sera raccordé le hameau de Penn-ar-Run ? Deux télétravailleurs menacent de partir.'],
  [rules, 'taxe de séjour des gîtes, tarif par nuit chez nous et date de versement'],
  [rules, 'J’ai un tableau Excel avec 300 lignes de titres de recettes, comment supprimer les doublons sur deux colonnes ?'],
  [
    rules,
    'Un conseiller municipal de l’opposition vient d’être élu au Département. Combien cumulera-t-il d’indemnités au maximum, et doit-il démissionner de l’agglo ? Question posée en commission, réponse attendue pour mardi.',
  ],
  [rules, 'Souhaite un bon anniversaire à toute l’équipe de la médiathèque, qui fête ses vingt ans : quatre vers, pas plus, avec le mot « marque-page ».'],
])
