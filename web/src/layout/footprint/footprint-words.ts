import type { FootprintRange, FootprintTotal, MessageFootprint } from '@parvis/contract'
import { formatNumber, plural } from '../../ui/words/formats.ts'

type Estimate = NonNullable<MessageFootprint['estimate']>

/** « 0,04 », « 0,13 », « 2,5 », « 340 »: no more digits than an estimate deserves. */
function roundedText(value: number): string {
  if (value === 0) return '0'
  if (value >= 10) return formatNumber(Math.round(value))
  const rounded = Number(value.toPrecision(value < 0.1 ? 1 : 2))
  return rounded < 0.0001 ? 'moins de 0,0001' : String(rounded).replace('.', ',')
}

/** Number and unit, the larger unit from a thousand on. */
function quantityText(value: number, units: readonly [small: string, large: string]): string {
  return value >= 1_000 ? `${roundedText(value / 1_000)}\u00a0${units[1]}` : `${roundedText(value)}\u00a0${units[0]}`
}

function rangeText({ min, max }: FootprintRange, units: readonly [string, string], exact: string): string {
  const [low, high] = [quantityText(min, units), quantityText(max, units)]
  if (low === high) return `${exact}${high}`
  const [value, unit] = low.split('\u00a0') as [string, string]
  return `entre ${high.endsWith(`\u00a0${unit}`) ? value : low} et ${high}`
}

const energyUnits = ['Wh', 'kWh'] as const
const massUnits = ['g CO₂e', 'kg CO₂e'] as const

const gramsText = (range: FootprintRange): string => rangeText(range, massUnits, '')

/** « environ 0,04 Wh ; entre 0,005 et 0,13 g CO₂e selon la méthode » */
export const footprintText = ({ wh, gco2e }: { wh: FootprintRange; gco2e: FootprintRange }): string =>
  `${rangeText(wh, energyUnits, 'environ\u00a0')}\u00a0; ${rangeText(gco2e, massUnits, 'environ\u00a0')} selon la méthode`

/** Sentences about the footprint of many replies: the estimate, and the number of replies that it leaves out. */
export function totalSentences({ wh, gco2e, replies, unmeasured }: FootprintTotal): string[] {
  if (replies === 0) return ['Aucune réponse sur cette période.']
  const left = plural(unmeasured, 'réponse non mesurée', 'réponses non mesurées')
  if (wh === null || gco2e === null) return [`Non mesurée\u00a0: les paramètres du modèle ne sont pas connus, ou c’est le modèle de démonstration (${left}).`]
  const sentence = `${footprintText({ wh, gco2e })}, pour ${plural(replies - unmeasured, 'réponse')}.`
  const estimate = sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return unmeasured === 0
    ? [estimate]
    : [estimate, `En plus, ${left}\u00a0: les paramètres de leur modèle ne sont pas connus, ou c’est le modèle de démonstration.`]
}

const zones: Readonly<Record<string, string>> = { FRA: 'de France', SWE: 'de Suède', WOR: 'moyenne du monde' }

/** Two methods, in a sentence each: for one answer with its figures, or in general. */
export function methodSentences(estimate: Estimate | null): [ecologits: string, lifeCycle: string] {
  const [ecologits, lifeCycle] = [estimate?.ecologits, estimate?.life_cycle]
  const result = ecologits
    ? `\u00a0: ${gramsText(ecologits.gco2e)}, dont ${gramsText(ecologits.use)} pour l’électricité et ${gramsText(ecologits.embodied)} pour la fabrication des serveurs.`
    : '\u00a0: l’électricité des serveurs, et une part de leur fabrication.'
  const factor = lifeCycle ? `, ${formatNumber(lifeCycle.ratio)} fois la première` : ', environ 25 fois la première'
  const grams = lifeCycle ? `\u00a0: ${gramsText(lifeCycle.gco2e)}${factor}` : `\u00a0: 1,14\u00a0g CO₂e pour 400 jetons${factor}`
  return [
    `EcoLogits, version ${ecologits?.version ?? '0.9.1'}${result}`,
    `Analyse du cycle de vie de Mistral Large\u00a02 (Carbone\u00a04, ADEME, 2025)${grams}. Elle ne porte que sur ce modèle\u00a0: pour un autre, ce rapport est une hypothèse.`,
  ]
}

/** Sentences about the perimeter: what is counted, and what is not. */
export function perimeterSentences(estimate: Estimate | null): string[] {
  const left = 'Non compté\u00a0: la lecture de la question et des documents, la recherche, le réseau et votre appareil.'
  if (estimate === null)
    return ['Compté\u00a0: les jetons écrits, les paramètres du modèle, la durée de ses réponses, le pays et le rendement de son centre de données.', left]
  const { tokens, parameters, zone, pue, is_time_measured } = estimate
  const size = parameters.min === parameters.max ? formatNumber(parameters.max) : `${formatNumber(parameters.min)} à ${formatNumber(parameters.max)}`
  const time = is_time_measured ? 'durée mesurée' : 'durée calculée'
  return [
    `Compté\u00a0: ${plural(tokens, 'jeton écrit', 'jetons écrits')} par un modèle de ${size}\u00a0milliards de paramètres actifs, ${time}, électricité ${zones[zone] ?? zones['WOR']}, rendement du centre de données (PUE) ${String(pue).replace('.', ',')}.`,
    left,
  ]
}
