import type { ReviewedText, TextReview } from './text-reviews.ts'

/** Mention of a generated text that nobody has reviewed; `legalSentences.publication` is the law behind it, with its source. */
const unreviewed =
  'Texte généré ou modifié par une intelligence artificielle, sans relecture humaine enregistrée (règlement (UE) 2024/1689, article 50, paragraphe 4).'

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
