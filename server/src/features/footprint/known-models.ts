import type { Model, ModelFacts } from '../../platform/llm/models.ts'
import { isKnownZone, worldZone, type FootprintModel, type Range } from './estimate.ts'

const exactly = (value: number): Range => ({ min: value, max: value })

/** Published parameters of models, in billions, by the beginning of their name. A range: the publisher gives no figure. */
const published: readonly { names: RegExp; active: Range; total: Range }[] = [
  { names: /^(?:open-)?mixtral-8x22b/, active: exactly(39.15), total: exactly(140.63) },
  { names: /^mistral-small-(?:latest|24|25)/, active: exactly(23.6), total: exactly(23.6) },
  { names: /^mistral-large-(?:latest|24)/, active: exactly(123), total: exactly(123) },
  { names: /^mistral-medium-(?:latest|25)/, active: { min: 70, max: 120 }, total: { min: 70, max: 120 } },
]

/** Servers of Mistral AI, as EcoLogits places them. */
const mistralHost = 'api.mistral.ai'
const mistralServers = { zone: 'SWE', pue: 1.16 }

/** Power usage effectiveness that EcoLogits takes for a data centre of which nothing is known. */
const usualPue = 1.2

/** Returns the parameters of the settings, else the published ones. A model without `params_total` is dense: all its parameters are active. */
function parametersOf(name: string, { params_active, params_total }: ModelFacts): Pick<FootprintModel, 'active' | 'total'> | null {
  const known = published.find(({ names }) => names.test(name.toLowerCase().replace(/^.*\//, '')))
  const active = params_active ? exactly(params_active) : known?.active
  if (active === undefined) return null
  const total = params_total ? exactly(params_total) : params_active ? active : known!.total
  // The active parameters are a part of the others.
  return { active, total: { min: Math.max(active.min, total.min), max: Math.max(active.max, total.max) } }
}

/** Returns the facts of a model from which its footprint is computed; null when its parameters are unknown. */
export function footprintModelOf({ name, facts = {}, host }: Pick<Model, 'name' | 'facts' | 'host'>): FootprintModel | null {
  const parameters = parametersOf(name ?? '', facts)
  if (parameters === null) return null
  const servers = host === mistralHost ? mistralServers : { zone: worldZone, pue: usualPue }
  const zone = facts.zone ?? servers.zone
  return { ...parameters, zone: isKnownZone(zone) ? zone : worldZone, pue: facts.pue ?? servers.pue }
}
