// Held-out set: measured once, at the end of the work. Nothing may be chosen, tuned or debugged on it.

import { realisticQuestions, type RealisticQuestion } from './question-types.ts'

const staff = 'Documentation RH'

export const realisticHeldOutStaff: RealisticQuestion[] = realisticQuestions(staff, [
  ['39h par semaine = combien de rtt ?', 'Réduction du temps de travail (RTT) dans la fonction publique.md'],
  [
    "Bonjour, notre directrice de crèche, Mme Soazig Pennec, est en arrêt depuis trois mois et demi sans interruption (fonctionnaire, une mauvaise grippe puis des complications, rien à voir avec le travail). Le service paie du centre de gestion vient de diviser son traitement par deux, elle soutient qu'on n'a pas le droit, que sa voisine, qui est institutrice, a toujours tout touché. Qui a raison ? Et si elle dépasse six mois, que se passe-t-il ? Il me faut l'explication en langage courant, que je puisse la lire au téléphone : elle appelle tous les jours à 9 h.",
    "Arrêt maladie d'un fonctionnaire - congé de maladie ordinaire (CMO).md",
  ],
  [
    'Cancer du sein, rédactrice titulaire, un an de longue maladie déjà passé. Le comité médical parle de basculer en longue durée. Combien de temps en tout et combien à plein traitement, chez nous au Département ?',
    'Congé de longue durée (CLD) du fonctionnaire.md',
  ],
  [
    'Surveillant de cantine en CDI (contractuel donc), 5 ans de maison, diabète sévère, il ne tient plus debout. Existe-t-il pour lui l’équivalent de la longue maladie des titulaires ? Durée, salaire, merci.',
    "Congé de grave maladie d'un agent contractuel de la fonction publique.md",
  ],
  [
    'La fille de Mme Pichon (8 ans) a une leucémie. Mme Pichon, fonctionnaire au service population, veut rester à son chevet à partir du 15. Je peux lui accorder combien de jours ? Ai-je le droit de refuser, on est déjà à trois ? Et elle vivra de quoi ? C’est une situation humainement très difficile, le maire a demandé que je lui écrive dès aujourd’hui ; rédige un courrier de deux paragraphes, chaleureux, qui lui dise ce à quoi elle a droit et les papiers qu’elle doit fournir, sans lui donner l’impression qu’on compte.',
    'Congé de présence parentale dans la fonction publique.md',
  ],
  [
    "Le père de Loïc n'en a plus que pour quelques semaines, il veut être près de lui. Loïc est adjoint technique titulaire. C'est quoi ce congé, et il touche une allocation ?",
    'Fonction publique - congé de solidarité familiale.md',
  ],
  [
    'plusieurs collegues veulent donner des rtt a murielle dont le fils de 12 ans est tres malade, on peut ? il y a un maximum par an ? faut il dire qui donne',
    'Don de jours de repos à un agent public aidant familial ou avec un enfant malade.md',
  ],
  [
    "jumeaux prévus pour janvier, l'agente est fonctionnaire à la com com : combien de semaines d'arret avant et apres",
    ['Congé maternité dans la fonction publique.md', "Une enseignante peut-elle décaler son congé maternité s'il débute pendant des vacances scolaires.md"],
  ],
  [
    'Un agent se marie le 6 juin. Il m’affirme que « la loi lui donne cinq jours ». Nous n’avons jamais délibéré. Ai-je raison de lui dire que non ?',
    "Autorisation d'absence pour mariage ou Pacs dans la fonction publique.md",
  ],
  [
    'Combien de jours de teletravail par semaine je peux laisser a une instructrice ads ? elle en veut 4, elle est enceinte',
    'Télétravail dans le secteur public.md',
  ],
  [
    'Objet : suspension M. D.\n\nMonsieur le Directeur,\nUn éducateur sportif de la piscine intercommunale est accusé par deux familles de gestes déplacés pendant les cours. Le président souhaite l’écarter du bassin dès demain matin, sans attendre. Pouvez-vous me préparer une note d’une page : peut-il le faire seul, faut-il communiquer le dossier à l’agent, combien de temps cela peut-il durer et l’intéressé reste-t-il payé ? Je dois l’avoir sur mon bureau à 18 heures, l’avocat de la collectivité passe à la demie.\nL. Cadiou, directeur de cabinet',
    'Suspension de fonctions en cas de faute grave dans la fonction publique.md',
  ],
  [
    'Notre chef de police municipale est mis en examen pour une intervention qui a mal tourné. Est-ce à la commune de payer son avocat, peut-il choisir le sien ?',
    'Protection fonctionnelle - agent public poursuivi en justice.md',
  ],
  [
    'Le tribunal a relaxé notre ancien régisseur. Sommes-nous quand même libres de le sanctionner ?',
    'Quel lien entre procédures disciplinaire et pénale pour un fonctionnaire.md',
  ],
  ["Insuffisance pro d'un TITULAIRE (pas contractuel), commune : quelle instance consulter et y a t il une indemnité", "Licenciement d'un fonctionnaire.md"],
  [
    "Rupture conventionnelle de notre responsable des espaces verts, 22 ans de boutique. Délais entre la lettre, l'entretien, la signature, le départ ? Fais une frise ou un tableau. A-t-on besoin d'une délibération ?",
    'Rupture conventionnelle dans la fonction publique.md',
  ],
  [
    "Combien de temps peut durer un détachement au conseil régional pour une attachée de la ville, et après elle est obligée d'y rester ?",
    'Détachement à la demande du fonctionnaire.md',
  ],
  [
    'La piscine passe en délégation à une entreprise le 1er juillet. Nos trois maîtres-nageurs titulaires partent-ils d’office avec elle ? Combien de temps avant faut-il les prévenir, et perdent-ils de la paie ? Réunion avec les syndicats mercredi.',
    "Détachement d'office d'un fonctionnaire (transfert d'activité).md",
  ],
  [
    "Une infirmière de l'hôpital (titulaire) veut venir chez nous à la PMI sans passer par un détachement, direct. Possible ? et l'hopital peut il bloquer",
    "Intégration directe d'un fonctionnaire dans un autre corps-cadre d'emplois.md",
  ],
  ["contractuelle sur un poste d'accueil de monument qui ouvre droit a la nbi, elle la touche ou pas ??", 'Nouvelle bonification indiciaire (NBI).md'],
  [
    'Dites-moi si un agent doit réclamer sa GIPA ou si elle tombe toute seule, et tous les combien.',
    "Fonction publique - garantie individuelle du pouvoir d'achat (Gipa).md",
  ],
  [
    'En dessous du SMIC ! Un adjoint technique tout nouveau me montre sa fiche de paie, l’indice est trop bas. La mairie doit-elle compléter ?',
    'Traitement indiciaire dans la fonction publique.md',
  ],
  ['ircantec tranche a part agent', "Fonction publique - cotisations salariales d'un agent contractuel.md"],
  [
    'Un ticket resto de 8 €, quelle part maxi peut payer la collectivité, et que faire des tickets 2025 qui restent dans mon tiroir ?',
    'Titres-restaurant dans la fonction publique - quelles sont les règles.md',
  ],
  [
    "Deux agents partent en mission à Rennes avec une voiture perso (5 CV). Barème au kilomètre et plafond du repas, pour remplir l'ordre de mission ?",
    'Remboursement des frais de déplacement dans la fonction publique.md',
  ],
  [
    "Stage d'une adjointe du patrimoine : elle a été arrêtée 57 jours pendant son année de stagiaire. Ça repousse sa titularisation de combien ?",
    "La durée du stage du fonctionnaire est-elle prolongée en cas d'absence.md",
  ],
  [
    "Le nouveau jardinier (catégorie C, nommé en mars) doit faire combien de jours de formation d'intégration, et si on ne l'envoie pas ?",
    'Formation initiale et continue dans la fonction publique territoriale (FPT).md',
  ],
  [
    'Bonjour à vous ! Je suis DRH d’une petite intercommunalité bretonne et je voudrais monter un dossier pour qu’une de mes agentes, titulaire depuis quatre ans, parte se former dix mois comme assistante sociale. Elle sera remplacée ou pas, on verra. Ce que je cherche : doit-elle revenir travailler dans la fonction publique ensuite, et pendant combien de temps ? Que se passe-t-il si elle sèche les cours ? Peut-on lui refuser deux fois de suite ? Ce serait bien d’avoir la réponse en points numérotés, je la copierai dans la convention. Merci infiniment.',
    'Congé de formation professionnelle dans la fonction publique territoriale (FPT).md',
  ],
  [
    "recruter un agent des écoles sans concours, c'est possible en C1 ? comment on publie l'offre",
    ['Accès à la fonction publique sans concours en catégorie C.md', 'Peut-on devenir fonctionnaire sans passer de concours.md'],
  ],
  [
    'Un monsieur de 52 ans au RSA, chômeur depuis trois ans, demande si la mairie peut le prendre en « Pacte » aux ateliers. Conditions ? durée du contrat ?',
    'Recrutement dans le cadre du Pacte dans la fonction publique.md',
  ],
  [
    'Mme Bachir, RQTH, a postulé comme agent d’état civil. Peut-on la prendre en contrat puis la titulariser directement, sans concours ? Combien de temps dure le contrat ?',
    "Recrutement d'une personne handicapée dans la fonction publique.md",
  ],
  [
    "L'intervenant batucada du mercredi vient toutes les semaines depuis deux ans et on le paie « à la vacation ». Le trésorier tique. Vacataire ou contractuel ?",
    "Qu'est-ce qu'un vacataire dans la fonction publique.md",
  ],
  [
    "CDD de 2 ans et 3 mois qui finit le 31 août, renouvelable. Quand au plus tard dois-je prévenir l'agent qu'on ne continue pas ?",
    "Emploi d'un agent contractuel de la fonction publique.md",
  ],
  [
    'Un agent de maîtrise voudrait passer technicien par promotion interne. Peut-on le nommer dès qu’il est sur la liste d’aptitude ? qui choisit ? Réponds comme si tu lui parlais, il n’aime pas les textes de loi.',
    'Promotion interne dans la fonction publique.md',
  ],
  [
    "cadre d'emplois / grade / échelon : quelqu'un peut m'expliquer la difference, je débute à la mairie lundi",
    "Catégorie, corps, cadre d'emplois, grade et échelon - quelles différences.md",
  ],
  ['A quelle fréquence nos agents des écoles passent la visite médicale chez le médecin de prévention ?', "Surveillance médicale d'un agent public.md"],
  [
    "Le chef d'atelier m'ordonne d'effacer les PV de stationnement de son beau-frère. Je suis obligé d'obéir ? je risque quoi si je refuse",
    "Obéissance hiérarchique d'un agent public (fonctionnaire ou contractuel).md",
  ],
  ['Samedi 8 mai férié : les agents qui ne bossent pas le samedi me réclament une récup. Oui/non + pourquoi', 'Jours fériés dans la fonction publique.md'],
  [
    "Notre cuisinier, né à Saint-Denis de La Réunion, titulaire, veut rentrer voir ses parents. Congé bonifié : combien de jours, tous les combien, et qui paie l'avion ?",
    'Congé bonifié.md',
  ],
  [
    "La commune (2 900 hab.) va mettre fin aux fonctions du DGS, 60 ans, 24 ans de services. On m'a parlé d'un congé spécial. Il y a droit ? pendant combien de temps on le paie ?",
    'Fonction publique - congé spécial.md',
  ],
  [
    'Le poste de gardien du camping saute après la réorganisation. Il préfère démissionner avec un chèque : possible ? il faut une délib ?',
    'Indemnité de départ volontaire dans la FPT.md',
  ],
  ['IFTS pour une secrétaire de mairie, tjs possible ? elle a un logement de fonction', 'Indemnités forfaitaires pour travaux supplémentaires (IFTS).md'],
  [
    'heures sup : max par mois commune',
    ['Heures supplémentaires dans la fonction publique territoriale (FPT).md', 'Indemnités horaires pour travaux supplémentaires (IHTS).md'],
  ],
  [
    'Une aide-soignante de l’EHPAD hospitalier qui ne fait que des nuits m’interroge (sa sœur travaille chez nous) : combien d’heures par an doit-elle ?',
    'Durée du travail dans la fonction publique hospitalière (FPH).md',
  ],
  [
    "Une amie à la sous-préfecture (donc à l'État) a droit à combien d'heures pour son bilan de compétences ? par curiosité",
    "Bilan de compétences dans la fonction publique d'État (FPE).md",
  ],
  [
    'Une stagiaire de la fonction publique territoriale vient de m’annoncer sa grossesse, premier enfant. Deux questions : combien de semaines de congé, et est-ce que cela décale sa titularisation ?',
    'Congé maternité dans la fonction publique.md',
  ],
  [
    'Réunion CT vendredi. 1) le don d’un jour de RTT à un collègue peut-il se faire à tout moment de l’année si les jours sont sur le CET ? 2) combien de jours doit-on avoir sur son CET pour pouvoir se les faire payer, et à quel tarif en catégorie B ?',
    'Don de jours de repos à un agent public aidant familial ou avec un enfant malade.md',
    'Compte épargne-temps (CET) dans la fonction publique territoriale (FPT).md',
  ],
  [
    'Bonjour, un couple d’agents vient d’arriver, lui ingénieur chez nous, elle à l’hôpital. Il me demande par mail, je cite : « Est-ce que je peux toucher l’indemnité de résidence même si ma femme l’a déjà ? Et mon bulletin parle d’une GIPA, à quoi ça correspond ? » Préparez-moi s’il vous plaît une réponse aux deux points, sur un ton courtois, en six lignes au plus : il est très pointilleux et il transmettra sûrement votre texte au syndicat.',
    'Fonction publique - indemnité de résidence.md',
    "Fonction publique - garantie individuelle du pouvoir d'achat (Gipa).md",
  ],
  [
    "RQTH + concours territorial : quels aménagements d'épreuve et quel certificat médical il faut ?",
    "Recrutement d'une personne handicapée dans la fonction publique.md",
  ],
])
