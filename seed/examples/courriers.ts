import type { SeedExample } from '../types.ts'

export const courriers: SeedExample[] = [
  {
    starter: `Répondez à une habitante qui demande l’élagage d’arbres devant chez elle.`,
    text: `## Lettre de réponse

**{{collectivite|nom de la commune}}**
Services techniques

À l’attention de {{personne|nom de la destinataire}}
{{lieu|adresse}}

**Objet** : votre demande d’élagage

Madame,

Par votre message du {{date|date de la demande}}, vous nous avez signalé que les arbres plantés devant votre domicile gênent vos fenêtres et que leurs branches approchent de votre toiture.

Un agent du service des espaces verts se rendra sur place le {{date2|date de la visite}}. Il vérifiera l’état des arbres et la distance qui les sépare des façades.

Si la taille est nécessaire, elle sera faite en dehors de la période où les oiseaux nichent, sauf danger immédiat. Nous vous dirons par écrit la date retenue, ou la raison pour laquelle la taille n’aura pas lieu.

D’ici là, si une branche menaçait de tomber, appelez-nous sans attendre : {{telephone|téléphone du service}}.

Je vous prie d’agréer, Madame, l’expression de mes salutations distinguées.

Le maire
[À COMPLÉTER : nom et signature]

### À vérifier avant l’envoi

- Les arbres sont bien communaux, et non départementaux ou privés.
- Le service peut tenir la date annoncée.`,
  },
  {
    starter: `Rédigez un refus courtois de prêt de la salle communale.`,
    text: `## Lettre de refus

**{{collectivite|nom de la commune}}**
Service de la vie associative

À l’attention de {{personne|nom du demandeur}}

**Objet** : votre demande de prêt de la salle communale

Madame, Monsieur,

Vous avez demandé à disposer de la salle communale le {{date|date demandée}}. J’ai le regret de ne pouvoir répondre favorablement à votre demande : {{motif|motif du refus}}.

Deux solutions restent possibles :

- une autre date, que le service peut vous proposer par téléphone au {{telephone|téléphone du service}} ;
- une autre salle, selon le nombre de personnes que vous attendez.

Le règlement d’utilisation des salles est joint à cette lettre. Vous pouvez contester cette décision, dans les deux mois qui suivent sa réception, auprès du maire ou devant le tribunal administratif.

Je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.

Le maire
[À COMPLÉTER : nom et signature]

### À vérifier avant l’envoi

- Le motif figure dans le règlement (salle déjà prise, travaux, sécurité) et vaut pour tous de la même façon.
- Un refus opposé à une association ne peut tenir à ses opinions.`,
  },
  {
    starter: `Demandez les pièces qui manquent à un dossier d’inscription scolaire.`,
    text: `## Lettre de demande de pièces

**{{collectivite|nom de la commune}}**
Service des affaires scolaires

À l’attention de {{personne|nom des parents}}

**Objet** : inscription scolaire, pièces à nous remettre

Madame, Monsieur,

Nous avons bien reçu la demande d’inscription de votre enfant. Pour la terminer, il nous manque les pièces suivantes :

- [ ] un justificatif de domicile de moins de trois mois ;
- [ ] le livret de famille ou un extrait d’acte de naissance ;
- [ ] un document qui atteste que l’enfant a reçu les vaccins obligatoires pour son âge.

Merci de nous les remettre avant le {{date|date limite}}, à l’accueil de la mairie ou par courriel à {{adresse|adresse du service}}.

Si vous ne pouvez pas fournir l’une d’elles, appelez-nous au {{telephone|téléphone du service}} : une solution existe dans la plupart des cas, et l’école ne peut être refusée à votre enfant pour cette raison.

Je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.

Le service des affaires scolaires

### À vérifier avant l’envoi

- La liste ne demande que ce que le code de l’éducation permet (art. D.131-3-1).
- La date laisse au moins quinze jours à la famille.`,
  },
]
