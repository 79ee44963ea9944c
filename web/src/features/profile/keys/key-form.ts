import { maxKeyDays, type ApiKeyScope, type ModelLevel } from '@parvis/contract'
import { localDay } from '../../../ui/words/formats.ts'

const dayMs = 86_400_000
/** Life of a key unless the person chooses otherwise, in days. */
const usualDays = 90

export interface KeyForm {
  name: string
  scopes: readonly ApiKeyScope[]
  /** Last day of the key, `YYYY-MM-DD`. */
  lastDay: string
  /** Level as text; `all`: no ceiling. */
  level: string
  /** Whether the key is limited to `assistantIds`. */
  isLimited: boolean
  assistantIds: readonly string[]
}

const dayIn = (days: number, now: Date): string => localDay(new Date(now.getTime() + days * dayMs))

export const newKeyForm = (now: Date): KeyForm => ({
  name: '',
  scopes: ['chat'],
  lastDay: dayIn(usualDays, now),
  level: 'all',
  isLimited: false,
  assistantIds: [],
})

/** First and last days that may be chosen. */
export const dayLimits = (now: Date): { min: string; max: string } => ({ min: dayIn(0, now), max: dayIn(maxKeyDays - 1, now) })

/** Returns the fields of the call that creates the key, besides the proof of identity. The key lasts until the end of its last day. */
export const keyBody = ({ name, scopes, lastDay, level, isLimited, assistantIds }: KeyForm) => ({
  name,
  scopes: [...scopes],
  expires_at: new Date(`${lastDay}T23:59:59`).toISOString(),
  level_max: level === 'all' ? null : (Number(level) as ModelLevel),
  assistant_ids: isLimited && scopes.includes('chat') ? [...assistantIds] : null,
})

type KeyFormErrors = Partial<Record<'name' | 'scopes' | 'expires_at' | 'assistant_ids', string>>

/** Finds the errors of the fields before anything is sent. */
export function keyFormErrors({ name, scopes, lastDay, isLimited, assistantIds }: KeyForm, now: Date): KeyFormErrors {
  const { min, max } = dayLimits(now)
  return {
    ...(name.trim() === '' && { name: 'Donnez un nom à cette clé' }),
    ...(scopes.length === 0 && { scopes: 'Choisissez au moins un droit' }),
    ...((lastDay < min || lastDay > max) && { expires_at: `Choisissez un jour d’ici à ${maxKeyDays}\u00a0jours` }),
    ...(isLimited && scopes.includes('chat') && assistantIds.length === 0 && { assistant_ids: 'Choisissez au moins un assistant' }),
  }
}
