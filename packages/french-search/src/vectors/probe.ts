import { directionEncoding, product } from './byte-vectors.ts'

/** Unrelated sentences, written to measure the noise of a model: the similarity that it finds between them. */
export const probeSentences = [
  'Le conseil municipal vote le budget primitif avant le quinze avril.',
  'Les baleines à bosse chantent pendant la saison des amours.',
  'Faites revenir les oignons dans le beurre à feu doux.',
  'Le train de nuit pour Briançon part de la gare d’Austerlitz.',
  'La photosynthèse transforme la lumière en énergie chimique.',
  'Cette sonate comporte trois mouvements, dont un adagio.',
  'Remplacez la cartouche d’encre quand le voyant clignote.',
  'L’équipe a marqué deux buts en fin de match.',
  'Un volcan sous-marin est entré en éruption près de l’île.',
  'Le vaccin se conserve au froid entre deux et huit degrés.',
  'Les moines copistes recopiaient les manuscrits à la plume.',
  'Taillez les rosiers à la fin de l’hiver, au-dessus d’un bourgeon.',
] as const

/**
 * Mean cosine of the probe sentences, in pairs: 0 with some models, 0.8 with others. Only a similarity above it means something. At most 0.95, so that
 * differences remain.
 */
export const measureBaseline = (vectors: readonly Float32Array[]): number => {
  const bytes = vectors.map(directionEncoding.toBytes)
  const scales = bytes.map(directionEncoding.scale)
  let sum = 0
  let pairs = 0
  for (let i = 0; i < bytes.length; i++) {
    for (let j = i + 1; j < bytes.length; j++, pairs++) sum += product(bytes[i]!, bytes[j]!) * scales[i]! * scales[j]!
  }
  return Math.min(0.95, Math.max(0, sum / Math.max(1, pairs)))
}
