import type { Day } from '../documents/validity.ts'

/** Sentence about the law, with its source. `read`: day on which the source was last read. `isSure` false: shown as to be checked in the published text. */
type LegalSentence = { text: string; source: string; read: Day; isSure: boolean }

/** Every sentence about the law in the screens and the exports of governance. Their other files state none (legal-sentences.test.ts). */
export const legalSentences = {
  annexIII: {
    text: 'L’annexe III du règlement européen sur l’intelligence artificielle range parmi les usages à haut risque certains usages en matière de recrutement et de gestion du personnel, d’accès aux aides et aux services publics essentiels, d’éducation, de migration, de contrôle, de justice, de réseaux et de biométrie.',
    source: 'Règlement (UE) 2024/1689 du 13 juin 2024, article 6, paragraphe 2, et annexe III, JO L du 12.7.2024',
    read: '2026-11-30',
    isSure: true,
  },
  annexIIIDate: {
    text: 'Les obligations qui s’y attachent étaient prévues pour le 2\u00a0août 2026\u00a0; l’accord du 7\u00a0mai 2026 («\u00a0omnibus numérique\u00a0») prévoit leur report au 2\u00a0décembre 2027. Vérifiez le texte publié au Journal officiel de l’Union européenne.',
    source: 'Règlement (UE) 2024/1689, article 113\u00a0; proposition COM(2025) 836 et accord politique du 7 mai 2026, d’après des commentaires publics',
    read: '2026-11-30',
    isSure: false,
  },
  register: {
    text: 'Le registre dit, pour chaque traitement, ses finalités, les catégories de personnes et de données, les destinataires, les transferts hors de l’Union, les délais d’effacement et les mesures de sécurité.',
    source: 'Règlement (UE) 2016/679 (RGPD), article 30, paragraphe 1',
    read: '2026-11-30',
    isSure: true,
  },
  impact: {
    text: 'L’analyse d’impact décrit le traitement et ses finalités, évalue sa nécessité et sa proportionnalité, les risques pour les personnes, et dit les mesures qui y répondent.',
    source: 'Règlement (UE) 2016/679 (RGPD), article 35, paragraphe 7',
    read: '2026-11-30',
    isSure: true,
  },
  publication: {
    text: 'Qui publie un texte généré ou modifié par une intelligence artificielle pour informer le public sur des questions d’intérêt public l’indique, sauf si le texte a été relu ou contrôlé par une personne et que quelqu’un assume la responsabilité éditoriale de sa publication. Applicable depuis le 2\u00a0août 2026.',
    source: 'Règlement (UE) 2024/1689 du 13 juin 2024, article 50, paragraphe 4, second alinéa, et article 113, JO L du 12.7.2024',
    read: '2026-11-30',
    isSure: true,
  },
} as const satisfies Record<string, LegalSentence>
