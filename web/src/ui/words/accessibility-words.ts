import type { InstanceInfo } from '@parvis/contract'

/** The words of the law for the state of a site. Not known yet, it is what it is without an audit. */
export function accessibilityWord(instance: Pick<InstanceInfo, 'accessibility'> | undefined): string {
  const words = { non: 'non conforme', partielle: 'partiellement conforme', totale: 'totalement conforme' }
  return words[instance?.accessibility.state ?? 'non']
}
