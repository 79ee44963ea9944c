import type { SeedExample } from '../types.ts'

export const arretes: SeedExample[] = [
  {
    starter: `Rédigez un arrêté de circulation pour une fête de quartier le samedi.`,
    text: `## Arrêté temporaire de circulation et de stationnement

**{{collectivite|nom de la commune}}** — Arrêté n° [À COMPLÉTER : numéro]

**Objet** : réglementation de la circulation et du stationnement pour une fête de quartier

Le maire,

- Vu le code général des collectivités territoriales, notamment ses articles L.2212-2 et L.2213-1 à L.2213-6 ;
- Vu le code de la route, notamment son article R.411-8 ;
- Vu la demande de {{association|nom de l’organisateur}} ;

Considérant que la fête de quartier organisée {{lieu|voie ou place concernée}} attirera un public à pied et qu’il faut assurer sa sécurité ;

Considérant que la mesure est limitée à la durée de la fête et au lieu où elle se tient ;

### Articles

1. **Circulation** : elle est interdite {{lieu|voie ou place concernée}} le {{date|date de la fête}}, de {{heure|heure de début}} à {{heure2|heure de fin}}.
2. **Stationnement** : il est interdit et déclaré gênant au même endroit et pendant la même durée. Un véhicule en infraction pourra être mis en fourrière.
3. **Exceptions** : l’interdiction ne s’applique ni aux secours ni aux services publics. Les riverains sont guidés par l’organisateur.
4. **Déviation** : elle est indiquée par une signalisation posée par {{association|nom de l’organisateur}}, sous le contrôle des services techniques.
5. **Affichage** : le présent arrêté est affiché sur place sept jours au moins avant la fête.
6. **Exécution** : le directeur général des services et le commandant de la brigade de gendarmerie sont chargés de l’exécution du présent arrêté.

**Voies et délais de recours** : le présent arrêté peut être contesté devant le tribunal administratif dans les deux mois qui suivent sa publication.

Fait à {{commune|commune}}, le [À COMPLÉTER : date de signature]

### À vérifier avant de signer

- Le gestionnaire de la voie : sur une route départementale en agglomération, l’avis du département peut être nécessaire.
- Le passage des secours et des transports scolaires ou urbains.`,
  },
  {
    starter: `Comment motiver un arrêté qui interdit le stationnement devant l’école ?`,
    text: `## Motiver une interdiction de stationner devant l’école

Une mesure de police doit être **nécessaire**, **adaptée** et **proportionnée**. Les considérants le montrent par des faits.

| Ce qu’il faut établir | Ce qui le prouve | Considérant possible |
| --- | --- | --- |
| Un trouble réel | constats de la police municipale, plaintes datées, plan des lieux | Considérant que, les jours de classe, des véhicules arrêtés sur le trottoir obligent les enfants à marcher sur la chaussée ; |
| Un lien entre le trouble et la mesure | croquis, relevé de visibilité au passage piéton | Considérant que le stationnement devant l’entrée masque le passage piéton ; |
| Une limite dans l’espace | numéros de rue, nombre de places | Considérant que l’interdiction porte sur les seules places situées devant l’entrée de l’école ; |
| Une limite dans le temps | horaires d’entrée et de sortie | Considérant qu’elle ne vaut que de 8 h à 9 h et de 16 h à 17 h, les jours de classe ; |
| L’absence d’autre solution | essai d’un arrêt minute, places voisines | Considérant que des places restent disponibles à proximité ; |

### Une formule à éviter

« Considérant qu’il y a lieu de réglementer le stationnement » : elle ne dit ni le trouble ni le besoin, et se retrouve dans tous les arrêtés annulés.`,
  },
  {
    starter: `Préparez un arrêté de délégation de fonctions à une adjointe.`,
    text: `## Arrêté portant délégation de fonctions et de signature

**{{collectivite|nom de la commune}}** — Arrêté n° [À COMPLÉTER : numéro]

Le maire,

- Vu le code général des collectivités territoriales, notamment ses articles L.2122-18 à L.2122-20 ;
- Vu la délibération fixant le nombre des adjoints et le procès-verbal de leur élection ;

Considérant qu’il convient, pour la bonne marche de l’administration communale, de déléguer certaines fonctions du maire ;

### Articles

1. **Délégation** : {{personne|nom de l’adjointe}}, adjointe au maire, reçoit délégation, sous la surveillance et la responsabilité du maire, dans le domaine suivant : {{domaine|domaine délégué}}.
2. **Signature** : elle signe les actes, courriers et pièces comptables de ce domaine. Sa signature est précédée de la mention « Par délégation du maire ».
3. **Conflit d’intérêts** : elle s’abstient dans toute affaire à laquelle elle est intéressée ; le maire désigne alors, par arrêté, qui la supplée.
4. **Durée** : la délégation prend effet le {{date|date d’effet}} et subsiste tant qu’elle n’est pas rapportée.
5. **Exécution** : le présent arrêté est transmis au représentant de l’État, publié et notifié à l’intéressée.

Fait à {{commune|commune}}, le [À COMPLÉTER : date de signature]

### À vérifier avant de signer

- Le domaine est décrit assez précisément pour que chacun sache qui signe.
- L’acte est exécutoire avant la première signature donnée par délégation.`,
  },
  {
    starter: `Quelles formalités avant qu’un arrêté s’applique ?`,
    text: `## Avant qu’un arrêté s’applique

| Nature de l’arrêté | Transmission au contrôle de légalité | Publicité | Exécutoire |
| --- | --- | --- | --- |
| Réglementaire (circulation permanente, bruit, marché) | oui, sauf circulation et stationnement | publication | dès la dernière des deux formalités |
| De circulation ou de stationnement | non | publication et signalisation sur place | dès la publication, une fois les panneaux posés |
| Décision individuelle (permis, autorisation, sanction) | selon la matière (CGCT, art. L.2131-2) | notification à la personne | dès la notification, et la transmission où elle est due |
| Délégation de fonctions | oui | publication | dès la dernière des deux formalités |

### Dans l’ordre

1. **Signer** et dater l’arrêté, avec le nom et la qualité de qui signe.
2. **Transmettre** s’il y est soumis, et garder l’accusé de réception.
3. **Publier** sur le site de la commune, ou afficher où le conseil l’a choisi (communes de moins de 3 500 habitants).
4. **Notifier** à la personne concernée, avec les voies et délais de recours.
5. **Inscrire** au registre des arrêtés.`,
  },
]
