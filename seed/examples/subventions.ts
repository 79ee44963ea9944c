import type { SeedExample } from '../types.ts'

export const subventions: SeedExample[] = [
  {
    starter: `Lisez ce règlement d’aide et dites-moi si notre projet y répond.`,
    text: `## Votre projet et le règlement d’aide

Joignez le règlement avec le trombone, puis décrivez le projet en quelques lignes. Je rendrai ce tableau, chaque ligne avec la page du règlement.

| Condition du règlement | Ce que dit votre projet | Conclusion |
| --- | --- | --- |
| Bénéficiaire | {{collectivite|votre collectivité}} | à confirmer |
| Nature des travaux | à décrire | à confirmer |
| Coût et plafond | {{montant|coût du projet}} | à confirmer |
| Cumul avec d’autres aides | à lister | à confirmer |
| Date de dépôt | {{date|date prévue}} | à confirmer |
| Travaux non commencés | à certifier | condition de presque tous les règlements |

### Les trois refus les plus fréquents

1. Les travaux ont commencé avant l’accusé de réception du dossier.
2. Le total des aides publiques dépasse 80 % du coût hors taxes.
3. Une pièce manque à la date limite.`,
  },
  {
    starter: `Bâtissez le plan de financement d’un éclairage public à 120 000 euros.`,
    text: `## Plan de financement : rénovation de l’éclairage public

**{{collectivite|nom de la commune}}** — Coût total : 120 000 € HT

| Dépenses | Montant HT |
| --- | --- |
| Études et maîtrise d’œuvre | 9 000 € |
| Luminaires à diodes et pose | 88 000 € |
| Armoires de commande et horloges | 15 000 € |
| Imprévus | 8 000 € |
| **Total** | **120 000 €** |

| Recettes | Montant | Part | État |
| --- | --- | --- | --- |
| Syndicat départemental d’énergie | 36 000 € | 30 % | à demander |
| DETR ou DSIL | 36 000 € | 30 % | à demander |
| Certificats d’économie d’énergie | 6 000 € | 5 % | à valoriser avant la commande |
| Autofinancement de la commune | 42 000 € | 35 % | à inscrire au budget |
| **Total** | **120 000 €** | **100 %** | |

### Ce que montre ce plan

- Les aides publiques atteignent 65 % du coût : elles restent sous le plafond de 80 %.
- La TVA est avancée par la commune, puis compensée en partie par le FCTVA.

### À vérifier

- Les taux sont des hypothèses d’exemple : chaque financeur a les siens.
- Aucun bon de commande avant l’accusé de réception des dossiers, prévu le {{date|date de dépôt}}.`,
  },
  {
    starter: `Rédigez le courrier qui accompagne notre demande de subvention.`,
    text: `## Lettre d’accompagnement

**{{collectivite|nom de la commune}}**

À l’attention de {{personne|nom et qualité du destinataire}}

**Objet** : demande de subvention pour {{projet|intitulé du projet}}

Madame, Monsieur,

J’ai l’honneur de vous adresser la demande de subvention de la commune pour {{projet|intitulé du projet}}.

**Le besoin** : l’équipement actuel ne répond plus à l’usage qu’en font les habitants, et son entretien coûte chaque année davantage.

**Le projet** : il coûte {{montant|coût total}}. La commune sollicite une aide de {{montant2|aide demandée}}. Le plan de financement et le calendrier sont joints.

**Le calendrier** : les travaux commenceront le {{date|date de début}}, après l’accusé de réception de votre part.

Le conseil municipal a approuvé l’opération et autorisé cette demande. Mes services se tiennent à votre disposition pour toute précision.

Je vous prie d’agréer, Madame, Monsieur, l’expression de ma considération distinguée.

Le maire
[À COMPLÉTER : nom et signature]

### Pièces à joindre

- La délibération, le plan de financement signé, les devis ou l’estimation.
- L’attestation que les travaux n’ont pas commencé.
- Le relevé d’identité bancaire et le numéro SIRET.`,
  },
]
