import type { InstanceInfo } from '@parvis/contract'

/** What a password must be, before it is typed; the policy is undefined until it is known. */
export function passwordHint(policy: InstanceInfo['password_policy'] | undefined): string {
  return policy === 'cnil'
    ? 'Au moins 12\u00a0caractères, ou 8 qui mêlent majuscules, minuscules, chiffres et signes.'
    : 'Au moins 6\u00a0caractères. La CNIL en recommande 12, ou 8 qui mêlent majuscules, minuscules, chiffres et signes.'
}
