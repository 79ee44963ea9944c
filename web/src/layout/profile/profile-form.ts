import type { Profile, ProfileOptions } from '@parvis/contract'

/** Profile fields whose value comes from a list of the server. */
export type ChoiceField = keyof ProfileOptions

export const commune = 'Commune'
export const unknownSize = 'Non renseigné'

/** Whether the population is asked for: only for communes (specification, chapter 3). */
export const asksPopulation = ({ type_collectivite }: Profile): boolean => type_collectivite === commune

/**
 * Returns the changed fields only, so that a change saved meanwhile in another window is not overwritten. The type of organisation and the population are
 * sent together; the population of anything but a commune is sent as unknown.
 */
export function payloadOf(draft: Profile, base: Profile): Partial<Profile> {
  const sent = { ...draft, tranche_population: asksPopulation(draft) ? draft.tranche_population : unknownSize }
  const isPlaceChanged = isChanged(pickFields(draft, placeFields), pickFields(base, placeFields))
  const names = (Object.keys(base) as (keyof Profile)[]).filter((name) => (placeFields.includes(name) ? isPlaceChanged : sent[name] !== base[name]))
  return pickFields(sent, names)
}

const placeFields: readonly (keyof Profile)[] = ['type_collectivite', 'tranche_population']

export const pickFields = (profile: Profile, names: readonly (keyof Profile)[]): Partial<Profile> =>
  Object.fromEntries(names.map((name) => [name, profile[name]]))

/** Whether the draft has unsaved changes. */
export function isChanged(draft: Partial<Profile>, saved: Partial<Profile>): boolean {
  return (Object.keys(saved) as (keyof Profile)[]).some((name) => draft[name] !== saved[name])
}

/** Id of the option for no choice: react-aria has no empty key. */
export const noChoice = 'aucun'

/** Returns the options of a field. Adds an option for no choice when the list of the server has none and a value is chosen. */
export function choicesOf(options: readonly string[], value: string): { id: string; label: string }[] {
  const listed = options.map((label) => ({ id: label, label }))
  // A stored value that is no longer in the list stays selectable.
  if (value !== '' && !options.includes(value)) listed.push({ id: value, label: value })
  const hasDefault = options.includes(unknownSize) || options.includes('Style standard')
  return value === '' || hasDefault ? listed : [{ id: noChoice, label: unknownSize }, ...listed]
}

/** Returns the first and last names of a person, or the username when both are empty. */
export function displayName({ first_name, last_name, username }: { first_name: string; last_name: string; username: string }): string {
  return (
    [first_name, last_name]
      .map((name) => name.trim())
      .filter(Boolean)
      .join(' ') || username
  )
}
