import { realisticQuestions, type RealisticQuestion } from './question-types.ts'

const staff = 'Documentation RH'

/** Development set: may be looked at, tuned on and debugged on. */
export const realisticDevStaff: RealisticQuestion[] = realisticQuestions(staff, [
  ['plafond CET ?', 'Compte épargne-temps (CET) dans la fonction publique territoriale (FPT).md'],
  [
    "bonjour, une atsem contractuelle (2 ans et demi chez nous, temps complet) vient d'accoucher et voudrait reprendre a 80 % en septembre jusqu'a ce que le petit rentre a l'ecole. le maire peut il lui dire non ? merci",
    "Travail à temps partiel d'un agent contractuel de la fonction publique.md",
  ],
  [
    'Bonjour,\nSylvie des services techniques a posé 9 jours entre novembre et avril. On lui doit combien de jours en plus ? Elle me dit 2, la paie dit 1.',
    'Fonction publique - congés annuels.md',
  ],
  [
    'Bonjour Parvis,\n\nJe me permets de vous solliciter car je suis un peu perdue. Nous avons à la médiathèque de Saint-Guénolé-des-Landes une agente en CDD, Mme Aurore Kerbrat, recrutée le 2 mai de l’an dernier, donc un an et demi d’ancienneté. Elle s’est cassé la cheville au ski pendant les vacances (rien à voir avec le service) et son médecin l’a arrêtée six semaines, sûrement prolongées. Elle m’a appelée hier, très inquiète pour son loyer : va-t-elle garder son salaire entier, et jusqu’à quand ? Je dois lui répondre par courriel avant vendredi midi, si possible sans jargon.\n\nJe vous remercie.\nMartine P., service RH',
    "Arrêt maladie d'un agent contractuel de la fonction publique.md",
  ],
  [
    'Viabilité hivernale : nos deux gars du technique seront de garde à la maison du vendredi soir au lundi matin. Combien leur verser ? Tableau svp.',
    'Astreintes dans la fonction publique.md',
  ],
  [
    'slt, quentin (rédacteur titulaire) est papa depuis mardi. il a droit a combien de jours et il doit prevenir quand ?',
    "Fonction publique - congé de paternité et d'accueil de l'enfant.md",
  ],
  [
    'Un adjoint technique (cat. C) a fait 6 heures sup dimanche dernier pour la fête de la Saint-Jean, il les veut sur sa fiche de paie et pas en récup. Sur quelle base on calcule, avec la majoration du dimanche ?',
    'Indemnités horaires pour travaux supplémentaires (IHTS).md',
  ],
  [
    "Nous avons calé les entretiens pro du 24 au 28. Combien de temps avant dois-je envoyer la convocation et qu'est-ce que j'y joins ? Réponse en deux lignes svp, c'est pour mon DGS",
    'Évaluation professionnelle dans la fonction publique territoriale.md',
  ],
  [
    'une collègue de la crèche aimerait faire un bilan de competences à la rentrée mais elle en a deja fait un il y a 3 ans avec la commune, peut on lui dire oui',
    'Bilan de compétences dans la fonction publique territoriale (FPT).md',
  ],
  [
    'Je voudrais savoir combien d’heures gagne chaque année sur son CPF notre agent d’entretien (catégorie C, aucun diplôme) et à quel maximum ça s’arrête.',
    'Compte personnel de formation (CPF) dans la fonction publique territoriale (FPT).md',
  ],
  [
    "Fin de contrat anticipée d'un CDD qui ne fait pas l'affaire (insuffisance pro), 8 mois d'ancienneté, commune de 3 200 hab. Durée du préavis ?",
    "Licenciement d'un contractuel de la fonction publique.md",
  ],
  [
    'Un agent titulaire de la voirie, M. Perrot, a été vu mardi soir en train de siphonner le gasoil d’un camion communal. Il a reconnu les faits devant le responsable du centre technique et une lettre d’excuses est arrivée ce matin. C’est la première fois en quinze ans. M. le Maire, qui le connaît bien, voudrait une exclusion de trois jours sans faire de vagues et demande s’il faut réunir le conseil de discipline pour cela. Merci de préparer une courte note à son attention, avec ce que l’agent risque au maximum, pour la réunion d’adjoints de lundi.',
    'Sanctions disciplinaires dans la fonction publique.md',
  ],
  [
    "---------- Message transféré ----------\nDe : Nadia Belkacem (accueil)\nObjet : ce matin au guichet\n\nBonjour, un monsieur m'a insultée et menacée ce matin parce que son passeport n'était pas arrivé. Je suis encore tremblante. J'ai porté plainte à la gendarmerie. Est-ce que la mairie peut me payer un avocat ?\n------------------------------------------\nQue dois-je lui répondre ?",
    'Protection fonctionnelle - agent public victime.md',
  ],
  [
    "J'ai sur mon bureau la lettre de notre policier municipal (fonctionnaire titulaire) qui plaque tout. En combien de temps la mairie doit-elle lui répondre, et s'il change d'avis après ?",
    "Démission d'un fonctionnaire ou d'un agent non titulaire.md",
  ],
  [
    'Notre comptable (titulaire) part à l’agglo de Vire-sur-Aulne. Eux la veulent dans quinze jours, nous on est en plein compte administratif. Jusqu’à combien de temps peut-on la retenir ?',
    "Mutation d'un fonctionnaire.md",
  ],
  [
    "Le syndicat des écoles nous demande de lui prêter notre secrétaire deux matinées par semaine. quel papier il faut signer entre nous, et est ce qu'elle peut dire non ?",
    "Mise à disposition d'un agent public.md",
  ],
  [
    "Couple d'agents, lui à la commune elle au département, 3 gosses. Qui touche le supplément familial ? les deux ?",
    'Fonction publique - supplément familial de traitement (SFT).md',
  ],
  ['RIFSEEP obligatoire dans une commune de 600 hab ???', 'Régime indemnitaire dans la fonction publique - Rifseep ou autres primes.md'],
  [
    'Une rédactrice qui arrive de région parisienne réclame « son IR » sur la fiche de paie. Chez nous, dans le Cantal, ça existe ? à quel taux ?',
    'Fonction publique - indemnité de résidence.md',
  ],
  [
    'Bonsoir. Je suis adjointe administrative titulaire à la mairie de Quimerc’h-le-Vieux, à l’accueil, depuis onze ans. Ma mère a la maladie d’Alzheimer et ne peut plus rester seule, mon frère est à l’étranger ; je voudrais m’arrêter trois mois pour m’occuper d’elle à la maison. À combien de temps ai-je droit sur toute ma carrière, est-ce que je serai payée, et retrouverai-je mon poste ? Merci de me répondre simplement, je ne connais rien au statut.\nBien à vous,\nSolène Q.',
    'Congé de proche aidant dans la fonction publique.md',
  ],
  [
    'M. Vasseur, agent de maîtrise titulaire, sort de six mois d’arrêt : sclérose en plaques. Le médecin parle de « longue maladie ». Qui décide, et combien de temps est-il payé à taux plein ?',
    "Congé de longue maladie (CLM) d'un fonctionnaire.md",
  ],
  [
    "Notre agent d'accueil (fonctionnaire) a glissé sur le verglas ce matin en venant au boulot, poignet cassé. Quels papiers et sous combien de jours pour la déclaration ? merci d'avance, Josiane",
    'Congé pour invalidité temporaire imputable au service (Citis) du fonctionnaire.md',
  ],
  [
    "un agent tombe malade au camping pendant ses 3 semaines d'aout, il peut récuperer ses jours ?",
    "Arrêt maladie d'un agent public pendant les congés - quelles sont les règles.md",
  ],
  [
    'Canicule : aux espaces verts on voudrait démarrer à 5 h 30 et faire de grosses journées. Dites-moi combien d’heures au maximum on peut leur demander dans une même journée, et la pause.',
    ['Durée du temps de travail dans la fonction publique territoriale (FPT).md', 'Heures supplémentaires dans la fonction publique territoriale (FPT).md'],
  ],
  [
    'lundi de pentecôte la mairie est fermée. comment les agents font leur journée de solidarité alors, on peut leur enlever une RTT ?',
    'Comment la journée de solidarité est-elle accomplie dans la fonction publique.md',
  ],
  ['Stagiaire adjoint d’animation à 80 %. Titularisable quand ?', 'Fonction publique - stage et titularisation.md'],
  [
    'Bonjour, je suis première adjointe à Saint-Ouen-du-Talus, 740 habitants. Notre secrétaire de mairie part à la retraite au 1er mars après trente et un ans, elle fait tout, de l’état civil à la paie, et personne ici ne connaît le statut. Nous avons publié l’annonce deux fois : pas un seul titulaire n’a postulé. Une jeune femme très bien, qui vient du privé, serait intéressée. A-t-on le droit de l’embaucher comme contractuelle à temps complet, avec un CDD de combien, et que se passe-t-il ensuite ? Il me faudrait la réponse pour le conseil de jeudi. Merci à vous, Nicole',
    "Recrutement d'un agent contractuel dans la fonction publique territoriale (FPT).md",
  ],
  [
    "On voudrait passer par une boîte d'intérim pour remplacer la cuisinière de la cantine partie en congé maternité, c'est légal pour une commune ?",
    'Peut-on travailler en intérim dans la fonction publique.md',
  ],
  [
    'Une agente me demande la différence entre interne, externe et troisième concours. Explique-lui dans un courriel, ton sympa, signé Delphine.',
    'Concours de la fonction publique.md',
  ],
  [
    "Est-ce qu'un agent territorial monte d'échelon tout seul avec les années ou faut-il que le maire le décide ?",
    ["Avancements d'échelon et de grade dans la fonction publique.md", "Catégorie, corps, cadre d'emplois, grade et échelon - quelles différences.md"],
  ],
  [
    'Un collègue vient au travail en train depuis Le Mans, abonnement SNCF à 96 € par mois. Quelle part la mairie doit-elle prendre ? Une phrase me suffit.',
    'Remboursement des frais de transport domicile-travail (fonction publique).md',
  ],
  [
    "Nouvelle DST qui déménage d'Alençon jusque chez nous. Mutation qu'elle a demandée, 6 ans de boîte là-bas. La commune doit elle payer le camion ?",
    'Prise en charge des frais de changement de résidence (fonction publique).md',
  ],
  [
    'Deux agents ont refusé ce matin de monter sur l’échafaudage de l’église, qu’ils jugent branlant. Leur chef veut leur retirer la matinée sur la paie. A-t-il le droit ? Réponse en trois points merci',
    'Sécurité et droit de retrait dans la fonction publique.md',
  ],
  [
    'Une de mes agentes a posté sur Facebook un message très dur sur le maire, un samedi soir, depuis son canapé. Que puis-je lui rappeler ?',
    'Devoir de réserve, discrétion et secret professionnels dans la fonction publique.md',
  ],
  [
    "c'est quoi le LIF dont parle le cnfpt, faut il en donner un à chaque nouvel agent",
    "Qu'est-ce que le livret individuel de formation des agents territoriaux.md",
  ],
  [
    "Congé pour une adoption : un seul enfant, le premier, l'agent est adjoint du patrimoine titulaire. Durée ? Et si sa conjointe en prend un bout ?",
    "Congé d'adoption dans la fonction publique.md",
  ],
  [
    'Le conseil va supprimer le poste d’agent postal communal. La dame est titulaire depuis 2009. Elle devient quoi ? Je prépare une note pour la réunion de jeudi avec les adjoints, une page maximum, avec les étapes dans l’ordre.',
    "Suppression d'emploi d'un fonctionnaire - accompagnement et réaffectation.md",
  ],
  [
    'Un technicien titulaire nous quitte pour un bureau d’études qui travaille déjà avec la communauté de communes. Y a-t-il un contrôle à faire avant de le laisser partir dans cette boîte ?',
    'Un agent public peut-il partir travailler dans le privé.md',
  ],
  [
    "La femme de Gérard (espaces verts) est décédée cette nuit. Je lui mets combien de jours ? C'est urgent, merci.",
    "Autorisation d'absence pour décès d'un proche dans la fonction publique.md",
  ],
  [
    "école fermée demain (grève), une agente qui élève seule sa fille de 7 ans demande à rester chez elle : c'est sur ses congés ou autre chose ?",
    "Autorisations d'absence pour garde d'enfant dans la fonction publique.md",
  ],
  [
    'Mon mari est aide-soignant au centre hospitalier de Morlaix : lui, combien d’heures supplémentaires au maximum par mois ?',
    'Heures supplémentaires dans la fonction publique hospitalière (FPH).md',
  ],
  ["Taux CNRACL part salariale d'un titulaire ?", 'Fonction publique - cotisations salariales du fonctionnaire.md'],
  [
    'Bonjour,\nNotre cuisinière (fonctionnaire à la commune de Lanvénégen-Bas) veut changer de voie. Elle pense commencer par un bilan de compétences, puis prendre un congé de formation professionnelle pour préparer un CAP petite enfance. Combien de temps à l’avance doit-elle déposer chacune des deux demandes, et en combien de temps devons-nous lui répondre ? Faites-moi un petit tableau que je pourrai coller dans mon courriel ; je dois la recevoir mardi à 14 h avec la responsable du service scolaire, et ni l’une ni l’autre n’avons jamais traité un dossier pareil.\nMerci d’avance,\nPatricia',
    'Bilan de compétences dans la fonction publique territoriale (FPT).md',
    'Congé de formation professionnelle dans la fonction publique territoriale (FPT).md',
  ],
  [
    "Deux sujets pour la réunion RH de lundi : 1/ un titulaire qui démissionne touche-t-il le chômage ? 2/ et s'il part par une rupture conventionnelle ?",
    "Démission d'un fonctionnaire ou d'un agent non titulaire.md",
    'Rupture conventionnelle dans la fonction publique.md',
  ],
  [
    "Paie de novembre, agents de la filière technique : montant d'une permanence au bureau un dimanche, et montant d'une astreinte d'exploitation à domicile un dimanche ?",
    'Fonction publique - permanences.md',
    'Astreintes dans la fonction publique.md',
  ],
])
