import type { Profile, ProfileOptions } from '@parvis/contract'

/** Profile fields whose value comes from a list of the server. */
export type ChoiceField = keyof ProfileOptions

export const commune = 'Commune'
const unknownSize = 'Non renseigné'

/** The population is asked of communes only (specification, chapter 3). */
export const asksPopulation = ({ type_collectivite }: Profile): boolean => type_collectivite === commune

/** The nine fields as they are sent: a population that is not asked is not known. */
export function payloadOf(profile: Profile): Profile {
  return { ...profile, tranche_population: asksPopulation(profile) ? profile.tranche_population : unknownSize }
}

/** Something was typed that is not kept yet. */
export function isChanged(draft: Profile, kept: Profile): boolean {
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
