/** What the layout shows of the signed-in person; the user of the contract has it all. */
export interface LayoutUser {
  username: string
  email: string
  first_name: string | null
  last_name: string | null
  is_admin: boolean
}

/** First and last name, else username (specification, chapter 2). */
export function displayName(user: Pick<LayoutUser, 'username' | 'first_name' | 'last_name'>): string {
  return (
    [user.first_name, user.last_name]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ') || user.username
  )
}

/** The letter in the circle. */
export function initial(user: Pick<LayoutUser, 'username' | 'first_name' | 'last_name'>): string {
  return ([...displayName(user)][0] ?? '?').toLocaleUpperCase('fr-FR')
}
