import type { SeedExample } from '../types.ts'

export const notes: SeedExample[] = [
  {
    starter: `Rédigez une note d’une page pour choisir entre rénover et reconstruire la salle des fêtes.`,
    text: `## Note aux élus : rénover ou reconstruire la salle des fêtes

**{{collectivite|nom de la commune}}** — Note du {{date|date de la note}}

**La question** : la salle des fêtes est ancienne et coûte cher à chauffer. Faut-il la rénover ou la reconstruire ?

### Les deux options

| Critère | Rénover | Reconstruire |
| --- | --- | --- |
| Coût des travaux | {{montant|estimation de la rénovation}} | {{montant2|estimation de la reconstruction}} |
| Durée de fermeture | courte, par tranches | longue, mais l’ancienne salle peut servir pendant les travaux |
| Énergie | gain sensible, limité par la structure | bâtiment conçu pour consommer peu |
| Accessibilité | à reprendre, parfois avec dérogation | complète |
| Aides possibles | DETR, DSIL, fonds vert pour la part énergétique | DETR, DSIL |
| Risque principal | découvrir de l’amiante ou un défaut de structure | dépasser le budget et perdre le lieu auquel les habitants tiennent |

### Ce que montre la comparaison

- La rénovation convient si la structure est saine et si la taille de la salle suffit.
- La reconstruction se justifie si la salle est trop petite ou si le diagnostic révèle un désordre grave.

### Proposition

Commander d’abord un **diagnostic de structure et d’énergie**, puis décider. Il évite de choisir sur une estimation fragile, et les financeurs le demandent.

### Décision attendue

Autoriser le maire à commander le diagnostic et à demander les aides correspondantes.`,
  },
  {
    starter: `Expliquez aux élus l’intérêt d’un groupement de commandes.`,
    text: `## Note aux élus : le groupement de commandes

**En une phrase** : plusieurs collectivités achètent ensemble, par un seul marché, ce dont chacune a besoin (code de la commande publique, art. L.2113-6).

### Ce que la commune y gagne

- **Un meilleur prix** : un volume plus grand intéresse plus de fournisseurs.
- **Du temps** : une seule procédure, conduite par un coordonnateur.
- **Une compétence** : la commune profite du savoir-faire du coordonnateur.

### Ce qu’elle accepte

- **Un besoin commun** : il faut s’accorder sur ce que l’on achète.
- **Un calendrier commun** : on ne choisit plus seul la date du marché.
- **Une convention** : elle dit qui coordonne, qui signe et qui paie.

| Étape | Qui | Quand |
| --- | --- | --- |
| Recenser les besoins | chaque commune | deux mois avant |
| Délibérer sur la convention | chaque conseil | avant la consultation |
| Consulter et attribuer | le coordonnateur | selon la procédure |
| Exécuter et payer | chaque commune pour sa part | pendant le marché |

### Décision attendue

Adhérer au groupement, approuver la convention et autoriser le maire à la signer.`,
  },
  {
    starter: `Résumez ce dossier en trois options avec leurs coûts.`,
    text: `## Trois options : la forme que prendra la note

Joignez le dossier avec le trombone, ou collez-en le texte. La note aura cette forme.

| | Option 1 : ne rien changer | Option 2 : améliorer l’existant | Option 3 : changer de solution |
| --- | --- | --- | --- |
| Ce que c’est | la situation continue | des travaux ou un avenant | un nouveau projet |
| Coût d’investissement | aucun | {{montant|coût de l’option 2}} | {{montant2|coût de l’option 3}} |
| Coût annuel | celui d’aujourd’hui | à comparer | à comparer |
| Avantage | aucune décision à prendre | rapide | durable |
| Risque | le problème demeure | traite l’effet, non la cause | délai et financement |

### Ce que la note dira ensuite

1. L’option que le dossier rend la plus solide, avec la page qui le montre.
2. Ce que le dossier ne dit pas et qu’il faut demander.
3. La décision attendue des élus, en une phrase.`,
  },
]
