import type { Day } from '../documents/validity.ts'
import type { ReviewedText, TextReview } from './text-reviews.ts'

/**
 * Law behind the mention of a text that nobody has reviewed. Text of the regulation, second subparagraph: deployers of an AI system that generates or
 * manipulates text published to inform the public on matters of public interest disclose it, unless the content has undergone human review or editorial
 * control and a person holds editorial responsibility for its publication. `read`: day on which the wording was last read.
 */
export const disclosureLaw = {
  reference: 'règlement (UE) 2024/1689, article 50, paragraphe 4',
  source:
    'Règlement (UE) 2024/1689 du 13 juin 2024, article 50, paragraphe 4, second alinéa, JO L du 12.7.2024 ; applicable depuis le 2 août 2026 (article 113)',
  read: '2026-11-30',
} as const satisfies { reference: string; source: string; read: Day }

const unreviewed = `Texte généré ou modifié par une intelligence artificielle, sans relecture humaine enregistrée (${disclosureLaw.reference}).`

const deletedReviewer = 'une personne dont le compte est supprimé'

/** Facts of a text that its exports carry. */
export type ReviewFacts = Pick<ReviewedText, 'is_generated' | 'models' | 'reviews'> & {
  /** Null: the text is not stored, and has no digest. */
  digest: string | null
}

/** « Relu par …, le …, au titre de … », or « Modifié depuis la relecture de …, le … ». @param formatDay formats an instant as a day in words */
export function reviewSentence({ reviewer, capacity, reviewed_at, is_current }: TextReview, formatDay: (instant: string) => string): string {
  const [who, day] = [reviewer ?? deletedReviewer, formatDay(reviewed_at)]
  return is_current ? `Relu par ${who}, le ${day}, au titre de ${capacity}.` : `Modifié depuis la relecture de ${who}, le ${day}.`
}

/**
 * Sentences that an export prints after a text: its reviews with the digest of what was read, or the last one that a change made void; the mention of a
 * generated text that nobody has reviewed as it is; nothing for a text of people alone.
 */
export function reviewMention({ is_generated, reviews }: ReviewFacts, formatDay: (instant: string) => string): string[] {
  const current = reviews.filter(({ is_current }) => is_current)
  if (current.length > 0)
    return [
      ...current.map((review) => reviewSentence(review, formatDay)),
      `Empreinte SHA-256 du texte relu\u00A0: ${current[0]!.digest}. Elle prouve une lecture de ce texte, pas sa qualité.`,
    ]
  return [...reviews.slice(0, 1).map((review) => reviewSentence(review, formatDay)), ...(is_generated ? [unreviewed] : [])]
}

/** Terms of the IPTC vocabulary of digital source types, which programs know. */
const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

/** Custom properties of an exported file, which programs read. @param date date of the export, ISO 8601 */
export function reviewProperties({ is_generated, models, reviews, digest }: ReviewFacts, date: string): Record<string, string> {
  const review = reviews.find(({ is_current }) => is_current) ?? reviews[0]
  const state = review === undefined ? 'non' : review.is_current ? 'oui' : 'modifié depuis la relecture'
  return {
    'Parvis.origine': is_generated ? 'intelligence artificielle' : 'humaine',
    ...(is_generated && {
      'Parvis.digitalSourceType': `${sourceType}${review === undefined ? 'trainedAlgorithmicMedia' : 'compositeWithTrainedAlgorithmicMedia'}`,
    }),
    'Parvis.date': date,
    ...(models.length > 0 && { 'Parvis.modele': models.join(', ') }),
    'Parvis.relu': state,
    ...(review !== undefined && {
      'Parvis.relu_par': review.reviewer ?? deletedReviewer,
      'Parvis.relu_le': review.reviewed_at,
      'Parvis.relu_au_titre_de': review.capacity,
      'Parvis.empreinte_relue_sha256': review.digest,
    }),
    ...(digest !== null && { 'Parvis.empreinte_sha256': digest }),
  }
}
