/** Fields of the signed-in user that the layout shows. */
export interface LayoutUser {
  username: string
  email: string
  first_name: string | null
  last_name: string | null
  is_admin: boolean
}

/** First and last name, or else the user name (specification, chapter 2). */
export function displayName(user: Pick<LayoutUser, 'username' | 'first_name' | 'last_name'>): string {
  return (
    [user.first_name, user.last_name]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ') || user.username
  )
}

/** Upper-case first letter of the display name, shown in the avatar circle. */
export function initial(user: Pick<LayoutUser, 'username' | 'first_name' | 'last_name'>): string {
  return ([...displayName(user)][0] ?? '?').toLocaleUpperCase('fr-FR')
}
