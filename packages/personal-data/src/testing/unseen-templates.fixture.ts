/**
 * Texts of a measure on other names and wordings than those of the development set. `{p1}` is a person in full, `{p1.last}`, `{p1.first}`, `{p1.LAST}` (surname in
 * capitals, then the first name), `{p1.UP}` (surname alone in capitals), `{p1.initial}` their other forms, `{p1.mr}` their civility. Other places take a value of the kind
 * that they name. What is between `[[` and `]]` must stay.
 */
export const templates: readonly string[] = [
  `{p1.mr} {p1}
{adresse}, {commune}
Portable : {telephone}

Objet : [[taille de la haie du parc Georges-Pompidou]]

Madame la Maire,
Voisin du parc depuis [[2009]], je constate que la haie déborde sur le trottoir de la [[rue des Écoles]]. {p2.mr} {p2.last}, qui habite en face, me dit avoir écrit aussi. Le [[12 mai 2025]], {p2.mr} {p2.last} a failli tomber.
Veuillez recevoir mes salutations distinguées.
{p1}`,
  `ARRÊTÉ DU PRÉSIDENT N° [[2025-114]]
Vu le [[code général de la fonction publique]] ;
Vu la demande de {p1.mr} {p1.first} {p1.UP}, [[adjoint technique territorial]], en date du [[3 mars 2025]] ;
Considérant que {p1.mr} {p1.last} remplit les conditions de l’[[article L. 514-1]] ;
Article 1er. {p1.mr} {p1.first} {p1.UP}, né(e) le {naissance} à Lorient, NIR {nir}, est placé(e) en disponibilité.
Article 2. Le présent arrêté sera notifié à {p1.mr} {p1.last}.`,
  `De : {p1.LAST} <{email1}>
Envoyé : [[mardi 4 mars 2025 09:12]]
À : {p2.LAST}
Cc : {p3.LAST}; accueil
Objet : RE: planning de la semaine [[12]]

Bonjour {p2.first},
Je serai absente jeudi ; {p3.first} me remplacera à la [[médiathèque Louise-Michel]].
Bonne journée,
{p1.first}

{p1}
Service des ressources humaines
Tél. {telephone}`,
  `From: {p1} <{email1}>
To: {p2} <{email2}>
Date: [[Mon, 3 Mar 2025 10:00:00 +0100]]
Subject: Devis [[DV-2025-0042]]

Bonjour,
Voici le devis de [[4 512,30 €]] TTC. {p2.mr} {p2.last} peut me joindre au {telephone}.
Bien cordialement,
{p1}`,
  `| Nom de famille | Prénoms | Date de naissance | Adresse | Tél. |
|---|---|---|---|---|
| {p1.cellLast} | {p1.cellFirst} | {naissance} | {adresse} | {telephone} |
| {p2.cellLast} | {p2.cellFirst} | {naissance} | {adresse} | {telephone} |
| {p3.cellLast} | {p3.cellFirst} | {naissance} | {adresse} | {telephone} |`,
  `prenom,nom,email,mobile
{p1.cellFirst},{p1.cellLast},{email1},{telephone}
{p2.cellFirst},{p2.cellLast},{email2},{telephone}
{p3.cellFirst},{p3.cellLast},{email3},{telephone}`,
  `Élève	Responsable légal 1	Portable	Allergie
{p1.LAST}	{p2}	{telephone}	[[gluten]]
{p3.LAST}	{p4}	{telephone}	[[aucune]]`,
  `LISTE DES INSCRITS AU STAGE DE VOILE
Nom                 Prénom          Né(e) le        Niveau
{p1.cellUp}            {p1.cellFirst}           {naissance}      [[débutant]]
{p2.cellUp}            {p2.cellFirst}           {naissance}      [[confirmé]]`,
  `Information préoccupante reçue le [[14/02/2025]]
L’enseignante de {p1.first}, {p3.mr} {p3.last}, signale des absences répétées. La mère, {p2}, vit seule au {adresse}. Le père serait {p4}, sans domicile connu. {p1.first} dit dormir chez sa grand-mère.
Contact de la famille : {telephone}. [[Article L. 226-3]] du code de l’action sociale et des familles.`,
  `ATTESTATION SUR L’HONNEUR
Je soussigné(e) {p1}, né(e) le {naissance} à Clermont-Ferrand, demeurant {adresse}, atteste héberger à titre gratuit {p2.mr} {p2} depuis le [[1er janvier 2024]].
Fait à [[Tours]], le [[2 mars 2025]]
Signature : {p1}`,
  `Bonjour, {p1.mr} {p1.last} a rappelé ce matin ({telephone}), elle voudrait un rendez-vous avec {p2} avant le [[15 mars]]. Son dossier est chez {p3.first} {p3.UP}. Merci, {p4.first}`,
  `Tour de table : {p1.first} {p1.UP} (RH), {p2} (informatique), {p3} (centre technique).
{p1.first} présente le calendrier. {p2.mr} {p2.last} rappelle le budget de [[12 000 €]]. {p3.UP} demande un report au [[15 avril]].
Prochaine réunion en [[salle Jean-Monnet]], [[mardi]].`,
  `[10:32] {p1}: bonjour, le badge ne marche plus
[10:33] {p2}: quel est votre numéro ?
[10:35] {p1}: {telephone}, ou {email1}
[10:36] {p2}: merci, voyez avec {p3.first} {p3.last} au [[bâtiment C]]`,
  `MANDAT DE PRÉLÈVEMENT SEPA
Titulaire du compte : {p1.LAST}
Adresse : {adresse} {commune}
IBAN : {iban}
BIC : [[AGRIFRPP882]]
Créancier : [[Régie de l’eau]], ICS [[FR12ZZZ123456]]`,
  `Rapport d’intervention du [[8 mars 2025]]
A 23 h 15, contrôle d’un véhicule immatriculé {immatriculation} conduit par {p1.mr} {p1.LAST}, né(e) le {naissance}. Passager : {p2}. Le conducteur déclare habiter {adresse}. Infraction à l’[[article R. 413-17]]. Une deuxième voiture, {immatriculation}, a pris la fuite [[boulevard du Maréchal-Juin]].`,
  `{p1.first} {p1.UP}
{adresse}
{commune}
{telephone} - {email1}

EXPÉRIENCE
[[2019-2024]] Agent d’accueil, [[mairie de Vannes]]
[[2015-2019]] Vendeur, [[magasin Fleurs de Sel]]
Référence : {p2}, chef de service`,
  `BAIL PROFESSIONNEL
Entre les soussignés : {p1.mr} {p1}, demeurant {adresse}, ci-après « le bailleur », d’une part, et {p2.mr} {p2}, ci-après « le preneur », d’autre part.
Article 1. Le loyer est de [[650 €]] par mois, payable sur le compte {iban}.`,
  `JURY DE RECRUTEMENT – [[21 mars 2025]]
Jury : {p1.mr} {p1} (présidente), {p2.mr} {p2} et {p3.mr} {p3}.
Candidats : {p4}, {p5}.
{p4.mr} {p4.last} a exposé son parcours ; {p5.mr} {p5.last} a été plus précise. Choix : {p5.UP}.`,
  `1. {p1.LAST} – {naissance} – né(e) à Dax – {telephone}
2. {p2.LAST} – né(e) le {naissance} – {telephone}
3. {p3.LAST} – né(e) le {naissance} – {telephone}`,
  `Destinataires : {p1} ; {p2} ; {p3}
Copie : [[direction générale]]
Note de service n° [[17]] : à compter du [[1er avril]], {p1} assure l’intérim de {p2.mr} {p2.last}. Toute demande passe par {p1.initial}.`,
  `« Nous voulons un vrai passage piéton », résume {p1}, habitante du [[quartier des Tanneurs]]. Son voisin {p2} approuve. À la [[mairie]], {p3.mr} {p3.last}, adjointe, promet une réponse. {p1.last} attend depuis [[2023]].`,
  `MADAME {p1.ALLUP}
{adresse.UP}
{commune}

Madame,
Votre demande de carte de stationnement est acceptée. Votre gestionnaire, {p2}, se tient à votre disposition au {telephone}.`,
  `Rédige un courrier à {p1.mr} {p1} pour lui dire que son fils {p2.first} est admis à la [[crèche Les Petits Loups]] à la [[rentrée 2025]]. Ton chaleureux. Signature : {p3}, responsable petite enfance.`,
  `Accident du travail
Victime : {p1.LAST}, agent d’entretien, n° de sécurité sociale {nir}
Témoin : {p2}
Circonstances : chute dans l’escalier de l’[[école Pablo-Picasso]] le [[3/2/2025]] à [[8 h 10]].
Médecin : Dr {p3.last}, {adresse}, {commune}
Arrêt jusqu’au [[17/02/2025]].`,
  `Demande de remboursement
Bénéficiaire : {p1}
N° fiscal : {fiscal}
Carte utilisée : {carte}
Montant : [[125,40 €]]
Merci d’écrire à {email1} ou d’appeler {p2} au {telephone}.`,
  `Le connecteur LDAP refuse la connexion :
LDAP_BIND_PASSWORD={secret}
user={email1}
token: {secretToken}
serveur=[[ldap01.interne.exemple]], port [[636]]
{p1}, direction des systèmes d’information`,
  `Présents : {p1.first} {p1.UP}, {p2.first} {p2.UP}, {p3.first} {p3.UP}
Absents ayant donné pouvoir : {p4.first} {p4.UP} à {p1.first} {p1.UP}
Absents : {p5.first} {p5.UP}

1) Budget. {p2.mr} {p2.last} expose les recettes ([[chapitre 70]]). {p3.mr} {p3.last} vote contre.
2) Voirie. {p1.mr} {p1.last} propose l’achat d’un tracteur ([[38 900 €]]).`,
  `Contrat de prêt de la [[salle polyvalente]]
Emprunteur : Association [[Les Amis du Lavoir]], représentée par {p1.mr} {p1}, présidente
Tél. {telephone} – courriel {email1}
Caution : chèque de [[300 €]]
État des lieux avec {p2.first} ({telephone})`,
  `Bonjour {p1.mr} {p1.last},

Comme convenu avec ma collègue {p2}, je vous confirme le rendez-vous du [[jeudi 6 mars à 14 h]] à la [[maison France services]].
Munissez-vous de l’acte de mariage avec {p3}.

Bien à vous,
{p4.initial}`,
  `Mention marginale
Marié à [[Angers]] le [[3 mai 1998]] avec {p2}. {p1}, né le {naissance} de {p3} et de {p4}, est décédé à [[Cholet]] le [[2 mars 2025]].`,
  `Compte rendu de visite à domicile
{p1.mr} {p1.last} ({p1.first}), 82 ans, vit au {adresse}. Sa fille {p2} passe le dimanche. Aide à domicile : {p3}, le matin. {p1.mr} {p1.last} se déplace avec une canne. Numéro de la fille : {telephone}. GIR [[3]].`,
  `Dossier suivi par : {p1}
Affaire : permis de construire [[PC 056 034 25 00012]], parcelle [[AB 245]]
Pétitionnaire : {p2.mr} {p2}
Terrain : {adresse}
Architecte : {p3}
Surface : [[142 m²]]`,
  `Planning des permanences
Lundi : {p1.first} {p1.last}
Mardi : {p2.first} {p2.last}
Mercredi : {p3.first} {p3.last}
En cas d’absence, prévenir {p1.first} au {telephone}.`,
  `Mon époux {p1.first} et moi-même, {p2}, souhaitons inscrire nos enfants {p3.first} et {p4.first} à l’[[école Jacques-Prévert]]. Nous habitons {adresse}. Merci de nous répondre à {email1}.`,
  `Réunion avec les époux {p1.last} : ils contestent le bornage de la parcelle [[ZK 12]]. Le géomètre, {p2}, a transmis le plan à {p3.mr} {p3.last}. Renvoi au [[22 avril]].`,
  `Relance : le titre [[n° 1184]] de [[84,50 €]] émis au nom de {p1.LAST} reste impayé. Redevable joignable à {email1}. Ancien compte : {iban}.`,
  `Délégation de signature à {p1.mr} {p1}, directrice générale adjointe, et en son absence à {p2.mr} {p2}, pour les actes visés à l’[[article L. 5211-9]] du CGCT.`,
  `Interlocuteurs du chantier :
- maîtrise d’œuvre : {p1} ({email1})
- entreprise : {p2}, {telephone}
- mairie : {p3}
Point avec {p1.first} et {p2.mr} {p2.last} lundi sur la [[passerelle du Moulin]].`,
  `SÉANCE DU [[12 DÉCEMBRE 2024]]
ÉTAIENT PRÉSENTS : MM. {p1.UP}, {p2.UP}, MMES {p3.UP} ET {p4.UP}.
LE PRÉSIDENT OUVRE LA SÉANCE. M. {p1.UP} EST DÉSIGNÉ SECRÉTAIRE.`,
  `Suivi PAI
Enfant : {p1.first} {p1.last}, CE1
Maman : {p2}, {telephone}
Papa : {p3}, {telephone}
Référente : {p4.mr} {p4.last}
{p1.first} ne doit pas manger d’[[arachide]].`,
  `COMPTE RENDU DE MÉDIATION DE VOISINAGE
Parties : {p1.mr} {p1} et {p2.mr} {p2}, tous deux locataires au {adresse}.
{p1.mr} {p1.last} reproche à {p2.mr} {p2.last} des bruits de pas. {p2.mr} {p2.last} répond que ses horaires sont décalés.
Médiatrice : {p3}. Un accord est signé le [[3 juin 2025]].`,
  `Objet : réclamation facture d'eau n° [[2025-44871]]
Je, {p1}, demeurant {adresse}, {commune}, conteste la somme de [[312,45 €]]. Le relevé a été fait en mon absence par votre agent {p2}. Mon compteur est le [[n° A12-558]]. Vous pouvez me joindre le soir : {telephone}.
Dans l'attente, recevez mes salutations.
{p1.LAST}`,
  `Fiche de liaison – portage de repas
Bénéficiaire : {p1.mr} {p1.LAST}
Né(e) le {naissance}
Régime : [[sans sel]]
Personne à prévenir : {p2} (sa nièce), {telephone}
Clé chez {p3.mr} {p3.last}, {adresse}`,
  `CONSTAT AMIABLE (extrait)
Véhicule A : {p1.LAST}, {immatriculation}, assurance [[MAIF]]
Véhicule B : {p2.LAST}, {immatriculation}
Témoin : {p3}, {telephone}
Lieu : [[rond-point des Quatre-Routes]], le [[12/02/2025]] à [[17 h 45]]`,
  `Bonjour à tous,
Petit rappel : {p1.first} et {p2.first} sont de permanence samedi. {p3} prend le téléphone d'astreinte ({telephone}). Les clés du [[gymnase Marie-José-Pérec]] sont chez {p4}.
Bon week-end
{p5.first}`,
  `Rapport d'incident informatique [[INC-2025-0917]]
Déclarant : {p1} ({email1})
Le compte de {p2} a été bloqué après [[5]] essais. Mot de passe provisoire : {secret}
Résolu par {p3} à [[11 h 20]].`,
  `PROCÈS-VERBAL DE LA CAP – catégorie [[B]]
Siègent : {p1.mr} {p1.first} {p1.UP}, {p2.mr} {p2.first} {p2.UP}, {p3.mr} {p3.first} {p3.UP} (suppléant de {p4.mr} {p4.last}).
Cas n° [[1]] : agent {p5.LAST}, né(e) le {naissance}, NIR {nir}. Avis favorable à l'unanimité.`,
  `Demande de place en crèche
Enfant à naître ou né : {p1.first} {p1.last}, née le {naissance}
Parent 1 : {p2}, {email2}, {telephone}
Parent 2 : {p3}
Nos revenus : [[2 140 €]] par mois. Nous connaissons {p4}, auxiliaire à la [[crèche Les Coccinelles]].`,
  `Virement à effectuer
Au profit de : {p1.mr} {p1}
IBAN : {iban}
Motif : remboursement caution [[salle Ambroise-Croizat]]
Ordonnateur : {p2}, adjoint aux finances
Numéro fiscal du bénéficiaire : {fiscal}`,
  `Registre des délibérations – signatures
{p1.first} {p1.UP}	[[présent]]
{p2.first} {p2.UP}	[[présente]]
{p3.first} {p3.UP}	[[pouvoir]]
{p4.first} {p4.UP}	[[absent]]`,
  `matricule,civilite,nom,prenom,date_naissance,iban
[[00451]],M.,{p1.cellLast},{p1.cellFirst},{naissance},{iban}
[[00452]],Mme,{p2.cellLast},{p2.cellFirst},{naissance},{iban}
[[00453]],Mme,{p3.cellLast},{p3.cellFirst},{naissance},{iban}`,
  `Mesdames, Messieurs,
Nous sommes plusieurs riverains de la [[rue Jean-Moulin]] ({p1}, {p2}, {p3} et {p4}) à demander un ralentisseur. {p1} a déjà écrit à la mairie en [[2023]].
Pour le collectif,
{p2}`,
  `Peux-tu reformuler ce message ? « Bonjour {p1.mr} {p1.last}, votre dossier est incomplet, il manque l'acte de naissance de {p2}. Répondez à {p3} ou au {telephone}. »`,
  `DÉCISION D'ATTRIBUTION
Vu la demande de logement n° [[029 0123 456789]] de {p1.mr} {p1}, marié(e) à {p2.LAST}, deux enfants : {p3.first} et {p4.first} ;
Vu l'avis de la commission du [[6 mai 2025]] ;
Le logement sis {adresse} est attribué. Gestionnaire : {p5} ({email5}).`,
  `Carte bancaire refusée au guichet de la [[piscine Alfred-Nakache]] : {carte}, au nom de {p1.ALLUP}. La caissière, {p2}, a rendu la carte. {p1.mr} {p1.last} a payé en espèces.`,
]

/** Texts about nobody: everything stays. */
export const emptyTemplates: readonly string[] = [
  `Vu le code de l’urbanisme, notamment ses articles L. 151-1 et suivants et R. 151-1 à R. 151-55 ; Vu la délibération du 3 avril 2024 ; Monsieur le Président expose que la Communauté de communes du Pays d’Auge reverse 12 450,00 € à la commune.`,
  `Travaux avenue Jean-Jaurès et rue du Général-de-Gaulle du 3 au 14 mars 2025. Déviation par la place Simone-Veil et le boulevard Victor-Hugo. Le collège Marie-Curie, le gymnase Colette-Besson et la médiathèque Albert-Camus restent ouverts.`,
  `Le Conseil municipal, après en avoir délibéré, approuve le compte administratif 2024. Pour : 21. Contre : 3. Abstentions : 2. Le Maire est autorisé à signer tout document. Recettes : chapitre 73, compte 73111, 1 245 300 €.`,
  `Le Crédit Agricole, Orange et La Poste ont ouvert une agence en Bretagne Sud. La Région Grand Est et le Département du Bas-Rhin soutiennent le projet France Relance. L’INSEE et la DGFiP publient les chiffres de mars.`,
  `Comment demander l’aide au logement ? Il faut remplir le formulaire Cerfa n° 10840*07 sur Service-Public.fr, joindre un RIB et la copie de l’avis d’imposition 2024. Le délai est de deux mois. Appeler le 3939 ou le 0 809 549 549.`,
  `Programme : concert de musique baroque à l’église Saint-Martin, exposition Auguste Rodin, conférence sur Rosa Parks, tournoi Pierre de Coubertin. Entrée : 5 €. Renseignements à l’Office de tourisme.`,
  `SIRET 123 456 789 00012, APE 8411Z, TVA FR12345678901. Marché n° 2025-014, lot 3 « Gros œuvre ». Remise des offres le 14/04/2025 à 12 h 00. CPV 45210000-2. Estimation : 1 200 000,00 € HT.`,
  `Mesdames et Messieurs les Conseillers, Madame la Sous-Préfète, Monsieur le Directeur, je vous remercie de votre présence. Le Premier ministre et le ministre de l’Intérieur ont signé le décret n° 2024-1023 du 13 novembre 2024.`,
  `Résume ce texte en cinq points. Fais un tableau avec les colonnes Nom, Prénom, Date de naissance, Adresse, puis laisse les lignes vides. Ajoute une phrase sur le RGPD et sur le délégué à la protection des données.`,
  `Loi n° 82-213 du 2 mars 1982, dite loi Defferre ; loi NOTRe ; loi Climat et Résilience ; loi Labbé ; loi Egalim. La jurisprudence Danthony et l’arrêt Cadot restent applicables. Le plan Vigipirate est activé.`,
]
