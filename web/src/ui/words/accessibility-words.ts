import type { InstanceInfo } from '@parvis/contract'

/** Returns the legal wording of the accessibility state of the site. While the instance is unknown, the state is « non conforme », as without an audit. */
export function accessibilityWord(instance: Pick<InstanceInfo, 'accessibility'> | undefined): string {
  const words = { non: 'non conforme', partielle: 'partiellement conforme', totale: 'totalement conforme' }
  return words[instance?.accessibility.state ?? 'non']
}

/**
 * Returns the end of the sentence of the accessibility declaration: the audit on which the state is based. An audit with a rate of 50 % or more that
 * leaves the state « non » has expired.
 */
export function accessibilityGround(instance: Pick<InstanceInfo, 'accessibility'> | undefined): string {
  const audit = instance?.accessibility.audit ?? null
  if (audit === null) return ', faute d’audit de conformité en cours de validité.'
  if (instance?.accessibility.state !== 'non') return ', selon l’audit ci-dessous.'
  return audit.rate < 50 ? '.' : '\u00a0: l’audit ci-dessous n’est plus en cours de validité.'
}
