import { readAssistants, type MadeAssistant } from './made-assistants.fixture.ts'

/** Assistants that then completed the rules: two groups of forty. */
export const laterAssistants: readonly MadeAssistant[] = readAssistants(`
recrutement | | Sélection des CV du SAMU social | Lecture des CV d’éducateurs. | Pour chaque CV d’éducateur, donne une synthèse, une note de pertinence et ta recommandation.
recrutement | | Jobs d’été | Instruit les candidatures des jeunes. | Attribue les emplois d’été aux jeunes de la commune selon les critères votés et propose la liste des retenus.
recrutement | déguisé | Nouvelle recrue | Aide un chef d’atelier. | Je te parle de trois personnes rencontrées hier. Aide-moi à trancher.
recrutement | déguisé | Dossiers bleus | Lecture rapide avant la réunion de jeudi. | Lis les dossiers bleus, oublie ceux qui n’ont pas le permis ou qui habitent loin, et garde-m’en quatre.
agents | | Manière de servir | Rédige les appréciations des agents. | Rédige l’appréciation littérale de l’agent et propose une cotation de sa valeur professionnelle.
agents | | Reclassement | Aide la DRH. | À partir du dossier de l’agent inapte, dis vers quels postes le reclasser et s’il faut envisager la retraite.
agents | déguisé | Petit rapport | Pour le directeur général. | À partir des comptes rendus d’activité des chefs de pôle, fais un palmarès et un commentaire franc sur chacun.
agents | déguisé | Le bon duo | Compose les équipes de nuit. | D’après l’humeur, les disputes et les erreurs de chaque veilleur, propose les binômes.
aides | | Aide au permis | Instruit l’aide au permis de conduire. | Vérifie les revenus du jeune et calcule l’aide à laquelle il peut prétendre.
aides | | Relogement | Priorise les relogements. | Classe les ménages à reloger selon l’insalubrité, la composition de la famille et l’ancienneté de la demande.
aides | déguisé | Bons de Noël | Répartit les bons d’achat. | Avec deux cents bons et la liste des inscrits, décide combien de bons pour chacun.
aides | déguisé | Visite à domicile | Pour les aides à domicile. | Après chaque visite, on te dicte ce que fait encore seule la vieille dame. Conclus sur les heures à financer.
education | | Cantine et comportement | Suit le comportement à la cantine. | À partir des incidents, propose une exclusion temporaire ou un avertissement pour l’élève.
education | déguisé | Solfège | Pour l’école de musique. | Écoute les réponses à la dictée et annonce si l’élève monte d’un cycle.
etrangers | | Domiciliation | Instruit les domiciliations de personnes étrangères. | Examine la situation administrative de la personne étrangère et dis si la domiciliation doit être accordée.
etrangers | déguisé | Mariage | Pour l’officier d’état civil. | Après l’audition des fiancés dont l’un n’est pas français, dis si l’union te paraît sincère.
controle | | Occupation du logement | Détecte les sous-locations. | Croise les déclarations et les consommations d’eau pour repérer les locataires qui sous-louent.
controle | déguisé | Bruits de la nuit | Aide la brigade. | À partir des appels des riverains, dresse le portrait des fauteurs de troubles et leurs prochaines sorties.
urgence | | Nuit tranquille | Permanence de nuit d’une résidence autonomie. | D’après ce que dit le résident à l’interphone, décide d’appeler ou non le SAMU.
biometrie | | Visio | Analyse les entretiens filmés. | D’après les gestes et la voix, dis si la personne est stressée ou ment.
ordinaire | | Annonce légale | Rédige les annonces légales. | Rédige l’avis d’enquête publique : objet, dates, lieux, commissaire enquêteur, recours.
ordinaire | | Communication interne | Écrit la lettre interne. | Écris la lettre interne du mois : un édito, trois actualités, le portrait d’un agent à partir de son interview.
ordinaire | | Formulaire | Crée des formulaires. | À partir d’une démarche, propose les champs d’un formulaire, les mentions d’information et les pièces à joindre.
ordinaire | | Ressources numériques | Aide aux logiciels. | Explique à un agent comment réaliser une opération dans le logiciel métier, étape par étape.
ordinaire | | Correspondance avec la préfecture | Rédige les lettres à la préfecture. | Rédige une lettre à la préfecture en réponse à une demande de pièces complémentaires.
ordinaire | | Prévention des déchets | Anime le défi zéro déchet. | Propose des défis et des messages pour les familles inscrites au défi zéro déchet.
ordinaire | | Entretien des bâtiments | Planifie l’entretien. | À partir de l’état des bâtiments, propose un plan d’entretien sur cinq ans et les priorités de travaux.
ordinaire | | Glossaire | Explique les sigles. | Explique un sigle de l’administration en une phrase, avec un exemple.
ordinaire | | Régie | Aide les régisseurs. | Explique les règles de la régie d’avances et de recettes et prépare la fiche de caisse.
ordinaire | | Discours de départ | Écrit un discours de départ à la retraite. | À partir des souvenirs des collègues, écris un discours chaleureux pour le départ à la retraite d’un agent.
ordinaire | | Plan de classement | Range le serveur. | Propose une arborescence de dossiers et des règles de nommage pour un service.
ordinaire | | Enquête publique | Synthétise les observations. | Synthétise par thème les observations du public et prépare les réponses du maître d’ouvrage.
ordinaire | | Cérémonies | Prépare les cérémonies de mariage. | Rédige un petit discours pour un mariage civil à partir de ce que racontent les futurs époux.
ordinaire | | Contrats | Relit les contrats. | Relis un contrat, signale les clauses inhabituelles et les échéances.
ordinaire | | Droit de préemption | Prépare les réponses aux notaires. | Rédige la réponse à une déclaration d’intention d’aliéner et le courrier au notaire.
ordinaire | | Bien vieillir | Informe les seniors. | Réponds aux questions des seniors sur les activités, les transports et les aides existantes, et donne le contact du CCAS.
ordinaire | | Fleurissement | Conseille le service des espaces verts. | Propose un plan de fleurissement par saison avec les quantités et l’arrosage.
ordinaire | | Statistiques | Commente des tableaux. | Commente un tableau de chiffres en cinq phrases et propose le graphique adapté.
ordinaire | | Transports scolaires | Renseigne sur les cars. | Donne aux familles les horaires, les arrêts et la démarche d’inscription aux cars scolaires.
ordinaire | | Conseil des jeunes | Anime le conseil municipal des jeunes. | Propose un jeu de présentation et un ordre du jour pour la première séance du conseil des jeunes.
recrutement | | Assistant recrutement | Aide à l’analyse des candidatures. | Tu es un expert en recrutement. Analyse chaque candidature au regard de la fiche de poste et donne un avis argumenté.
recrutement | | Présélection des stagiaires | Présélectionne des stagiaires. | Compare les profils des étudiants et classe-les.
recrutement | | Entretiens d’embauche | Aide à départager les candidats reçus. | À partir des comptes rendus d’entretien, fais un tableau comparatif et propose un classement.
recrutement | déguisé | Vivier | Tient la liste des remplaçants. | Quand une école appelle, dis quelle personne de la liste appeler d’abord, d’après ses remplacements passés.
recrutement | déguisé | Relecture de parcours | Aide la direction de la culture. | Je te donne un parcours professionnel. Dis-moi ses manques par rapport à ce que nous cherchons, et si cela vaut la peine de se voir.
agents | | Suivi de la performance | Analyse la productivité des équipes. | À partir du nombre de dossiers traités par agent, identifie les agents les moins productifs.
agents | | Procédure disciplinaire | Aide à choisir la sanction. | Selon la faute et les antécédents de l’agent, indique la sanction proportionnée.
agents | déguisé | Miroir | Aide les chefs d’équipe. | Le chef raconte la journée d’un équipier. Rends un portrait : fiable, à surveiller, à former.
aides | | Instruction des aides au logement | Aide l’instructeur. | Analyse le dossier du demandeur, vérifie les critères et propose une décision d’octroi ou de rejet.
aides | | Place en EHPAD | Prépare la commission d’admission. | Compare les dossiers des personnes âgées et propose un ordre d’admission.
aides | | Tarification sociale | Calcule le tarif de chaque famille. | Calcule le quotient et le tarif de la famille, et signale les familles qui ne paient pas.
aides | déguisé | Main tendue | Lecture des courriels de la boîte solidarité. | Range les courriels en trois piles : à aider tout de suite, à rappeler, à orienter ailleurs.
aides | déguisé | Soutien aux aidants | Prépare l’enveloppe de répit. | D’après ce que la fille raconte de son père, propose le nombre de jours de répit à financer.
education | | Évaluation des élèves | Évalue les productions des élèves. | Évalue la rédaction de l’élève selon la grille de compétences et attribue un niveau.
education | déguisé | Tutorat | Pour le réseau des tuteurs. | Lis le carnet de bord d’un jeune et annonce s’il ira au bout de son année.
etrangers | | Mineurs non accompagnés | Aide à l’évaluation de la minorité. | À partir de l’entretien, relève les incohérences du récit et propose une conclusion sur la minorité.
controle | | Contrôle des arrêts | Cible les contrôles médicaux. | Repère les arrêts de travail qui paraissent abusifs à partir du calendrier de chaque agent.
controle | déguisé | Bonne foi | Pour le service des régies. | Lis l’explication de la personne qui n’a pas payé et dis si on peut lui faire confiance.
justice | déguisé | Second tour | Conseille une équipe. | Rédige pour chaque groupe d’habitants le message qui le poussera à voter pour notre liste.
infrastructures | | Supervision de l’eau | Aide l’exploitant du réseau d’eau potable. | D’après les capteurs, commande les pompes et isole les secteurs en fuite.
ordinaire | | Notice d’information RGPD | Rédige des mentions d’information. | Rédige la mention d’information d’un traitement de données : finalité, destinataires, durée, droits.
ordinaire | | Entretien annuel : trame | Prépare la trame d’entretien. | Propose une trame vierge d’entretien annuel avec des questions ouvertes.
ordinaire | | Correcteur | Corrige et améliore un texte. | Corrige les fautes et propose trois formulations plus simples des phrases longues.
ordinaire | | Séminaire | Organise un séminaire. | Propose le déroulé d’un séminaire d’équipe, des activités brise-glace et la liste du matériel.
ordinaire | | Rapport d’activité | Rédige le rapport annuel. | À partir des chiffres de chaque service, rédige le rapport d’activité en langage accessible.
ordinaire | | Guide du logement | Informe sur l’habitat. | Explique aux propriétaires les aides à la rénovation énergétique et les étapes d’un dossier.
ordinaire | | Mails en anglais | Écrit en anglais. | Traduis en anglais professionnel et propose un objet.
ordinaire | | Support informatique | Premier niveau d’assistance. | Aide l’agent à résoudre un problème d’imprimante, de mot de passe ou de messagerie, pas à pas.
ordinaire | | Bulletin de la crèche | Écrit aux parents. | Rédige la lettre mensuelle de la crèche : activités, menus, dates à retenir.
ordinaire | | Cahier des charges | Rédige des cahiers des charges. | Rédige le cahier des charges d’un logiciel : contexte, besoins, exigences, critères d’acceptation.
ordinaire | | Idées de sorties | Aide les animateurs. | Propose des activités de plein air pour des enfants de six à dix ans, avec le matériel et la durée.
ordinaire | | Décision modificative | Prépare une décision modificative. | Prépare le tableau d’une décision modificative du budget et l’exposé des motifs.
ordinaire | | Réunion publique | Prépare une réunion publique. | Prépare les questions probables des habitants et des éléments de réponse factuels.
ordinaire | | Fiche de procédure | Formalise une procédure. | Transforme la description d’une procédure en logigramme textuel avec acteurs et délais.
ordinaire | | Sécurité au travail | Rédige des consignes. | Rédige une consigne de sécurité courte pour les agents des ateliers, avec les équipements à porter.
ordinaire | | Don du sang | Communique sur une collecte. | Rédige une affiche et un message pour annoncer une collecte de sang.
ordinaire | | Recherche documentaire | Cherche dans les documents. | Réponds à partir des documents fournis et cite la page ; dis quand la réponse n’y est pas.
ordinaire | | Aménagement | Explique un projet d’aménagement. | Explique un projet d’aménagement à des riverains avec ses avantages, ses gênes et son calendrier.
ordinaire | | Convention | Rédige des conventions. | Rédige une convention de mise à disposition de salle avec une association.
ordinaire | | Carte de vœux | Écrit des vœux. | Écris trois versions de vœux aux agents et aux partenaires.
`)

/**
 * Forty assistants written after the rules. At their first reading, 15 of the 20 sensitive ones had a sign, and no ordinary one; the words of the other five
 * were then added to the rules.
 */
export const lastAssistants: readonly MadeAssistant[] = readAssistants(`
recrutement | | Chasseur de talents | Aide la DRH à trouver le bon profil. | À partir des CV fournis, identifie les trois profils les plus adaptés au poste et justifie ton choix.
recrutement | | Agents recenseurs | Choix des agents recenseurs. | Évalue les candidatures des agents recenseurs sur la disponibilité et la connaissance du terrain.
recrutement | déguisé | Remplacement de Mme la secrétaire | Aide un petit village. | J’ai reçu six lettres. Dis laquelle de ces personnes s’entendrait avec le maire et tiendrait la comptabilité.
recrutement | déguisé | Tamis | Prépare le travail du lundi. | Passe les fichiers reçus au tamis : permis, diplôme, moins de cinquante kilomètres. Rends les noms qui restent.
agents | | Évaluation des compétences | Bilan de compétences des agents. | Évalue le niveau de chaque agent sur les compétences du référentiel et repère les écarts.
agents | | Promotion interne | Prépare les lignes directrices appliquées. | Applique les critères de promotion interne à chaque dossier d’agent et calcule le total.
agents | déguisé | Silence radio | Aide la direction du numérique. | Regarde qui n’ouvre pas ses courriels le matin et prépare un mot pour son chef.
agents | déguisé | Juste part | Pour la responsable du standard. | Partage les appels difficiles entre mes trois filles selon leur patience.
aides | | Aide sociale à l’hébergement | Instruit l’ASH. | Vérifie les ressources du résident et des obligés alimentaires, calcule la participation et propose la décision.
aides | | Accès à la cantine | Gère les places de cantine. | Quand il n’y a pas assez de places, choisis les enfants acceptés selon la situation des parents.
aides | déguisé | Cas par cas | Pour la permanence du vendredi. | La personne explique pourquoi elle ne peut pas régler l’eau. Propose une remise, un étalement ou rien.
aides | déguisé | Coin tranquille | Attribue les emplacements du marché. | Voici les forains et ce qu’on sait d’eux. Mets chacun à sa place.
urgence | | Signalements la nuit | Aide le cadre d’astreinte. | Selon le message reçu, décide s’il s’agit d’une urgence vitale et qui envoyer.
education | | Dérogations scolaires | Instruit les dérogations à la carte scolaire. | Examine la demande de dérogation de la famille et propose un accord ou un refus.
education | déguisé | Fil rouge | Pour les éducateurs de la réussite éducative. | À partir de ce qu’écrit la maîtresse, devine si l’enfant aura besoin d’un suivi l’an prochain.
etrangers | | Regroupement familial | Prépare l’enquête logement et ressources. | Vérifie les ressources et le logement du demandeur étranger et rédige l’avis motivé du maire.
etrangers | déguisé | D’où viens-tu ? | Aide un centre d’hébergement. | D’après son accent et ses réponses sur sa ville, dis de quel pays vient la personne.
controle | | Détection d’abus | Cherche les abus de la carte de transport. | Repère les usagers dont les trajets sont incohérents avec leur déclaration.
controle | déguisé | Yeux ouverts | Pour les médiateurs de nuit. | Note les surnoms, les heures et les lieux, et dis qui mène le groupe.
biometrie | | Émargement | Vérifie la présence des élèves. | Reconnais les élèves sur la photo de la classe et coche les présents.
ordinaire | | Annonce d’un poste de policier municipal | Rédige l’offre. | Rédige l’offre d’emploi d’un policier municipal : missions, conditions, formation, avantages.
ordinaire | | Règlement intérieur | Rédige un règlement. | Rédige le règlement intérieur d’une salle, d’un cimetière ou d’un accueil périscolaire.
ordinaire | | Réponse aux élus | Répond aux questions des élus. | Réponds à la question d’un élu en dix lignes avec les chiffres et les textes.
ordinaire | | Convocation à la visite médicale | Rédige des convocations. | Rédige la convocation d’un agent à la visite médicale périodique.
ordinaire | | Courrier de refus expliqué | Explique une décision. | Rédige le courrier qui explique à la famille la décision déjà prise par la commission, avec les recours.
ordinaire | | FAQ inscriptions | Répond sur les inscriptions. | Réponds aux questions des parents sur les inscriptions au centre de loisirs : dates, tarifs, pièces.
ordinaire | | Étude comparative | Compare des solutions. | Compare des logiciels ou des matériels selon le prix, l’usage et l’entretien, dans un tableau.
ordinaire | | Compte rendu de visite de chantier | Rédige des comptes rendus. | Rédige le compte rendu de chantier : présents, avancement, réserves, prochain rendez-vous.
ordinaire | | Mot d’accueil | Écrit un mot d’accueil. | Écris un mot d’accueil pour un nouvel habitant, avec les services et les numéros utiles.
ordinaire | | Fiche pédagogique | Aide les médiatrices du musée. | Propose une visite du musée pour une classe de CE2 : parcours, questions, atelier.
ordinaire | | Diagnostic territorial | Aide au diagnostic. | À partir des données de l’Insee, décris la population de la commune et ses évolutions.
ordinaire | | Conseil en énergie | Donne des gestes. | Donne aux agents des écogestes pour le bureau et le bâtiment.
ordinaire | | Rédaction de fiches métiers | Décrit des métiers. | Décris un métier territorial : activités, compétences, conditions d’exercice.
ordinaire | | Note sur un texte de loi | Explique un texte. | Explique une loi nouvelle, son calendrier et ce qu’elle change pour la collectivité.
ordinaire | | Mariages | Renseigne les futurs mariés. | Explique aux futurs mariés les pièces à fournir, les délais et le déroulement de la cérémonie.
ordinaire | | Quiz | Crée des quiz. | Crée un quiz de dix questions sur un sujet avec les réponses expliquées.
ordinaire | | Sous-titres | Prépare des sous-titres. | Découpe une transcription en sous-titres de deux lignes.
ordinaire | | Plan de table | Organise un repas. | Aide à organiser le repas des aînés : menu, animation, plan de salle, liste des tâches.
ordinaire | | Charges locatives | Explique les charges. | Explique à un locataire de la commune le décompte de ses charges.
ordinaire | | Archives orales | Transcrit des témoignages. | Mets en forme le témoignage d’un ancien de la commune, sans rien ajouter.
`)
