import type { Profile, ProfileOptions } from '@parvis/contract'

/** Profile fields whose value comes from a list of the server. */
export type ChoiceField = keyof ProfileOptions

export const commune = 'Commune'
const unknownSize = 'Non renseigné'

/** The population is asked of communes only (specification, chapter 3). */
export const asksPopulation = ({ type_collectivite }: Profile): boolean => type_collectivite === commune

/**
 * The fields as they are sent: those that were changed, so that what somebody else saved meanwhile of the others stays. A population that
 * is not asked is not known, and goes with its kind of administration.
 */
export function payloadOf(draft: Profile, base: Profile): Partial<Profile> {
  const sent = { ...draft, tranche_population: asksPopulation(draft) ? draft.tranche_population : unknownSize }
  const isPlaceChanged = isChanged(pick(draft, placeFields), pick(base, placeFields))
  const names = (Object.keys(base) as (keyof Profile)[]).filter((name) => (placeFields.includes(name) ? isPlaceChanged : sent[name] !== base[name]))
  return pick(sent, names)
}

const placeFields: readonly (keyof Profile)[] = ['type_collectivite', 'tranche_population']

export const pick = (profile: Profile, names: readonly (keyof Profile)[]): Partial<Profile> => Object.fromEntries(names.map((name) => [name, profile[name]]))

/** Something was typed that is not kept yet. */
export function isChanged(draft: Partial<Profile>, kept: Partial<Profile>): boolean {
  return (Object.keys(kept) as (keyof Profile)[]).some((name) => draft[name] !== kept[name])
}

/** What an empty choice is called in a list; react-aria has no empty key. */
export const noChoice = 'aucun'

/** The choices of a field as the server gives them, after a way back to none where a chosen value could not be taken back. */
export function choicesOf(options: readonly string[], value: string): { id: string; label: string }[] {
  const listed = options.map((label) => ({ id: label, label }))
  // A value that has left the list is still what was chosen.
  if (value !== '' && !options.includes(value)) listed.push({ id: value, label: value })
  const hasDefault = options.includes(unknownSize) || options.includes('Style standard')
  return value === '' || hasDefault ? listed : [{ id: noChoice, label: unknownSize }, ...listed]
}

/** Names of the person for the summary card and its initial: first and last name, else user name. */
export function displayName({ first_name, last_name, username }: { first_name: string; last_name: string; username: string }): string {
  return (
    [first_name, last_name]
      .map((name) => name.trim())
      .filter(Boolean)
      .join(' ') || username
  )
}
