const dayMs = 24 * 60 * 60 * 1000
/** Maximum number of days between the last change of the pictures and a later change of the screens. */
const maxDays = 45

/**
 * Compares the dates (`YYYY-MM-DD`) of the last changes of the README pictures and of the screens that they show. Today's date is not used, so that the
 * result of an unchanged repository stays the same. An unknown date (no git, shallow clone) passes.
 */
export function checkPictures(screens: string | null, pictures: string | null): string[] {
  if (screens === null || pictures === null) return []
  const days = (Date.parse(screens) - Date.parse(pictures)) / dayMs
  return days > maxDays
    ? [`docs/images : les écrans ont changé ${days} jours après les images du README (${maxDays} au plus) : « npm run screenshots », puis les regarder`]
    : []
}
