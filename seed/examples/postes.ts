import type { SeedExample } from '../types.ts'

export const postes: SeedExample[] = [
  {
    starter: `Rédigez la fiche de poste d’un agent d’accueil à mi-temps.`,
    text: `## Fiche de poste : agent d’accueil

**{{collectivite|nom de la collectivité}}** — Temps non complet, 17 h 30 par semaine

| | |
| --- | --- |
| Cadre d’emplois | adjoints administratifs (catégorie C) |
| Rattachement | {{personne|responsable du service}} |
| Lieu | accueil de la mairie, {{lieu|adresse}} |
| Prise de poste | {{date|date de prise de poste}} |

### Raison d’être du poste

Recevoir le public, comprendre sa demande et l’orienter du premier coup.

### Activités

- **Accueil** : recevoir, renseigner, orienter ; tenir le standard.
- **Démarches** : enregistrer les inscriptions, remettre les formulaires, vérifier les pièces.
- **Courrier** : ouvrir, enregistrer et distribuer le courrier et les messages.
- **Vie du lieu** : afficher les actes, tenir à jour les informations, gérer les salles.

### Compétences attendues

- Savoir écouter, rester calme et discret, même devant une personne en colère.
- Connaître l’organisation d’une commune et les démarches courantes.
- Écrire un message clair et utiliser les outils bureautiques.

### Conditions

- Horaires fixes, en lien avec l’ouverture au public ; un samedi matin par mois.
- Travail en contact permanent avec le public ; discrétion professionnelle.

### À vérifier

- La délibération qui crée l’emploi et sa durée hebdomadaire.
- La fiche décrit le poste, et non la personne qui l’occupe.`,
  },
  {
    starter: `Écrivez une offre d’emploi qui donne envie pour un poste de secrétaire général.`,
    text: `## Offre d’emploi : secrétaire général de mairie (F/H)

**Vous aimez que les choses avancent, et que les gens soient bien reçus. {{collectivite|notre commune}} vous attend.**

### Votre rôle

Vous êtes, auprès du maire, celui ou celle sur qui tout le monde peut compter : les élus pour préparer leurs décisions, les agents pour travailler en confiance, les habitants pour être aidés.

### Vos journées

- **Le conseil** : préparer les dossiers, rédiger les délibérations, suivre ce qui est décidé.
- **Le budget** : le bâtir avec les élus, l’exécuter, chercher des subventions.
- **L’équipe** : organiser le travail de quelques agents et les accompagner.
- **Les habitants** : état civil, urbanisme, élections, et tout ce que la journée apporte.

### Vous

- Vous connaissez le fonctionnement d’une commune, ou vous avez envie de l’apprendre vite.
- Vous écrivez clairement et savez dire non avec tact.
- Toute expérience utile est bienvenue, du secteur public comme du privé.

### Nous

- Un maire disponible et une équipe soudée.
- Rémunération statutaire, régime indemnitaire, participation à la mutuelle, télétravail possible.
- Une formation dès l’arrivée.

**Candidature** : lettre et CV avant le {{date|date limite}}, à {{adresse|adresse électronique}}. Renseignements : {{telephone|téléphone}}.`,
  },
  {
    starter: `Relisez cette annonce et signalez ce qui peut discriminer.`,
    text: `## Relire une annonce

Collez ici le texte de l’annonce. Je signale chaque passage qui pourrait discriminer, avec une formule de remplacement.

| Formule à éviter | Pourquoi | À écrire plutôt |
| --- | --- | --- |
| « jeune et dynamique » | âge | « vous aimez un rythme soutenu » |
| « secrétaire (femme) » | sexe | « secrétaire (F/H) » |
| « de langue maternelle française » | origine | « vous écrivez le français avec aisance » |
| « sans contrainte familiale » | situation de famille | « horaires : un samedi par mois » |
| « résidant dans la commune » | lieu de résidence | « vous pouvez être sur place en cas d’astreinte » |
| « bonne présentation » | apparence physique | « vous recevez du public » |
| « en parfaite santé » | état de santé, handicap | « le poste comprend le port de charges de 10 kg » |

### Ce que je vérifie aussi

1. Chaque exigence est-elle utile au poste ?
2. Les critères que la loi interdit (code pénal, art. 225-1) sont-ils absents ?
3. L’annonce dit-elle que le poste est ouvert aux personnes en situation de handicap ?`,
  },
]
