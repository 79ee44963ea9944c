import { AppError } from '../../platform/errors/app-error.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'

const sentence = 'Une catégorie porte déjà ce nom'

/** @param existingName name of the category that already has it */
export function nameTaken(existingName: string, field: 'name' | 'display_name' = 'name', cause?: unknown): AppError {
  const fullSentence = `${sentence}\u00a0: «\u00a0${existingName}\u00a0». Ni les majuscules ni les accents ne distinguent deux noms.`
  return new AppError('library.category_taken', { fields: { [field]: `${sentence}\u00a0: «\u00a0${existingName}\u00a0»` }, sentence: fullSentence }, { cause })
}

/** Converts the database's unique violation into the application's error. @throws {AppError} `library.category_taken` */
export async function rethrowTaken<T>(wantedName: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw nameTaken(wantedName, 'name', error)
  }
}

/** Error for a target category that is the deleted one, or does not exist. */
export function badTarget(): AppError {
  const phrase = 'Choisissez une autre catégorie, qui existe'
  return new AppError('request.invalid', { fields: { move_to: phrase }, sentence: phrase })
}

/** @param count number of items still in the category */
export function stillUsed(count: number, one: string, many: string): AppError {
  const countText = `${new Intl.NumberFormat('fr-FR').format(count)}\u00a0${count === 1 ? one : many}`
  return new AppError('library.category_used', { sentence: `Cette catégorie contient ${countText}. Choisissez la catégorie qui les recevra.` })
}
