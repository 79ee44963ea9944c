import type { InstanceInfo, PasswordWeakness } from '@parvis/contract'

/**
 * Returns the sentence that gives the password requirements. Administrators always have the strong ones. With an undefined policy (not loaded yet), other
 * people get the weak ones.
 */
export function passwordHint(policy: InstanceInfo['password_policy'] | undefined, isAdmin = false): string {
  const easy = 'votre nom, votre adresse, ni un mot comme «\u00a0mairie\u00a0», «\u00a0commune\u00a0» ou «\u00a0parvis\u00a0»'
  return policy === 'cnil' || isAdmin
    ? `Au moins 12\u00a0caractères, ou 8 qui mêlent majuscules, minuscules, chiffres et signes. Sans ${easy}, même avec des chiffres à la place de lettres.`
    : `Au moins 6\u00a0caractères. La CNIL en recommande 12, ou 8 qui mêlent majuscules, minuscules, chiffres et signes, sans ${easy}.`
}

/** Returns why the current password is weak, as judged when it was chosen; null when it is not weak. */
export function weaknessWords({ password_weak, password_weakness }: { password_weak: boolean; password_weakness: PasswordWeakness | null }): string | null {
  if (!password_weak) return null
  if (password_weakness === 'common') return 'Votre mot de passe fait partie des plus utilisés\u00a0: il se devine en quelques essais.'
  if (password_weakness === 'context')
    return 'Votre mot de passe contient un mot facile à deviner\u00a0: le nom du service ou de votre collectivité, le vôtre ou votre adresse.'
  if (password_weakness === 'short') return 'Votre mot de passe est en dessous du seuil recommandé par la CNIL\u00a0: il peut être deviné.'
  return 'Votre mot de passe est facile à deviner.'
}
