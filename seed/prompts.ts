import type { SeedPrompt } from './types.ts'

const neverInvent = `N’inventez rien : ce qui manque s’écrit [À COMPLÉTER], suivi de l’information attendue. Remplacez les noms de personnes par [NOM].`

/** Demonstration prompts. The first two are those of the simple chatbot: `?prompt=1` selects the standard one, any other value the specialised one. */
export const prompts: SeedPrompt[] = [
  {
    slug: 'prompt-standard',
    chatbot_use: 'standard',
    name: `Prompt standard`,
    content: `Vous êtes l’assistant des agents d’une collectivité territoriale française. Vous répondez en français, avec vouvoiement, de façon claire, exacte et brève.

- Répondez d’abord à la question, puis expliquez si c’est utile. Employez des titres, des listes ou un tableau quand ils aident à lire.
- Si la demande est ambiguë, posez une ou deux questions avant de répondre.
- Distinguez ce qui est certain, ce qui est probable et ce que vous ne savez pas ; dans ce dernier cas, indiquez qui peut répondre.
- Ne citez un texte juridique que si vous en êtes certain, et invitez à le vérifier sur Légifrance.
- Ne demandez pas de donnée personnelle et ne reprenez que le strict nécessaire.
- ${neverInvent}
- Vos réponses sont des projets : un agent les relit, les corrige et en reste responsable.`,
  },
  {
    slug: 'prompt-specialise',
    chatbot_use: 'specialised',
    name: `Prompt spécialisé`,
    content: `Vous êtes spécialiste de la conduite de projet dans les collectivités territoriales. Vous accompagnez chefs de projet, cadres et secrétaires de mairie, avec vouvoiement, dans un français clair et concret.

Méthode
1. Situez la demande : idée, cadrage, planification, réalisation, clôture ou évaluation.
2. Si des éléments manquent, posez au plus quatre questions : problème à résoudre, commanditaire, échéance, moyens.
3. Répondez par un livrable utilisable : note de cadrage, répartition des rôles, planning, registre des risques, budget et plan de financement, ordre du jour, relevé de décisions, plan de communication, bilan.
4. Intégrez les contraintes publiques : compétence, délibération, vote du budget, commande publique, autorisations, concertation, dialogue social, calendrier électoral, accessibilité, protection des données.
5. Terminez par les trois prochaines actions : qui, quoi, pour quand.

Règles
- Montrez vos hypothèses et signalez une échéance irréaliste.
- Donnez une estimation seulement si l’agent fournit des données, avec le calcul.
- Ne citez un texte juridique que si vous en êtes certain, et invitez à le vérifier.
- ${neverInvent}
- Vos réponses sont des projets : le chef de projet les relit et les instances compétentes décident.`,
  },
  {
    slug: 'resumer-un-document',
    name: `Résumer un document`,
    content: `Résumez le document que je vous donne pour un lecteur qui ne l’a pas lu.

1. Une phrase : de quoi s’agit-il et que faut-il en retenir ?
2. Cinq points essentiels au plus, chacun avec son emplacement dans le document (page, article ou titre).
3. Un tableau : obligation ou décision, responsable, échéance, montant.
4. Ce que le document ne dit pas et qu’il faudrait savoir.

N’ajoutez aucune information extérieure. ${neverInvent}`,
  },
  {
    slug: 'langage-clair',
    name: `Reformuler en langage clair`,
    content: `Reformulez le texte que je vous donne pour qu’un habitant le comprenne à la première lecture.

- Mettez en tête ce que la personne doit savoir ou faire, et avant quelle date.
- Phrases de vingt mots au plus, voix active, mots courants, sigles expliqués.
- Gardez toutes les conditions, exceptions et voies de recours.
- Vouvoyez le lecteur, sans l’infantiliser.

Donnez le texte reformulé, puis la liste des passages dont la simplification pourrait changer le sens juridique. ${neverInvent}`,
  },
  {
    slug: 'facile-a-lire',
    name: `Réécrire en facile à lire (FALC)`,
    content: `Réécrivez l’information que je vous donne selon les principes du facile à lire et à comprendre.

- Une idée par phrase. Une phrase par ligne.
- Des mots de tous les jours. Un mot difficile est expliqué juste après.
- Pas de négation double, pas de sigle, pas d’image de style.
- Les dates et les nombres en chiffres.
- Proposez, entre crochets, un pictogramme pour chaque étape.

Rappelez à la fin que le texte doit être relu par des personnes concernées avant de porter le logo européen. ${neverInvent}`,
  },
  {
    slug: 'tableau-comparatif',
    name: `Tableau comparatif d’options`,
    content: `Comparez les options que je vous donne pour préparer une décision.

1. Proposez quatre à sept critères adaptés (effet pour l’usager, coût complet, délai, faisabilité, risques, effet sur les agents, environnement) et demandez-moi de les valider.
2. Ajoutez l’option « ne rien changer ».
3. Faites un tableau : une ligne par critère, une colonne par option, un fait dans chaque case, sa source ou la mention « à vérifier ».
4. Concluez par les conditions dans lesquelles chaque option serait la meilleure, sans décider à ma place.

${neverInvent}`,
  },
  {
    slug: 'courriel-de-relance',
    name: `Courriel de relance`,
    content: `Rédigez un courriel de relance courtois et efficace.

Demandez-moi si nécessaire : le destinataire (fonction seulement), ce qui est attendu, la date de la première demande, la nouvelle échéance, la conséquence d’une absence de réponse.

Structure : objet précis, rappel en une phrase, ce qui est attendu, pour quand et pourquoi, aide proposée, remerciement. Cent vingt mots au plus. Donnez deux versions : première relance, puis relance ferme.

${neverInvent}`,
  },
  {
    slug: 'relecture-attentive',
    name: `Relire et corriger un texte`,
    content: `Relisez le texte que je vous donne comme un secrétaire général exigeant et bienveillant.

1. Corrigez orthographe, grammaire, accords et typographie française.
2. Signalez, sans les changer, les phrases ambiguës, les répétitions, les sigles non expliqués, les contradictions de dates, de montants ou de noms.
3. Vérifiez que les renvois (articles, annexes, visas) correspondent.

Rendez le texte corrigé, puis un tableau : passage, correction, raison. Ne changez ni le sens, ni le style, ni les citations. ${neverInvent}`,
  },
  {
    slug: 'preparer-une-reunion',
    name: `Plan de réunion`,
    content: `Préparez le plan d’une réunion utile.

Demandez-moi si nécessaire : objectif, décision attendue, participants (fonctions), durée, documents disponibles.

Donnez : l’objectif en une phrase, un déroulé minuté en tableau (heure, sujet, but, méthode, animateur), les questions à poser, les documents à lire avant, un message d’invitation de cinq lignes. Si un échange écrit suffit, dites-le d’abord.

${neverInvent}`,
  },
  {
    slug: 'releve-de-decisions',
    name: `Relevé de décisions`,
    content: `Transformez mes notes de réunion en relevé de décisions d’une page.

- En tête : réunion, date, participants par fonction, absents.
- Un tableau : numéro, décision ou action, responsable, échéance.
- Les points en suspens et la date de la prochaine réunion.

N’attribuez une parole à quelqu’un que si mes notes le disent. Marquez par [À CONFIRMER] ce qui est ambigu. ${neverInvent}`,
  },
  {
    slug: 'foire-aux-questions',
    name: `Foire aux questions`,
    content: `Préparez une foire aux questions à partir des informations que je vous donne.

1. Listez dix questions que se posera vraiment le public, de la plus pratique à la plus délicate, avec ses mots.
2. Répondez à chacune en trois phrases au plus, en commençant par l’essentiel.
3. Signalez les questions auxquelles les informations ne permettent pas de répondre, et le service à interroger.

Langage clair, vouvoiement, aucune promesse. ${neverInvent}`,
  },
  {
    slug: 'note-d-une-page',
    name: `Note d’une page pour un élu`,
    content: `Rédigez une note d’une page pour un élu, à partir des éléments que je vous donne.

Plan : décision attendue (deux lignes), contexte, options et conséquences, incidence financière, risques, calendrier, proposition du service. Phrases courtes, sigles expliqués, chiffres sourcés.

Séparez les faits, les estimations et les avis. Terminez par trois questions que l’élu pourrait poser, avec les éléments de réponse. ${neverInvent}`,
  },
  {
    slug: 'reponse-difficile',
    name: `Annoncer un refus avec tact`,
    content: `Aidez-moi à annoncer un refus ou une mauvaise nouvelle par écrit.

Demandez-moi si nécessaire : la demande, la décision, ses motifs, les solutions de rechange, le signataire.

Structure : accusé de réception de la demande, décision exprimée clairement, motifs compréhensibles, solutions ou interlocuteurs, voies et délais de recours s’il s’agit d’une décision, formule de politesse. Ton humain, sans excuse excessive ni reproche. ${neverInvent}`,
  },
  {
    slug: 'plan-d-action',
    name: `Plan d’action en tableau`,
    content: `Transformez l’objectif que je vous donne en plan d’action.

1. Reformulez l’objectif de façon vérifiable et demandez-moi de le confirmer.
2. Donnez un tableau : action, responsable (fonction), début, fin, moyens, livrable, indicateur.
3. Signalez les dépendances, les décisions à obtenir et les trois principaux risques avec leur parade.
4. Indiquez les actions possibles dès cette semaine.

${neverInvent}`,
  },
  {
    slug: 'analyse-forces-faiblesses',
    name: `Diagnostic forces et faiblesses`,
    content: `Réalisez un diagnostic à partir des éléments que je vous donne sur un service, un projet ou un territoire.

Présentez un tableau en quatre cases : forces, faiblesses (internes), opportunités, menaces (externes). Chaque ligne s’appuie sur un fait fourni, cité entre parenthèses. Puis donnez trois enjeux, trois pistes et les informations qui manquent pour conclure.

Ne remplissez pas une case pour équilibrer le tableau. ${neverInvent}`,
  },
  {
    slug: 'calendrier-a-rebours',
    name: `Rétroplanning`,
    content: `Construisez un rétroplanning à partir de la date que je vous donne.

Demandez-moi si nécessaire : étapes connues, décisions du conseil, marchés, autorisations, absences.

Donnez un tableau de la fin vers le début : échéance, tâche, responsable, durée supposée, dépendance, marge. Mettez à part les durées que vous supposez et les délais légaux à faire confirmer. Dites si la date est réaliste et ce qu’il faudrait changer sinon. ${neverInvent}`,
  },
  {
    slug: 'texte-alternatif-d-image',
    name: `Texte alternatif d’une image`,
    content: `Aidez-moi à écrire l’alternative textuelle d’une image que je vous décris.

1. Demandez-moi où l’image est publiée et ce qu’elle apporte au texte.
2. Si elle est décorative, dites-le : l’alternative reste vide.
3. Si elle informe, écrivez une phrase utile, sans « image de ».
4. Si c’est un graphique, donnez un titre court et un tableau ou un résumé des données.

Ne décrivez que ce que je vous ai dit. ${neverInvent}`,
  },
  {
    slug: 'verifier-un-texte-avant-envoi',
    name: `Vérifier avant envoi`,
    content: `Contrôlez le document que je vous donne avant son envoi ou sa signature.

Passez en revue, dans un tableau avec la mention « correct », « à corriger » ou « à vérifier » : destinataire et objet, dates et délais, montants et totaux, références et annexes, compétence du signataire, données personnelles superflues, clarté, ton, accessibilité, pièces jointes annoncées.

Ne réécrivez pas le texte : proposez seulement les corrections nécessaires. ${neverInvent}`,
  },
]
