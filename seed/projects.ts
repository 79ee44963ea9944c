import type { SeedProject } from './types.ts'

/** Demonstration projects, with fictional municipalities and figures, complete enough for an assistant to use. */
export const projects: SeedProject[] = [
  {
    slug: 'plan-de-mobilite-douce',
    name: `Nouveau plan de mobilité douce`,
    description: `Relier à pied et à vélo les écoles, la gare et le centre-bourg en trois ans, avec les habitants.`,
    content: `Exemple fictif, pour essayer les assistants.

## Contexte
Commune de 6 200 habitants, membre d’une communauté de communes. Deux écoles, un collège, une gare, un centre-bourg commerçant. La voirie communale relève de la commune ; la traversée principale est une route départementale. L’enquête menée auprès des familles (312 réponses) montre que 64 % des trajets vers l’école se font en voiture, dont la moitié pour moins de 2 km. La peur de la circulation est la première raison citée.

## Objectifs
1. Ramener à 45 % la part des trajets domicile-école en voiture en trois ans.
2. Créer 7,5 km d’itinéraires continus et lisibles, dont 2,8 km d’aménagements séparés.
3. Installer 180 places de stationnement pour vélos.
Hors périmètre : transport à la demande, stationnement payant.

## Acteurs
- Commanditaire : le maire ; élue référente : adjointe aux mobilités.
- Chef de projet : responsable des services techniques (30 % de son temps).
- Partenaires : département (route départementale), communauté de communes, région (gare), collège, conseils d’école, association cycliste locale.
- Inquiets : commerçants du centre-bourg (places de stationnement), riverains de la rue de la gare.

## Budget prévisionnel
| Poste | Montant HT |
|---|---|
| Études et concertation | 45 000 € |
| Aménagements | 610 000 € |
| Stationnement des vélos | 38 000 € |
| Signalisation et communication | 22 000 € |
| Total | 715 000 € |
Financements envisagés, non acquis : État, région, département. Reste à charge visé par les élus : 300 000 € sur trois exercices.

## Étapes
- Trimestre 1 : diagnostic partagé, balades à vélo et à pied avec les habitants.
- Trimestre 2 : schéma des itinéraires, délibération de principe, demandes de subvention.
- Trimestres 3 et 4 : expérimentation de deux rues scolaires et d’une zone de rencontre.
- Année 2 : travaux du premier itinéraire (gare, collège).
- Année 3 : travaux du second itinéraire, évaluation.

## Risques connus
- Refus ou retard du gestionnaire de la route départementale.
- Opposition des commerçants, faute d’information sur le report de 14 places.
- Subventions inférieures aux attentes.
- Charge du chef de projet pendant les travaux d’été.

## Décisions à venir
Choix des deux rues scolaires à expérimenter ; composition du comité de suivi ; calendrier des travaux pour éviter la rentrée.`,
  },
  {
    slug: 'renovation-energetique-de-l-ecole',
    name: `Rénovation énergétique de l’école`,
    description: `Rénover un groupe scolaire des années 1970 sans fermer les classes : énergie, confort d’été, accessibilité, cour végétalisée.`,
    content: `Exemple fictif, pour essayer les assistants.

## Contexte
Commune de 3 900 habitants. Groupe scolaire de 1 850 m² construit en 1974, 9 classes, 214 élèves, une restauration de 150 couverts. Chauffage au gaz, chaudière de 2001. Consommation moyenne des trois dernières années : 241 000 kWh de gaz et 52 000 kWh d’électricité par an. En juin, les classes du sud dépassent 30 °C. L’audit énergétique est réalisé ; le repérage de l’amiante avant travaux reste à commander.

## Objectifs
1. Réduire d’au moins 50 % la consommation d’énergie finale.
2. Rester sous 28 °C dans les classes en période scolaire, sans climatisation.
3. Rendre accessibles l’entrée, la restauration et les sanitaires.
4. Maintenir l’école ouverte pendant les travaux.

## Scénarios de l’audit
| Scénario | Contenu | Gain d’énergie | Coût travaux HT |
|---|---|---|---|
| A | Régulation, éclairage, isolation des combles | 22 % | 290 000 € |
| B | A, plus menuiseries, isolation par l’extérieur, ventilation | 54 % | 1 180 000 € |
| C | B, plus chaufferie bois, protections solaires, cour végétalisée | 68 % | 1 560 000 € |
Les élus penchent pour le scénario C, en deux tranches ; rien n’est voté.

## Acteurs
- Commanditaire : le maire ; élu référent : adjoint aux bâtiments.
- Chef de projet : directrice générale des services, avec un conseiller en énergie partagé.
- Usagers : directeur d’école, enseignants, agents de restauration et d’entretien, parents d’élèves.
- Partenaires : syndicat d’énergie, préfecture, région, Éducation nationale.

## Calendrier souhaité
Choix du scénario au conseil de mars ; consultation de maîtrise d’œuvre au printemps ; études jusqu’en décembre ; marchés de travaux en début d’année suivante ; première tranche l’été, seconde tranche l’été d’après. Quatre salles modulaires sont envisagées pour l’année intermédiaire.

## Financement
Autofinancement possible selon les finances : 350 000 €. Emprunt envisagé : 400 000 €. Subventions à rechercher pour le reste ; aucune demande n’est déposée et les travaux ne doivent pas commencer avant l’accord des financeurs.

## Risques connus
- Amiante découvert tardivement.
- Bruit et sécurité pendant la classe.
- Hausse des prix entre l’étude et les marchés.
- Régulation du chauffage mal prise en main par les agents.

## Décisions à venir
Scénario ; mode de maîtrise d’ouvrage ; solution d’accueil provisoire ; suivi des consommations après travaux.`,
  },
  {
    slug: 'dematerialisation-des-actes',
    name: `Dématérialisation des actes`,
    description: `Passer au circuit numérique complet des délibérations et arrêtés : rédaction, validation, signature, transmission, publication, archivage.`,
    content: `Exemple fictif, pour essayer les assistants.

## Contexte
Communauté de communes de 21 communes et 34 000 habitants, 126 agents. Environ 190 délibérations, 85 décisions et 240 arrêtés par an. Les rapports circulent par messagerie, les versions se croisent, la signature est manuscrite. La télétransmission au contrôle de légalité existe, mais les actes sont imprimés puis numérisés, donc illisibles par une synthèse vocale. Douze communes membres souhaitent rejoindre le dispositif.

## Objectifs
1. Un seul circuit, du rapport à l’archive, pour 100 % des actes en dix-huit mois.
2. Réduire de douze à cinq jours le délai moyen entre la séance et la publication.
3. Publier des documents accessibles, issus du texte et non d’une image.
4. Proposer le service aux communes volontaires par convention.

## Circuit visé
Rédaction sur modèle, avis du service financier, validation de la direction, validation de l’élu, ordre du jour, envoi aux élus, séance et votes, signature électronique, transmission, publication, notification, versement dans un système d’archivage.

## Acteurs
- Commanditaire : le président ; pilote : directrice des affaires générales.
- Contributeurs : service informatique, archiviste, délégué à la protection des données, référents de chaque service.
- Usagers : 38 élus communautaires (dont 9 peu à l’aise avec le numérique), 45 agents rédacteurs, habitants.

## Budget prévisionnel
Logiciel et intégration : 48 000 € HT la première année, puis 11 000 € HT par an. Certificats de signature : 2 400 € HT. Formation : 9 000 € HT. Temps interne estimé : 140 jours sur la durée du projet.

## Étapes
1. Recensement des types d’actes, des circuits et des modèles (deux mois).
2. Définition du besoin, sourcing et consultation (quatre mois).
3. Paramétrage et essai sur les décisions (trois mois).
4. Généralisation aux délibérations, puis aux arrêtés (six mois).
5. Ouverture aux communes et bilan (trois mois).

## Risques connus
- Modèles trop nombreux, circuits de validation recopiés sans être simplifiés.
- Absence d’un signataire le jour de l’échéance : délégations à vérifier.
- Données personnelles publiées par erreur dans un acte ou une annexe.
- Dépendance à un éditeur : réversibilité et formats à exiger.

## Décisions à venir
Liste des actes concernés par la première vague ; règles de nommage et d’anonymisation ; accompagnement des élus ; durée et coût de la convention proposée aux communes.`,
  },
]
