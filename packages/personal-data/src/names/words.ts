/** Splits a list of words. */
const list = (words: string): string[] => words.split(/\s+/).filter(Boolean)

/** Titles before a surname. */
export const civilities = list(
  'm mm mr mme mmes mlle mlles melle mgr monsieur messieurs madame mesdames mademoiselle mesdemoiselles me maitre dr docteur docteure dre pr professeur professeure pre',
)
/** Plural titles, before a list of names. */
export const pluralCivilities = new Set(list('mm mmes mlles messieurs mesdames mesdemoiselles'))

/** Titles that also name streets: they introduce a surname when no place is before. */
export const ranks = list(
  'general colonel commandant capitaine lieutenant adjudant brigadier major sergent caporal abbe pere soeur frere pasteur rabbin imam eveque',
)

/** Words inside a name, in lower case or not. */
export const particles = list(
  'de du des d da do dos das di del della la le les l el al ben bel bin bint ould ait van von der den ter te ten mac mc o saint st san y e af abou abu bou',
)

/** Nouns before the name of a place, an institution or an event: the name after them is not a person here. */
export const placeNouns =
  list(`rue ruelle avenue av boulevard bd bld place placette impasse allee allees chemin route quai cours square passage sentier sente venelle faubourg
  lotissement residence hameau clos cite villa mail esplanade promenade rond-point traverse montee cote voie parvis domaine quartier parc cour galerie rampe pont viaduc
  passerelle tunnel port gare station arret rocade carrefour giratoire zac za zi zone ilot lieu-dit bourg
  ecole ecoles college lycee lycees universite faculte institut iut groupe-scolaire scolaire creche halte-garderie micro-creche maternelle primaire
  stade gymnase piscine salle salles complexe dojo halle tennis hippodrome velodrome boulodrome cosec palais espace espaces centre maison mjc foyer auditorium
  amphitheatre amphi theatre cinema mediatheque bibliotheque ludotheque musee conservatoire chapelle eglise basilique cathedrale temple mosquee synagogue cimetiere
  hopital clinique chu chru chr ehpad ime esat mas residence-autonomie usld polyclinique
  fondation prix concours coupe trophee tournoi challenge festival fete foire salon semaine journee nuit
  loi lois decret ordonnance plan rapport amendement circulaire dispositif programme methode theoreme syndrome maladie jurisprudence arret affaire
  tour immeuble batiment bat pole site caserne camp fort chateau manoir moulin ferme hotel jardin jardins bois foret etang lac plage ile anse pointe cap mont col val vallee
  tramway metro ligne bateau ferry navire promotion cooperative association amicale club comite collectif federation syndicat societe entreprise sarl sas sasu eurl sci snc scop
  etablissement etablissements ets cabinet garage boulangerie pharmacie restaurant cafe brasserie boucherie menuiserie imprimerie agence librairie editions groupe
  statue buste monument stele plaque fresque exposition expo spectacle film roman livre album concert hommage`)

/** Adjectives between such a noun and the name: « école maternelle Jean Macé ». */
export const placeAdjectives = new Set(
  list(`municipal municipale municipaux communal communale intercommunal intercommunale elementaire maternelle primaire publique public privee prive polyvalente polyvalent sportif sportive
  omnisports culturel culturelle social sociale socioculturel socio-culturel professionnel professionnelle agricole technique general generale regional regionale departemental departementale
  national nationale universitaire hospitalier scolaire paroissiale saint sainte nouvelle nouveau ancien ancienne grand grande petit petite vieux vieille couvert`),
)

/** First names that the lexicon has too with another meaning, and that are hardly ever anything but a name. */
export const sureFirstNames =
  list(`julien jean pierre claude benjamin benoit denis guillaume joseph jules leonard louis luis manuel marc marie martin maxime moise olivier oscar pascal patrice peter richard robert
  robin romain serge sylvain rene jacques charlotte elise florence germaine jenny laure lorraine madeleine maria paulette renee rosie sabine veronique victoria virginie alexandra ana brandon cesar clement colin
  franco henry jack jesus kelvin max tommy baptiste doris daphne dina aida rosa mina mira maya maia lise gloria gilles lois octave leo emma anna lea hugo`)

/** Offices and roles: they name a function, not a person. */
export const roles =
  list(`maire maires mairesse adjoint adjointe adjoints adjointes president presidente presidents presidentes vice-president vice-presidente prefet prefete sous-prefet sous-prefete directeur directrice
  directeurs directrices dgs dga dgst drh dsi dpo rssi secretaire secretaires conseiller conseillere conseillers conseilleres elu elue elus elues depute deputee senateur senatrice ministre ministres
  chef cheffe responsable responsables agent agente agents charge chargee gestionnaire instructeur instructrice tresorier tresoriere comptable receveur receveuse percepteur procureur procureure juge greffier
  greffiere notaire avocat avocate huissier commissaire recteur rectrice inspecteur inspectrice principal principale proviseur proviseure professeur professeure enseignant enseignante instituteur institutrice
  medecin docteur infirmier infirmiere assistant assistante educateur educatrice animateur animatrice atsem policier policiere gendarme garde brigadier capitaine commandant colonel general lieutenant
  architecte ingenieur ingenieure technicien technicienne redacteur redactrice attache attachee administrateur administratrice coordinateur coordinatrice coordonnateur coordonnatrice referent referente
  delegue deleguee representant representante mediateur mediatrice defenseur ordonnateur regisseur regisseuse doyen doyenne rapporteur rapporteure usager usagere administre administree habitant habitante
  voisin voisine proprietaire locataire riverain riveraine demandeur demandeuse requerant requerante candidat candidate interesse interessee gerant gerante patron patronne`)

/** Family words before a first name: « mon fils Maxime ». */
export const kin =
  list(`fils fille enfant enfants mari epouse epoux femme conjoint conjointe compagne compagnon concubin concubine pere mere frere soeur grand-mere grand-pere petit-fils petite-fille neveu niece oncle tante
  cousin cousine bebe jumeau jumelle jumeaux belle-mere beau-pere beau-fils belle-fille parrain marraine papa maman mamie papy ami amie collegue tuteur tutrice curateur curatrice eleve`)

/** Words that introduce a name. */
export const introductions = new Set(
  list(
    "soussigne soussignee prenomme prenommee denomme denommee nomme nommee appelle famille couple epoux consorts veuve veuf sieur dame signe signee c'est nee ne",
  ),
)

/** Words before a surname that the list has: « le dossier Le Goff », « rappeler Ollivier ». */
export const surnameIntroductions = new Set(
  list('dossier dossiers affaire cas appeler rappeler contacter prevenir relancer joindre convoquer recevoir avertir remplacer opposant contre feu'),
)

/** Words of greeting before a first name. */
export const greetings = new Set(list('bonjour bonsoir salut coucou hello cher chere re merci hey hi'))

/** Words with a capital that are never a name: calendar, formulas, acronyms, and words of administration that the lexicon lacks. */
export const neverNames =
  list(`janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche
  cordialement sinceres sincerement respectueusement courriel email e-mail mail objet sujet re tr fwd fw date heure lieu nom prenom noms prenoms adresse telephone tel fax mobile portable signature cachet tampon
  france republique francaise etat union europe europeen europeenne internet intranet covid covoiturage rgpd cnil cada siret siren naf ape rcs tva ht ttc iban bic rib nir insee caf cpam msa urssaf
  ccas cias epci scot plu plui pcaet sdis sivom sivu cdg cnfpt agglo agglomeration metropole communaute commune communes departement region ville villes mairie prefecture hotel conseil municipal
  municipaux cst chsct capl cap rsa apa aah pch gir asa dalo hlm oph ess pmi ase pai ulis segpa rased cm1 cm2 ce1 ce2 cp ps ms gs ddtm ddt dreal ars cerfa spip sip dgfip dgcl
  rh si sig ctm btp mapa dce cctp ccap rc ae dpgf bpu pv cr ag ca ok kg km sa sas sarl google microsoft windows word excel outlook teams zoom facebook linkedin whatsapp
  annexe article articles alinea chapitre titre section livre tome page tableau figure numero ref reference dossier copie pj piece pieces nb ps np nc so sans objet neant total montant
  nord sud est ouest bretagne normandie occitanie corse alsace lorraine aquitaine provence ile-de-france finistere morbihan gironde
  entre pour par sur sous avec sans dans chez vers depuis selon suite apres avant pendant contre malgre outre hors voici voila suivant concernant afin ainsi alors aussi comme comment quand pourquoi quel quelle
  quels quelles qui que quoi dont ou et mais donc or ni car si lorsque puisque je tu il elle on nous vous ils elles ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs un une
  aucun aucune tout toute tous toutes chaque plusieurs certains certaines autre autres meme memes oui non pas plus moins deux trois quatre cinq six sept huit neuf dix premier premiere
  present presente presents presentes absent absente absents absentes excuse excusee excuses excusees
  bien bonne belle bon beau tres merci veuillez madame monsieur`)

/** Regions, departments, countries and towns in the names of places: two of them are not a person. */
export const geographicWords = new Set(
  list(`paris lyon marseille toulouse nice nantes strasbourg montpellier bordeaux lille rennes reims toulon grenoble dijon angers nimes villeurbanne clermont ferrand limoges tours amiens metz besancon perpignan
  orleans mulhouse rouen caen nancy brest lorient vannes quimper laval valence vienne lourdes florence nevers bourges poitiers rochelle niort angouleme perigueux agen pau tarbes albi rodez cahors auch foix carcassonne
  beziers narbonne sete ales avignon arles aix cannes antibes hyeres frejus gap digne annecy chambery bourg bresse macon chalon autun auxerre sens troyes chaumont langres epinal colmar belfort vesoul chartres dreux
  evreux beauvais compiegne senlis creteil bobigny nanterre versailles cergy pontoise evry melun meaux saint sainte ste rhin rhone loire seine garonne gironde dordogne charente maritime maritimes atlantique atlantiques
  marne meuse moselle vosges ardennes aisne oise somme eure calvados manche orne sarthe mayenne vendee vilaine armor cotes finistere morbihan landes pyrenees gers tarn aveyron lozere cantal correze creuse vienne indre
  cher loiret yonne nievre allier drome ardeche isere savoie alpes var vaucluse bouches herault gard aude ariege corse corsica reunion guadeloupe martinique guyane mayotte polynesie caledonie wallis futuna miquelon
  europe afrique asie amerique etats unis royaume uni espagne italie allemagne belgique suisse luxembourg portugal maroc algerie tunisie senegal mali turquie vietnam chine japon canada quebec bresil mexique inde
  new york los angeles san francisco londres londre berlin rome madrid bruxelles geneve lausanne casablanca alger tunis dakar rabat oran porto lisbonne hanoi istanbul varsovie bucarest lome abidjan bamako
  bigouden leon tregor cornouaille vannetais auge caux bray bearn bigorre gascogne quercy perigord limousin auvergne forez velay beaujolais bugey franche comte champagne ardenne picardie flandre flandres artois hainaut
  burkina faso sierra leone hong kong costa rica sri lanka cap vert porto rico salvador dominicaine congo brazzaville kinshasa gabon cameroun benin niger nigeria tchad togo ghana guinee bissau conakry ethiopie
  somalie kenya ouganda rwanda burundi tanzanie zambie zimbabwe angola mozambique madagascar comores maurice seychelles djibouti soudan egypte libye liban syrie irak iran arabie emirats qatar koweit jordanie israel palestine
  grece roumanie bulgarie hongrie pologne tcheque slovaquie slovenie croatie serbie bosnie kosovo albanie macedoine autriche norvege suede danemark finlande islande irlande ecosse angleterre galles russie ukraine
  bielorussie lettonie lituanie estonie georgie armenie azerbaidjan kazakhstan pakistan bangladesh nepal thailande laos cambodge birmanie malaisie indonesie philippines coree taiwan australie zelande argentine chili
  perou bolivie colombie venezuela equateur uruguay paraguay cuba haiti jamaique honduras guatemala nicaragua panama bas haut hauts grand petit nord sud languedoc roussillon midi provence alpilles cevennes camargue
  sepa natura schengen dublin maastricht lisbonne
  google amazon apple facebook meta microsoft windows android iphone samsung orange bouygues sfr free veolia suez engie edf enedis grdf sncf ratp airbus renault peugeot citroen ubuntu linux debian oracle adobe acrobat
  chrome firefox safari libreoffice openoffice edge office sharepoint onedrive gmail youtube twitter instagram tiktok chatgpt openai mistral anthropic claude gemini copilot llama notre dame sacre coeur assomption toussaint`),
)

/** Third-person verbs after a subject: they tell a surname that is also a word, at the beginning of a sentence. */
export const subjectVerbs =
  /^(?:a|est|etait|sera|serait|va|vient|part|peut|doit|veut|fait|dit|prend|met|sait|voit|rend|tient|recoit|ecrit|lit|ne|n'|s'|se|y|en|qui|ayant|etant|et|propose|\p{Ll}{2,}(?:e|ait|ent|era|erait|it|ut)(?:-t-(?:il|elle))?)$/u

/** People after whom places are called: named without a title, they are those. */
export const famousPeople = new Set(
  `victor hugo|camille claudel|jules ferry|simone veil|charles de gaulle|jean jaures|jean moulin|marie curie|pierre curie|louis pasteur|lucie aubrac|georges brassens|francois mitterrand|victor schoelcher|jacques prevert
emile zola|albert camus|antoine de saint-exupery|louise michel|simone de beauvoir|rosa parks|nelson mandela|martin luther king|olympe de gouges|josephine baker|jean mace|paul bert|marcel pagnol|jean de la fontaine
jules verne|honore de balzac|gustave flaubert|guy de maupassant|paul eluard|louis aragon|pablo picasso|claude monet|paul cezanne|auguste renoir|vincent van gogh|edith piaf|jacques brel|georges pompidou|jacques chirac
leon blum|pierre mendes france|aristide briand|leon gambetta|georges clemenceau|ferdinand foch|philippe leclerc|gaston monnerville|aime cesaire|leopold sedar senghor|frantz fanon|toussaint louverture
marie-curie|germaine tillion|genevieve de gaulle|pierre brossolette|guy moquet|missak manouchian|gabriel peri|danielle casanova|berty albrecht|jean zay|maurice genevoix|robert badinter|francoise sagan|george sand
colette besson|alain mimoun|marcel cerdan|yves du manoir|louis delluc|auguste delaune|pierre de coubertin|jesse owens|alice milliat|micheline ostermeyer|emil zatopek|eric tabarly|bernard hinault
anne frank|jeanne d'arc|jeanne darc|anne de bretagne|bertrand du guesclin|henri iv|louis xiv|napoleon bonaparte|jean-jacques rousseau|denis diderot|voltaire moliere|francois rabelais|pierre de ronsard|joachim du bellay
francois villon|blaise pascal|rene descartes|denis papin|claude bernard|irene joliot-curie|frederic joliot-curie|ambroise croizat|ambroise pare|rene laennec|henri dunant|mere teresa|abbe pierre|dolto francoise|francoise dolto
maria montessori|celestin freinet|henri wallon|jean piaget|jean vilar|gerard philipe|louis jouvet|jean cocteau|boris vian|raymond queneau|robert desnos|arthur rimbaud|paul verlaine|charles baudelaire
alphonse daudet|alphonse de lamartine|francois-rene de chateaubriand|theodore botrel|xavier grall|anatole le braz|ernest renan|tristan corbiere|max jacob|saint-john perse|rene char|jean giono|francis jammes
hector berlioz|claude debussy|maurice ravel|georges bizet|erik satie|olivier messiaen|django reinhardt|miles davis|nina simone|bob marley|henri matisse|fernand leger|sonia delaunay|niki de saint phalle|auguste rodin
le corbusier|jean prouve|charlotte perriand|haroun tazieff|paul-emile victor|jacques-yves cousteau|helene boucher|maryse bastie|jean mermoz|louis bleriot|roland garros|clement ader|youri gagarine|thomas pesquet
jean rostand|pierre bourdieu|michel foucault|jean-paul sartre|hannah arendt|stephane hessel|gisele halimi|marguerite duras|marguerite yourcenar|andre malraux|francois mauriac|roger martin du gard|romain rolland
henri barbusse|maurice thorez|marcel cachin|salvador allende|pablo neruda|che guevara|angela davis|malala yousafzai|wangari maathai|rigoberta menchu|mahatma gandhi|jean-baptiste colbert|jacques cartier|samuel de champlain
marechal foch|marechal leclerc|marechal juin|general leclerc|general de gaulle|robert schuman|jean monnet|konrad adenauer|winston churchill|franklin roosevelt|john kennedy|abraham lincoln|karl marx|adrienne bolland`
    .split(/[|\n]/)
    .map((name) => name.replaceAll('-', ' ')),
)
