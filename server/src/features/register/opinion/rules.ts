import type { UseArea } from '@parvis/contract'

// All patterns are matched against folded text: lower case, no accents, straight apostrophes.

/** Joins alternatives: a text begins at a word boundary, a pattern stands as it is. */
const any = (...parts: readonly (RegExp | string)[]): RegExp =>
  new RegExp(parts.map((part) => (typeof part === 'string' ? `\\b(?:${part})` : `(?:${part.source})`)).join('|'))

/** Words for people, or for what stands for a person in a procedure. */
export const peopleWords = any(
  'entretiens? (?:professionnel|annuel|d.evaluation)|valeur professionnelle|maniere de servir|appels?\\b(?! (?:d.offres|a projets?|a candidatures?|a manifestation))|lettres?\\b|noms\\b|appelants?|victimes?|blesse|(?:chaque|les) envois?|personnes?\\b|gens\\b|individus?|chacune?\\b|ceux\\b|celles\\b|profils?\\b|portraits?\\b|parcours\\b|recits?\\b|situations?\\b',
  'candidat|postulant|cv\\b|apprentis?\\b|stagiaires?|saisonniers?|animateurs?|animatrices?|vacataires?|alternants?',
  'agents?\\b|salarie|employe|collegues?|collaborat(?:eur|rice)|subordonne|membres? d|cadres?\\b|encadrant|fonctionnaires?|operateurs?|operatrices?|teleoperat|equipiers?|titulaires?|contractuel|chauffeurs?|professeurs?',
  'demandeurs?|demandeuses?|demandes?\\b|dossiers?\\b|allocataire|beneficiaire|familles?|foyers?\\b|menages?|parents?\\b|meres?\\b|peres?\\b|couples?\\b|anciens\\b|aine_|retraite_|patients?\\b|proches\\b',
  'habitante?s?\\b|usagers?|usageres?|administre_|locataires?|citoyen|riverains?|voisins?|resident|requerant|debiteurs?|abonnes?\\b|conducteurs?|contrevenants?|adherents?',
  'eleves?\\b|etudiante?s?\\b|jeunes?\\b|enfants?\\b|collegien|lyceen|apprenants?|mineurs?\\b|ados?\\b|adolescent|bebes?\\b',
  'etrang(?:er|ers|ere|eres)\\b|refugie|migrant|exile|epouse|epoux|conjoint|femmes?\\b|hommes?\\b|electeurs?|electrices?|suspects?\\b',
)

// What may follow a verb of ranking or judging without saying anything of a person.
const thing =
  'risque|besoin|politique|projet|cout|action|reponse|document|archive|courriel|mail|courrier|message|dechet|objet|livre|roman|fichier|texte|theme|idee|contribution|mot|donnee|article|impact|qualite|effet|signalement|question|point|decision|remarque|avis\\b|offre|facture|depense|recette|indicateur|scenario|solution|titre|etape|tache|photo|image|temps|delai|duree|nombre|present|participant|absents|budget|surface|volume|prix|devis|travaux|site|lieu|date|horaire|moment|pratique|arbre|batiment|equipement|vehicule|association|entreprise|evenement|sujet|exemple|source|reference|chapitre|partie|bilan|resultat|enjeu|priorites de|procedure|canal|canaux|format|ton\\b|structure|outil|methode|serveur|clause|contrat|couleur|police de|mode\\b|formule|graphique|support|lieux|parcelle|systeme|logiciel|critere|seuil|regle|maturite|intervention|part\\b|parts\\b|rubrique|mission|mesure|propos\\b|note\\b|notes\\b|nos\\b|notre|votre (?:projet|action|texte)|satisfaction|efficacite|pertinence|conformite|clarte|lisibilite'
const notThing = `(?![ -](?:l[ae']s? ?|les |des |du |de |d'|un |une |ses |son |sa |ces |cet |cette |leurs? |chaque |toutes? les |tous les |nos |vos |mes )?(?:\\w+ )?(?:${thing}))`

const tell =
  '(?:dis|dit|dire|dites|indique[rsz]?|precise[rsz]?|determine[rsz]?|conclu\\w*|devine[rsz]?|explique[rsz]? pourquoi|propose[rsz]?|decide[rsz]?|recommande[rsz]?|conseille[rsz]?|suggere[rsz]?|verifie[rsz]?|vois|estime[rsz]?|evalue[rsz]?|juge[rsz]?|trouve[rsz]?|designe[rsz]?|signale[rsz]?|repere[rsz]?|identifie[rsz]?|detecte[rsz]?|devinez|cherche[rsz]?|releve[rsz]?)'
const people =
  'jeunes|agents|candidat\\w*|personnes|eleves|familles|foyers|menages|usagers|habitants|individus|profils|noms|demandes|dossiers|demandeurs|demandeuses|allocataires|beneficiaires|parents|locataires|etudiants|enfants|apprentis|stagiaires|saisonniers|postulants|inscrits|inscriptions|cv|candidatures|appels|collegues|salaries|patients|anciens'

/** Acts that rank, sort or choose among people. */
const ranking = any(
  `class(?:er?|es|ez)${notThing}[ -](?:les|la|le|l'|chaque|des|leurs|ces|tou|selon|ensuite|nos)`,
  `(?:classement|tri)${notThing} d`,
  `(?:trie[rsz]?|hierarchise[rsz]?|ordonne[rsz]?|priorise[rsz]?|departage[rsz]?|range[rsz]?|compare[rsz]?)\\b${notThing}[ -](?:les|la|le|l'|chaque|des|ces|leurs|entre|par)`,
  `(?:${people}) (?:\\w+ ){0,2}(?:en priorite_|en premier|prioritaires)|par (?:ordre de )?priorite_|(?:degre_|niveau|rang) de priorite_|passer? (?:devant|avant|en premier)`,
  "ordre (?:dans lequel|de passage|de preference|de merite|d'appel|des appels|d'admission|d'attribution|de priorite_|d'arrivee)",
  "d(?:u|e la|e l')? ?(?:plus|moins) \\w+ (?:\\w+ )?(?:au|a la|a l') ?(?:plus|moins)|du \\w+ le plus \\w+ au plus",
  "listes? (?:restreinte|courte|d'attente|de priorite|des (?:noms|admis|retenus))|short ?list|pre-?select\\w*|selectionne[rsz]?\\b|selection d",
  `(?:retenir|retiens|retient|retenez|ecarte[rsz]?|elimine[rsz]?|exclu[st]?|exclure|recale[rsz]?) (?:les |que |ceux|celles|celui|celle|ou |trois|deux|cinq|dix|\\d)${notThing}`,
  'noms? a (?:retenir|proposer)|(?:garde|enleve|retire|sors|prends)[rsz]? (?:que )?(?:les |le tableau des )?(?:ceux|celles|(?:\\w+ )?premiers|(?:\\w+ )?meilleure?s?)',
  `(?:les|des|le|la) (?:\\w+ )?(?:meilleure?s?|premieres?|premiers?) (?:${people})`,
  `les plus (?:aptes|motiv|adapt|prometteu|interess|fragile|urgent|meritant|pauvre|compet|a risque|prioritaire)|aux plus \\w+|(?:a|de) \\w+er en priorite_|le plus besoin|s'en passer|laisse tomber|on l'appelle`,
  '(?<!dates |points? |elements? |idees? |mots |informations? |conseils? |faits )(?:a|pour) (?:accepter|retenir|convoquer|recruter|embaucher|admettre|refuser|ecarter|muter|promouvoir|sanctionner|recevoir|reloger|aider|controler|rappeler en premier)\\b(?! (?:le|la|les|un|une)\\b)',
  `choisi(?:s|t|r|ssez)?[ -]\\w*(?:les|le|la|qui|parmi|entre|trois|deux|celui|celle|un|ton|votre)?(?: \\w+)? (?:${people}|(?:en fonction de|selon|d'apres) (?:leurs?|sa|son|ses)\\b)|(?:ton|votre|son|un) (?:second |premier )?choix`,
  '(?<!demandez |demande )(?:lequel|laquelle|lesquel(?:s|les)) (?:\\w+ )?(?:sera|est|sont|saura|pourra|convient|merite|choisir|garder|retenir|embaucher|convoquer|prendre)\\b|celui qui|celle qui',
)

/** Acts that give people a mark, a level or a judgement. */
const scoring = any(
  `note[rsz]?[ -](?:les|chaque|sur|la|le|des|de \\d|entre|leurs|ces)${notThing}`,
  "une (?:note|moyenne|cote|mention)\\b(?! (?:de service|de synthese|de cadrage|d'information|de presentation|interne|pour|aux?|en|technique))|notes? annuelle",
  'notation|scor(?:e|er|es|ing)\\b|pourcentage d|bareme|sur (?:cinq|dix|vingt|cent|5|10|20|100)\\b|etoiles?\\b|drapeau|feu (?:rouge|vert)|vert,? (?:orange|rouge)|rouge,? (?:orange|vert)|code couleur',
  'points? (?:du bareme|par critere|selon|a chaque|forts?|faibles?)|(?:nombre|total) de points|calcul\\w* (?:un |son |sa |le |la |leur |les )?(?:total|score|indice|reste (?:a|pour) vivre|montant|bourse|droit|aide|anciennete)',
  `(?:evalu|appreci|jug|estim|jaug|determin)(?:e|er|es|ez|ant|ons)${notThing}\\b|de (?:1|0|un|zero) a (?:\\d|cinq|dix|vingt|cent)\\b|de a a [c-f]\\b|un rang\\b|podium|(?:code|niveau|degre_|note) d'urgence|urgence de|grille a \\w+ cases|potentiel\\b|grille (?:d'evaluation|de cotation|de notation|d'analyse|de criteres?)|(?:grille|criteres) a chaque|applique[rsz]? (?:la|les) (?:grille|criteres|conditions|bareme)`,
  'evaluation (?:annuelle|de (?:la|l|chaque)|des agents|des candidats|des eleves|du)|appreciations?\\b|valeur professionnelle|maniere de servir|felicitations|avertissements?\\b',
  'adequation|compatibilite|aptitudes?\\b|merit(?:e|ent|ant|es)\\b|correspond\\w* (?:le mieux|a notre besoin|au poste|au profil)|convient le mieux|(?:la|leur|sa|de) gravite|vaut (?:un|le|la)',
  "(?:selon|d'apres|en fonction de|au regard de|sur la base de) (?:leurs?|ses|sa|son) (?!choix|demande|question|niveau de langue|besoins?|age)\\w+",
)

/** Acts that decide about a person, or say what the decision should be. */
const deciding = any(
  `(?:accord|refus|rejet|rejett|octro[iy]|attribu|radi|suspend|convoqu|recrut|embauch|mut|licenci|sanctionn|expuls|recal|valid|prolong|titularis|renouvel|admett|promouv)(?:e|er|es|ez|re|oir|s)\\b${notThing}[ -](?:les?|la|l'|un|une|ce|cet|cette|ou|des|lui|leur|sa|son|a chaque|a chacun)\\b|(?:accord|refus|rejett?|valid)(?:er|re)\\b(?= ou|,)|admet(?:s|tre|tez)?\\b`,
  '(?:eligib|recevab|irrecevab|admissib)\\w+|non admis',
  '(?:a|ait|aurait|ont|ouvre|ouvrent|avoir|y a) (?:bien |encore |toujours )?(?:le )?droit|ses droits a|leurs droits a|rempli(?:t|r|ssent|sse) (?:bien |tous )?les (?:condition|critere)',
  "(?:l'|un |votre |ton )?avis (?:favorable|defavorable|positif|negatif|du maire|motive)|(?:propos|donn|rend|rediger|redige|prepare)\\w* (?:l|un |votre |son )?.?avis (?:sur|du maire|favorable)",
  "(?:quel|le|les|un) montants? (?:de |d'|a )?(?:l'aide|la bourse|la prime|sa prime|la prestation|du secours|secours|verser|accorder|attribuer|l'allocation)|(?:pour )?combien (?:on|lui|elle|il|leur|accorder|donner|verser|de mois)",
  `${tell}(?:-moi|-nous)? (?:[\\w',]+ ){0,14}?(?:s'ils? (?!manque|y a|reste|existe|s'agit|convient de|est (?:possible|complet|necessaire|a jour))|si (?:elles?|on|l'on|je|c'est|tu|nous)\\b|si (?:la|le|l'|sa|son|leur|cette|cet|une|un) ?(?:personne|candidat|famille|agent|eleve|jeune|enfant|histoire|recit|demande|foyer|menage|usager|habitant|allocataire|parent|locataire|etudiant|appel|beneficiaire))`,
  `(?:conclu\\w*|prononce[rsz]?|statue[rsz]?) sur|(?:propose|recommande|suggere|decide)[rsz]? (?:de |d')(?:l'|le |la |les )?(?:accorder|refuser|valider|rejeter|retenir|ecarter|convoquer|suspendre|maintenir|prolonger|renouveler|titulariser|admettre|accepter|muter|garder|sanctionner|embaucher|recevoir|envoyer)`,
  'repond\\w+ (?:oui|non)|lui repondre non|oui ou (?:non|pas)|oui, non|(?:valider|accepter|accorder|attribuer|passer|entrer|recevoir|retenir|convoquer|admettre|renouveler) ou non|faut (?:le|la|les|l) ?(?:recevoir|aider|prendre|accepter|garder|recadrer|envoyer)|faut envoyer|quelle (?:sanction|suite|orientation|voie)|la sanction (?:adapt|disciplin|a )|une sanction\\b|(?:a envoyer|moyens a|vehicule a)',
  "si c.est la meme personne|propose[rsz]? (?:la|une|sa|ta|votre) (?:decision|remise|suite|exclusion|sanction)\\b|(?:un|l') ?accord ou un refus|,? ou rien\\b|autorise_e? a (?:rester|entrer|venir)|a (?:bien )?(?:reussi|echoue_)|redouble|(?:quelle voie|l'orientation|une orientation)",
  "(?:repart(?:is|it|ir|issez)|partage[rsz]?) (?:les |le |l'|entre )(?:taches|travail|tournees|dossiers|missions|enveloppe|prime|agents|places|aides|logements)",
)

// People as individuals: in the singular, each, or several with their data given.
const individuals =
  "(?:une? |l'|le |la |les |des |d'une? |d'|du |chaque |chacun des |chacune des |leurs? |cet |cette |ce |sa |son |\\w+ )?(?:person|candidat|postulant|apprenti|stagiaire|saisonnier|animateur|agents?\\b|salarie|employe|collegue|collaborat|subordonne|cadre\\b|demandeu|allocataire|beneficiaire|famille|foyers?\\b|menage|couple|parents?\\b|habitant\\b|usager\\b|locataire|eleve|etudiant|jeune|enfant|mineur|etrang|refugie|migrant|individu|appelant|victime|patient|homme\\b|femme\\b|contractuel|chauffeur|debiteur|conducteur)"

/** Data about individuals given to the assistant: « d’après les courriels d’une collègue », « pour chaque agent ». */
export const individualInputs = any(
  `(?:pour |a )?chaque (?:\\w+ )?${individuals.slice(individuals.lastIndexOf('(?:'))}|(?:chacun|chacune) (?:a|des|d'eux)\\b`,
  `(?:a partir d|d'apres|selon|au vu d|en lisant|lis\\b|analyse[rsz]?|voici|compare[rsz]?|croise[rsz]?|cote a cote|examine[rsz]?|ecoute[rsz]?|relis\\b|etudie[rsz]?)[\\w' ,]{0,60}?\\b${individuals}`,
  `(?:on te|on vous|je te|je vous|je|l'agent te|le cadre|la personne|un homme|une femme|un jeune|une famille) (?:te |vous )?(?:colle|raconte|decri[st]|donne|confie|transmet|resume|envoie)[\\w' ,()]{0,60}?\\b${individuals}`,
)

/** Sentences that ask to write, explain or answer: what is said of people there is not a judgement. */
export const writing =
  /^(?:[-•*–\d.) ]*)(?:(?:tu|vous|il|elle) )?(?:(?:a partir|d'apres|selon|pour chaque|en)\b[^,]*, )?(?:tu |vous )?(?:redige|ecri|explique|repond|resume|tradui|corrige|reformule|transforme|liste|presente|prepare|cite|aide|renseigne|informe|rappelle|propose[rsz]? (?:un |une |des |trois |deux )(?:plan|reponse|texte|phrase|programme|message|titre|calendrier|courrier|lettre|modele|menu|seance|trame|liste de questions|activite|idee|exercice|planning|creneau|formation)|dessine|demande|met)/

/** Acts that speak of people by themselves: « dis qui », « signale ceux ». */
export const personalActs = any(
  `\\b(?:dis|dit|dire|dites|indique[rsz]?|precise[rsz]?|determine[rsz]?|devine[rsz]?|propose[rsz]?|decide[rsz]?|recommande[rsz]?|conseille[rsz]?|trouve[rsz]?|designe[rsz]?|signale[rsz]?|repere[rsz]?|identifie[rsz]?|detecte[rsz]?|donne[rsz]?)(?:-moi|-nous)? (?:[\\w']+ ){0,3}?(?:(?<!ce |demandez |demande )qui (?!est (?:autorise_|gene_|concerne_|charge_|competent|responsable|chef)|detient|detiennent|porte|pilote|signe|valide|contacter|peut|peuvent|s'en|sont|doit|doivent|a\\b|appeler en cas|prevenir|suit|suivent|concerne|manque|change|restent?|existe)|a qui (?!s'adresser|ecrire|demander|envoyer|parler|transmettre|s'adresse)|avec qui|lesquel\\w*|laquelle|ceux|celles|(?:les |quels |quelles |des |deux |trois |dix |vingt )(?:jeunes|agents|candidat\\w*|personnes|eleves|familles|foyers|individus|profils|noms|allocataires|beneficiaires|dossiers (?:suspects|prioritaires|douteux|a refuser|a rejeter)))`,
  "on (?:l'|le |la )(?:appelle|rappelle|prend|garde|recoit|convoque)\\b|regarde[rsz]? qui|(?:rends?|donne|sors|garde)[rsz]? (?:moi )?(?:les |des |ces )?noms|ce qu'on (?:sait|dit|pense) d(?:'eux|'elles?|e lui)|mets chacun|au tamis|mene le groupe|laisse tomber|s'en separer|a (?:aider|rappeler|recevoir|orienter|traiter) (?:tout de suite|d'abord|plus tard|ailleurs|en premier|en dernier)|nombre d(?:e |')\\w+ (?:d(?:e |')\\w+ )?a (?:financer|accorder|attribuer|verser)|(?:d'apres|selon|a partir de) ce qu(?:e |')(?:\\w+ ){0,3}?(?:raconte|vit|declare|ressent|a vecu|a fait|dit|explique|confie)\\b|aux plus (?:meritant|assidu|ancien|motive|fragile|demuni|pauvre|prioritaire)\\w*",
  new RegExp(
    `(?:^|[,;:(] ?|\\b(?:et|puis|tu|vous|te|me) )(?:decide[sz]?|conclu[st]?|conclue[sz]?|tranche[sz]?|statue[sz]?|priorise[sz]?|selectionne[sz]?|juge[sz]?|departage[sz]?)\\b${notThing}(?! (?:ce|que|comment|quand|ou|de la|du|ensemble|seul|par)\\b(?! (?:sort|droit|cas|demandeur)))(?! (?:et|ou) )(?! ?$)`,
  ),
  `aide[rsz]?-?(?:moi|nous)? a (?:trancher|choisir entre|decider (?:qui|si|entre))`,
  `(?:attribue|repartis|repartir|repartit|octroie|partage)[rsz]?[ -](?:les |des |un |une |la |le |lui |leur )?(?:\\w+ )?(?:emploi|poste|aide|bon|place|prime|note|lettre|point|etoile|logement|carte|cheque|parcelle|jour|week|enveloppe|secours|bourse|colis|heure|tache|agent|eleve|rang|score|cotation)`,
  "palmares|dress\\w+ (?:le |un )?(?:portrait|profil)|fauteur|oublie[rsz]? ceux|gard\\w*-(?:m'en|en|nous)|heures a (?:financer|accorder|attribuer)|(?:decide|decider) d'(?:appeler|envoyer|accorder|admettre)|combien (?:de \\w+ )?(?:pour|a) (?:chacun|chaque)|(?:humeur|disputes|caractere|erreurs|retards) (?:de chaque|de chacun|des agents|,)|(?:binome|duo)s? (?:d'apres|selon)|te parai(?:t|ssent)|vous parai(?:t|ssent)|(?:auquel|a laquelle|a quoi) (?:il|elle|ils) (?:peut|peuvent|a droit)",
)

/** Acts that doubt what a person says. */
const doubting = any(
  "suspect|louche|douteu|fraud|trich|menson|ment\\b|mentir|incoheren|coherence d|credib|plausib|sincer|dit(?:-il)? vrai|(?:le |la |les |l')cro(?:ire|ie|it)\\b|cloche\\b|invraisembl|vraisembl|ne tient pas|ne tiennent pas|fauss\\w+ declar|exager|sonne(?:nt)? faux|se contredi|cache(?:nt)? (?:des|ses|quelque)",
)

/** Acts that foretell what a person will do, or follow people. */
const watching = any(
  'pred(?:ire|is|iction)|prevoi[rs] qui|(?:va|vont|pourrait|pourraient|risquent?) (?:\\w+ )?(?:\\w+ )?(?:de |d.)?(?:recommencer|decrocher|abandonner|partir|recidiver|demissionner|quitter|echouer)|probablement|recidiv|decroch|abandonn\\w+ (?:leur|sa|ses|l.ecole|la)',
  'surveill(?:er?|es|ez)|doivent etre suivi|a suivre de pres|a surveiller|trainent|(?:signal|reper|detect|identifi)(?:e|er|es|ez) (?:ceux|celles|les (?:agents|personnes|familles|foyers|jeunes|eleves|usagers|individus|habitants|allocataires|fraud|abus))|comportement',
  'demotive|en conflit avec|mal-etre de|noms qui reviennent|peut en attendre|que l.on peut attendre|cibl\\w+ (?:les |des )?controles|a controler|doivent etre suivi|connus? pour',
  'travaille(?:nt)? (?:moins|plus|peu|trop)|heures de connexion|qui baissent|qui trainent',
)

/** Acts that are a judgement when people are near. */
export const judgementActs = any(ranking, scoring, deciding)
export const doubtActs = doubting
export const watchActs = watching

/** Words of each area, anywhere in the texts of an assistant that judges people. */
export const areaContexts: readonly (readonly [UseArea, RegExp])[] = [
  [
    'recrutement',
    any(
      'candidat|cv\\b|curriculum|postulant|motivation|recrut|embauch|stages?\\b|stagiaires?|apprentissage|apprentis?\\b|saisonniers?|vacataires?|alternan|animateurs?|animatrices?|diplomes?|vivier|annonce',
      "postes?\\b (?:vacant|a pourvoir|ouvert|propose|de )|pour le poste|d'un poste|un poste|nous rejoindre|travailler (?:avec|chez|pour) (?:nous|la)|rejoindre (?:la|notre|nos|le)|futurs? (?:collegue|agent|collaborat)|jury de (?:recrutement|selection)|entretiens? d'embauche|offre d'emploi",
    ),
  ],
  [
    'agents',
    any(
      "agents?\\b|salarie|employe|collegues?|collaborat(?:eur|rice)|subordonne|membres? (?:de (?:l'|mon |son |votre |notre |cette )?equipe|du service|du personnel)|(?:l'|mon |son |votre |notre )equipe|personnel\\b|fonctionnaires?|managers?|manager|encadrant|teleoperat|chauffeurs?|titulaires|contractuel|entretien professionnel|carriere",
    ),
  ],
  [
    'aides',
    any(
      "rsa\\b|apa\\b|pch\\b|fsl\\b|gir\\b|ccas|mdph|aides?\\b (?:social|facultat|financ|alimentaire|au logement|d'urgence|exception|a domicile)|l'aide\\b|une aide|sa demande|secours (?:financ|exception)|le secours|un secours|logements?\\b|logement|hlm\\b|bailleur|appartements?|un toit|hebergement|loyers?\\b|dettes?\\b|impayes?",
      "allocation|allocataire|prestations?\\b|bourses?\\b|creche|berceau|multi-accueil|halte-garderie|petite enfance|garde d'enfant|une place|places? (?:en|au|dans|disponible)|quotient familial|tarif (?:social|reduit)|gratuite|colis|distribution|epicerie|repas|vacances|transport",
      'revenus?\\b|ressources\\b|retraite\\b|retraites\\b|reste a vivre|accueil social|action sociale|solidarite|dependance|autonomie|handicap|guichet|beneficiaire',
    ),
  ],
  [
    'education',
    any(
      'eleves?\\b|etudiant|copies?\\b|devoirs?\\b (?:des|rendu|surveill)|collegien|lyceen|conservatoire|apprenants?|bulletins?\\b|derogation|maitresse|instituteur|reussite educative|scola[ir]|examens?\\b|audition|lycee|college\\b|collegues de|ecole|formation\\b|orientation|professeurs?|enseignant|cursus|redoubl|mission locale|cantine',
    ),
  ],
  [
    'etrangers',
    any(
      "etrang(?:er|ers|ere|eres)\\b|a l'etranger|asile|titres? de sejour|sejour\\b|refugie|migrant|naturalis|attestation d'accueil|exile|(?:venue?s?|arrive_?e?s?) (?:seul|d'un autre pays|de l'etranger|d'ailleurs|en france)|mineurs? (?:non accompagne|isole)|mna\\b|en france|regularis|minorite|pays d'origine|autre pays|quel pays|accent\\b|prefecture|regroupement familial",
    ),
  ],
  [
    'controle',
    any(
      "fraud|controles?\\b|mains? courantes?|police\\b|videoprotection|videosurveillance|camera|delinquan|infraction|contrevenant|rappels? a l'ordre|incivilit|tranquillite|voisinage|troubles?\\b|suspect|visite a domicile|securite publique|prevention de la delinquance|amendes?\\b|verbalis",
    ),
  ],
  [
    'urgence',
    any(
      "appels? d'urgence|secours\\b(?! (?:financ|exception))|pompiers|samu\\b|teleassistance|secouristes?|urgences?\\b|l'urgence|astreinte|plan blanc|blesse|victimes?",
    ),
  ],
]

/** Rule of an area that needs no judgement on people: an act near a thing. */
export const otherRules: readonly { area: UseArea; about: RegExp; act: RegExp }[] = [
  {
    area: 'biometrie',
    about: any('visages?|voix\\b|photos?\\b|camera|gestes|expressions? (?:du|de)|regards?|demarche\\b|empreinte'),
    act: any(
      "emotion|humeur|etat d'esprit|colere|stress|(?:identifi|reconna|authentifi)\\w+ (?:les |la |le |une |un |des )?(?:person|agent|visiteur|individu|eleve|usager|habitant|gens)|meme personne|faciale|biometr",
    ),
  },
  {
    area: 'infrastructures',
    about: any(
      "reseaux? (?:d'eau|de chaleur|electri|de gaz|d'assainissement|d'eclairage|routier)|stations? (?:de pompage|d'epuration|de relevage)|reservoir|chateau d'eau|vannes?\\b|barrage|ecluse|chaufferie|feux (?:tricolores|de circulation)|pompes?\\b",
    ),
    act: any(
      'decid|command(?:e|er|es) |pilot(?:e|er|es)|ouvr(?:e|ir|es)|ferm(?:e|er|es)\\b|coup(?:e|er|ure)|regul|consigne|arret(?:e|er) (?:la|le|les)|demarr|declench',
    ),
  },
  {
    area: 'justice',
    about: any('electeurs?|electrices?|electorat|scrutin|intentions de vote|voter\\b'),
    act: any("convainc|persuad|changer d'avis|cibl|argument|influenc|mobilis|voter pour|indecis"),
  },
  {
    area: 'justice',
    about: any('litiges?|conflits?\\b|contentieux|les parties\\b|justiciable|mediation|plaignant|plainte'),
    act: any('tranch\\w+|donn\\w+ raison|qui a raison|rend\\w* (?:un |le )jugement|verdict|responsabilite de chacun'),
  },
]

/** Texts about public procurement: their candidates are companies. */
export const procurement = any(
  "marches? publics?|appels? d'offres|soumissionnaire|commande publique|dossier de consultation|reglement de consultation|offres? des (?:candidats|entreprises)",
)
