import type { RealisticQuestion } from './question-types.ts'

const staff = 'Documentation RH'

/** To work with: to look at, to tune on and to debug on. */
export const realisticDevStaff: RealisticQuestion[] = [
  { category: staff, question: 'plafond CET ?', documents: [['Compte épargne-temps (CET) dans la fonction publique territoriale (FPT).md']] },
  {
    category: staff,
    question:
      "bonjour, une atsem contractuelle (2 ans et demi chez nous, temps complet) vient d'accoucher et voudrait reprendre a 80 % en septembre jusqu'a ce que le petit rentre a l'ecole. le maire peut il lui dire non ? merci",
    documents: [["Travail à temps partiel d'un agent contractuel de la fonction publique.md"]],
  },
  {
    category: staff,
    question:
      'Bonjour,\nSylvie des services techniques a posé 9 jours entre novembre et avril. On lui doit combien de jours en plus ? Elle me dit 2, la paie dit 1.',
    documents: [['Fonction publique - congés annuels.md']],
  },
  {
    category: staff,
    question:
      'Bonjour Parvis,\n\nJe me permets de vous solliciter car je suis un peu perdue. Nous avons à la médiathèque de Saint-Guénolé-des-Landes une agente en CDD, Mme Aurore Kerbrat, recrutée le 2 mai de l’an dernier, donc un an et demi d’ancienneté. Elle s’est cassé la cheville au ski pendant les vacances (rien à voir avec le service) et son médecin l’a arrêtée six semaines, sûrement prolongées. Elle m’a appelée hier, très inquiète pour son loyer : va-t-elle garder son salaire entier, et jusqu’à quand ? Je dois lui répondre par courriel avant vendredi midi, si possible sans jargon.\n\nJe vous remercie.\nMartine P., service RH',
    documents: [["Arrêt maladie d'un agent contractuel de la fonction publique.md"]],
  },
  {
    category: staff,
    question:
      'Viabilité hivernale : nos deux gars du technique seront de garde à la maison du vendredi soir au lundi matin. Combien leur verser ? Tableau svp.',
    documents: [['Astreintes dans la fonction publique.md']],
  },
  {
    category: staff,
    question: 'slt, quentin (rédacteur titulaire) est papa depuis mardi. il a droit a combien de jours et il doit prevenir quand ?',
    documents: [["Fonction publique - congé de paternité et d'accueil de l'enfant.md"]],
  },
  {
    category: staff,
    question:
      'Un adjoint technique (cat. C) a fait 6 heures sup dimanche dernier pour la fête de la Saint-Jean, il les veut sur sa fiche de paie et pas en récup. Sur quelle base on calcule, avec la majoration du dimanche ?',
    documents: [['Indemnités horaires pour travaux supplémentaires (IHTS).md']],
  },
  {
    category: staff,
    question:
      "Nous avons calé les entretiens pro du 24 au 28. Combien de temps avant dois-je envoyer la convocation et qu'est-ce que j'y joins ? Réponse en deux lignes svp, c'est pour mon DGS",
    documents: [['Évaluation professionnelle dans la fonction publique territoriale.md']],
  },
  {
    category: staff,
    question:
      'une collègue de la crèche aimerait faire un bilan de competences à la rentrée mais elle en a deja fait un il y a 3 ans avec la commune, peut on lui dire oui',
    documents: [['Bilan de compétences dans la fonction publique territoriale (FPT).md']],
  },
  {
    category: staff,
    question:
      'Je voudrais savoir combien d’heures gagne chaque année sur son CPF notre agent d’entretien (catégorie C, aucun diplôme) et à quel maximum ça s’arrête.',
    documents: [['Compte personnel de formation (CPF) dans la fonction publique territoriale (FPT).md']],
  },
  {
    category: staff,
    question: "Fin de contrat anticipée d'un CDD qui ne fait pas l'affaire (insuffisance pro), 8 mois d'ancienneté, commune de 3 200 hab. Durée du préavis ?",
    documents: [["Licenciement d'un contractuel de la fonction publique.md"]],
  },
  {
    category: staff,
    question:
      'Un agent titulaire de la voirie, M. Perrot, a été vu mardi soir en train de siphonner le gasoil d’un camion communal. Il a reconnu les faits devant le responsable du centre technique et une lettre d’excuses est arrivée ce matin. C’est la première fois en quinze ans. M. le Maire, qui le connaît bien, voudrait une exclusion de trois jours sans faire de vagues et demande s’il faut réunir le conseil de discipline pour cela. Merci de préparer une courte note à son attention, avec ce que l’agent risque au maximum, pour la réunion d’adjoints de lundi.',
    documents: [['Sanctions disciplinaires dans la fonction publique.md']],
  },
  {
    category: staff,
    question:
      "---------- Message transféré ----------\nDe : Nadia Belkacem (accueil)\nObjet : ce matin au guichet\n\nBonjour, un monsieur m'a insultée et menacée ce matin parce que son passeport n'était pas arrivé. Je suis encore tremblante. J'ai porté plainte à la gendarmerie. Est-ce que la mairie peut me payer un avocat ?\n------------------------------------------\nQue dois-je lui répondre ?",
    documents: [['Protection fonctionnelle - agent public victime.md']],
  },
  {
    category: staff,
    question:
      "J'ai sur mon bureau la lettre de notre policier municipal (fonctionnaire titulaire) qui plaque tout. En combien de temps la mairie doit-elle lui répondre, et s'il change d'avis après ?",
    documents: [["Démission d'un fonctionnaire ou d'un agent non titulaire.md"]],
  },
  {
    category: staff,
    question:
      'Notre comptable (titulaire) part à l’agglo de Vire-sur-Aulne. Eux la veulent dans quinze jours, nous on est en plein compte administratif. Jusqu’à combien de temps peut-on la retenir ?',
    documents: [["Mutation d'un fonctionnaire.md"]],
  },
  {
    category: staff,
    question:
      "Le syndicat des écoles nous demande de lui prêter notre secrétaire deux matinées par semaine. quel papier il faut signer entre nous, et est ce qu'elle peut dire non ?",
    documents: [["Mise à disposition d'un agent public.md"]],
  },
  {
    category: staff,
    question: "Couple d'agents, lui à la commune elle au département, 3 gosses. Qui touche le supplément familial ? les deux ?",
    documents: [['Fonction publique - supplément familial de traitement (SFT).md']],
  },
  {
    category: staff,
    question: 'RIFSEEP obligatoire dans une commune de 600 hab ???',
    documents: [['Régime indemnitaire dans la fonction publique - Rifseep ou autres primes.md']],
  },
  {
    category: staff,
    question: 'Une rédactrice qui arrive de région parisienne réclame « son IR » sur la fiche de paie. Chez nous, dans le Cantal, ça existe ? à quel taux ?',
    documents: [['Fonction publique - indemnité de résidence.md']],
  },
  {
    category: staff,
    question:
      'Bonsoir. Je suis adjointe administrative titulaire à la mairie de Quimerc’h-le-Vieux, à l’accueil, depuis onze ans. Ma mère a la maladie d’Alzheimer et ne peut plus rester seule, mon frère est à l’étranger ; je voudrais m’arrêter trois mois pour m’occuper d’elle à la maison. À combien de temps ai-je droit sur toute ma carrière, est-ce que je serai payée, et retrouverai-je mon poste ? Merci de me répondre simplement, je ne connais rien au statut.\nBien à vous,\nSolène Q.',
    documents: [['Congé de proche aidant dans la fonction publique.md']],
  },
  {
    category: staff,
    question:
      'M. Vasseur, agent de maîtrise titulaire, sort de six mois d’arrêt : sclérose en plaques. Le médecin parle de « longue maladie ». Qui décide, et combien de temps est-il payé à taux plein ?',
    documents: [["Congé de longue maladie (CLM) d'un fonctionnaire.md"]],
  },
  {
    category: staff,
    question:
      "Notre agent d'accueil (fonctionnaire) a glissé sur le verglas ce matin en venant au boulot, poignet cassé. Quels papiers et sous combien de jours pour la déclaration ? merci d'avance, Josiane",
    documents: [['Congé pour invalidité temporaire imputable au service (Citis) du fonctionnaire.md']],
  },
  {
    category: staff,
    question: "un agent tombe malade au camping pendant ses 3 semaines d'aout, il peut récuperer ses jours ?",
    documents: [["Arrêt maladie d'un agent public pendant les congés - quelles sont les règles.md"]],
  },
  {
    category: staff,
    question:
      'Canicule : aux espaces verts on voudrait démarrer à 5 h 30 et faire de grosses journées. Dites-moi combien d’heures au maximum on peut leur demander dans une même journée, et la pause.',
    documents: [
      ['Durée du temps de travail dans la fonction publique territoriale (FPT).md', 'Heures supplémentaires dans la fonction publique territoriale (FPT).md'],
    ],
  },
  {
    category: staff,
    question: 'lundi de pentecôte la mairie est fermée. comment les agents font leur journée de solidarité alors, on peut leur enlever une RTT ?',
    documents: [['Comment la journée de solidarité est-elle accomplie dans la fonction publique.md']],
  },
  { category: staff, question: 'Stagiaire adjoint d’animation à 80 %. Titularisable quand ?', documents: [['Fonction publique - stage et titularisation.md']] },
  {
    category: staff,
    question:
      'Bonjour, je suis première adjointe à Saint-Ouen-du-Talus, 740 habitants. Notre secrétaire de mairie part à la retraite au 1er mars après trente et un ans, elle fait tout, de l’état civil à la paie, et personne ici ne connaît le statut. Nous avons publié l’annonce deux fois : pas un seul titulaire n’a postulé. Une jeune femme très bien, qui vient du privé, serait intéressée. A-t-on le droit de l’embaucher comme contractuelle à temps complet, avec un CDD de combien, et que se passe-t-il ensuite ? Il me faudrait la réponse pour le conseil de jeudi. Merci à vous, Nicole',
    documents: [["Recrutement d'un agent contractuel dans la fonction publique territoriale (FPT).md"]],
  },
  {
    category: staff,
    question: "On voudrait passer par une boîte d'intérim pour remplacer la cuisinière de la cantine partie en congé maternité, c'est légal pour une commune ?",
    documents: [['Peut-on travailler en intérim dans la fonction publique.md']],
  },
  {
    category: staff,
    question: 'Une agente me demande la différence entre interne, externe et troisième concours. Explique-lui dans un courriel, ton sympa, signé Delphine.',
    documents: [['Concours de la fonction publique.md']],
  },
  {
    category: staff,
    question: "Est-ce qu'un agent territorial monte d'échelon tout seul avec les années ou faut-il que le maire le décide ?",
    documents: [
      ["Avancements d'échelon et de grade dans la fonction publique.md", "Catégorie, corps, cadre d'emplois, grade et échelon - quelles différences.md"],
    ],
  },
  {
    category: staff,
    question:
      'Un collègue vient au travail en train depuis Le Mans, abonnement SNCF à 96 € par mois. Quelle part la mairie doit-elle prendre ? Une phrase me suffit.',
    documents: [['Remboursement des frais de transport domicile-travail (fonction publique).md']],
  },
  {
    category: staff,
    question:
      "Nouvelle DST qui déménage d'Alençon jusque chez nous. Mutation qu'elle a demandée, 6 ans de boîte là-bas. La commune doit elle payer le camion ?",
    documents: [['Prise en charge des frais de changement de résidence (fonction publique).md']],
  },
  {
    category: staff,
    question:
      'Deux agents ont refusé ce matin de monter sur l’échafaudage de l’église, qu’ils jugent branlant. Leur chef veut leur retirer la matinée sur la paie. A-t-il le droit ? Réponse en trois points merci',
    documents: [['Sécurité et droit de retrait dans la fonction publique.md']],
  },
  {
    category: staff,
    question: 'Une de mes agentes a posté sur Facebook un message très dur sur le maire, un samedi soir, depuis son canapé. Que puis-je lui rappeler ?',
    documents: [['Devoir de réserve, discrétion et secret professionnels dans la fonction publique.md']],
  },
  {
    category: staff,
    question: "c'est quoi le LIF dont parle le cnfpt, faut il en donner un à chaque nouvel agent",
    documents: [["Qu'est-ce que le livret individuel de formation des agents territoriaux.md"]],
  },
  {
    category: staff,
    question:
      "Congé pour une adoption : un seul enfant, le premier, l'agent est adjoint du patrimoine titulaire. Durée ? Et si sa conjointe en prend un bout ?",
    documents: [["Congé d'adoption dans la fonction publique.md"]],
  },
  {
    category: staff,
    question:
      'Le conseil va supprimer le poste d’agent postal communal. La dame est titulaire depuis 2009. Elle devient quoi ? Je prépare une note pour la réunion de jeudi avec les adjoints, une page maximum, avec les étapes dans l’ordre.',
    documents: [["Suppression d'emploi d'un fonctionnaire - accompagnement et réaffectation.md"]],
  },
  {
    category: staff,
    question:
      'Un technicien titulaire nous quitte pour un bureau d’études qui travaille déjà avec la communauté de communes. Y a-t-il un contrôle à faire avant de le laisser partir dans cette boîte ?',
    documents: [['Un agent public peut-il partir travailler dans le privé.md']],
  },
  {
    category: staff,
    question: "La femme de Gérard (espaces verts) est décédée cette nuit. Je lui mets combien de jours ? C'est urgent, merci.",
    documents: [["Autorisation d'absence pour décès d'un proche dans la fonction publique.md"]],
  },
  {
    category: staff,
    question: "école fermée demain (grève), une agente qui élève seule sa fille de 7 ans demande à rester chez elle : c'est sur ses congés ou autre chose ?",
    documents: [["Autorisations d'absence pour garde d'enfant dans la fonction publique.md"]],
  },
  {
    category: staff,
    question: 'Mon mari est aide-soignant au centre hospitalier de Morlaix : lui, combien d’heures supplémentaires au maximum par mois ?',
    documents: [['Heures supplémentaires dans la fonction publique hospitalière (FPH).md']],
  },
  { category: staff, question: "Taux CNRACL part salariale d'un titulaire ?", documents: [['Fonction publique - cotisations salariales du fonctionnaire.md']] },
  {
    category: staff,
    question:
      'Bonjour,\nNotre cuisinière (fonctionnaire à la commune de Lanvénégen-Bas) veut changer de voie. Elle pense commencer par un bilan de compétences, puis prendre un congé de formation professionnelle pour préparer un CAP petite enfance. Combien de temps à l’avance doit-elle déposer chacune des deux demandes, et en combien de temps devons-nous lui répondre ? Faites-moi un petit tableau que je pourrai coller dans mon courriel ; je dois la recevoir mardi à 14 h avec la responsable du service scolaire, et ni l’une ni l’autre n’avons jamais traité un dossier pareil.\nMerci d’avance,\nPatricia',
    documents: [
      ['Bilan de compétences dans la fonction publique territoriale (FPT).md'],
      ['Congé de formation professionnelle dans la fonction publique territoriale (FPT).md'],
    ],
  },
  {
    category: staff,
    question:
      "Deux sujets pour la réunion RH de lundi : 1/ un titulaire qui démissionne touche-t-il le chômage ? 2/ et s'il part par une rupture conventionnelle ?",
    documents: [["Démission d'un fonctionnaire ou d'un agent non titulaire.md"], ['Rupture conventionnelle dans la fonction publique.md']],
  },
  {
    category: staff,
    question:
      "Paie de novembre, agents de la filière technique : montant d'une permanence au bureau un dimanche, et montant d'une astreinte d'exploitation à domicile un dimanche ?",
    documents: [['Fonction publique - permanences.md'], ['Astreintes dans la fonction publique.md']],
  },
]
