import type { SeedExample } from '../types.ts'

export const deliberations: SeedExample[] = [
  {
    starter: `Préparez une délibération fixant les tarifs de la cantine pour la rentrée.`,
    text: `## Délibération : tarifs de la restauration scolaire

**{{collectivite|nom de la commune}}** — Conseil municipal, séance du {{date|date de la séance}}

**Objet** : fixation des tarifs du service de restauration scolaire à compter de la rentrée

**Rapporteur** : {{personne|nom et qualité du rapporteur}}

### Visas

Le conseil municipal,

- Vu le code général des collectivités territoriales, notamment son article L.2121-29 ;
- Vu le code de l’éducation, notamment ses articles R.531-52 et R.531-53, selon lesquels les tarifs sont fixés par la collectivité et ne peuvent dépasser le coût par usager ;
- Vu le règlement intérieur du service de restauration scolaire ;

### Exposé des motifs

- **Le service** : la commune prépare et sert le repas de midi aux enfants des écoles pendant les jours de classe.
- **Le coût** : il comprend les denrées, le personnel, l’énergie et l’entretien. Le prix payé par les familles n’en couvre qu’une partie ; le reste est porté par le budget communal.
- **La proposition** : fixer le prix du repas à {{montant|tarif du repas}}, avec un tarif réduit selon le quotient familial.

### Décision

Après en avoir délibéré, le conseil municipal :

1. **Fixe** le tarif du repas à {{montant|tarif du repas}} pour les enfants domiciliés dans la commune.
2. **Fixe** les tarifs réduits et le tarif des enfants d’autres communes selon le tableau annexé.
3. **Dit** que ces tarifs s’appliquent à compter du {{date2|date d’entrée en vigueur}}.
4. **Autorise** le maire à signer tout document nécessaire à l’exécution de la présente délibération.

**Vote** : [À COMPLÉTER : pour, contre, abstentions, après la séance]

### À vérifier avant la séance

- Le coût de revient du repas, que le tarif ne peut pas dépasser.
- L’avis de la commission des affaires scolaires, s’il a été demandé.
- Après le vote : transmission au contrôle de légalité et publication (CGCT, art. L.2131-1).`,
  },
  {
    starter: `Quelles mentions ne doivent jamais manquer dans une délibération ?`,
    text: `## Les mentions d’une délibération

| Mention | Pourquoi |
| --- | --- |
| La date de la séance et celle de la convocation | elles prouvent que le délai de convocation a été respecté |
| Le nombre de membres en exercice, de présents et de votants, les pouvoirs | elles permettent de vérifier le quorum (CGCT, art. L.2121-17) |
| Le nom du président de séance et du secrétaire | ils signent l’acte et répondent de sa sincérité |
| L’objet, en une phrase | l’élu doit savoir ce qu’il décide, et le public aussi |
| Les visas | ils disent sur quel texte l’assemblée s’appuie |
| L’exposé des motifs | il explique le besoin, le choix et le coût |
| Le dispositif, article par article | c’est la seule partie qui décide |
| Le résultat du vote | il manque souvent, et sans lui rien n’est adopté |
| La date de transmission et celle de publication | l’acte n’est exécutoire qu’ensuite (art. L.2131-1) |

### Trois oublis fréquents

1. **La personne qui signe** : la délibération doit nommer qui reçoit l’autorisation.
2. **L’imputation budgétaire**, dès qu’il y a une dépense.
3. **Le retrait d’un élu intéressé** à l’affaire : il ne prend part ni au débat ni au vote (art. L.2131-11).`,
  },
  {
    starter: `Rédigez la délibération qui autorise le maire à signer une convention avec une association.`,
    text: `## Délibération : convention avec {{association|nom de l’association}}

**{{collectivite|nom de la commune}}** — Conseil municipal, séance du {{date|date de la séance}}

**Objet** : autorisation donnée au maire de signer une convention d’objectifs avec {{association|nom de l’association}}

### Visas

Le conseil municipal,

- Vu le code général des collectivités territoriales, notamment son article L.2121-29 ;
- Vu la loi n° 2000-321 du 12 avril 2000, notamment son article 10, qui demande une convention au-delà de 23 000 euros de subvention par an ;
- Vu le projet de convention annexé ;

### Exposé des motifs

- **L’action** : {{association|nom de l’association}} propose une activité ouverte à tous les habitants, qui répond à un intérêt public local.
- **L’aide** : la commune soutient cette action par une subvention de {{montant|montant de la subvention}} et par le prêt de locaux.
- **Le suivi** : l’association remet chaque année un compte rendu financier et un bilan de ses actions.

### Décision

Après en avoir délibéré, le conseil municipal :

1. **Approuve** la convention d’objectifs annexée, conclue pour {{duree|durée de la convention}}.
2. **Attribue** une subvention de {{montant|montant de la subvention}}, imputée à l’article 65748 du budget.
3. **Autorise** le maire à signer la convention et tout document qui s’y rapporte.

**Vote** : [À COMPLÉTER : pour, contre, abstentions, après la séance]

### À vérifier avant la séance

- Les élus qui dirigent l’association se retirent du débat et du vote (CGCT, art. L.2131-11).
- L’association a signé le contrat d’engagement républicain.`,
  },
  {
    starter: `Relisez mon projet de délibération et dites-moi ce qui le fragilise.`,
    text: `## Comment je relirai votre projet

Collez ici le texte, ou joignez le fichier avec le trombone. Voici ce que je regarde, dans cet ordre.

| Point | Question posée au texte | Risque |
| --- | --- | --- |
| Compétence | L’assemblée est-elle compétente, ou l’affaire est-elle déléguée au maire (art. L.2122-22) ? | annulation |
| Convocation | Le délai et la note de synthèse ont-ils été respectés ? | annulation |
| Quorum et vote | Les nombres sont-ils écrits et cohérents ? | annulation |
| Élu intéressé | Qui s’est retiré, et est-ce écrit ? | annulation, et parfois pénal |
| Motifs | Un élu qui découvre le dossier comprend-il le choix ? | contestation |
| Dispositif | Un verbe par décision, un montant, une date, un signataire ? | acte inapplicable |
| Rétroactivité | L’acte décide-t-il pour le passé ? | annulation |

### Ce qu’il me faut

1. Le texte du projet.
2. La date de la séance et celle de la convocation.
3. Les avis et délibérations antérieurs que le texte vise.`,
  },
]
