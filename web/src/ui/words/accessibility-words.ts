import type { InstanceInfo } from '@parvis/contract'

/** The words of the law for the state of a site. Not known yet, it is what it is without an audit. */
export function accessibilityWord(instance: Pick<InstanceInfo, 'accessibility'> | undefined): string {
  const words = { non: 'non conforme', partielle: 'partiellement conforme', totale: 'totalement conforme' }
  return words[instance?.accessibility.state ?? 'non']
}

/** What follows these words in the declaration: on what they rest. An audit that found half of the criteria met, or more, and is of no effect has expired. */
export function accessibilityGround(instance: Pick<InstanceInfo, 'accessibility'> | undefined): string {
  const audit = instance?.accessibility.audit ?? null
  if (audit === null) return ', faute d’audit de conformité en cours de validité.'
  if (instance?.accessibility.state !== 'non') return ', selon l’audit ci-dessous.'
  return audit.rate < 50 ? '.' : '\u00a0: l’audit ci-dessous n’est plus en cours de validité.'
}
