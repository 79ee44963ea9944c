const dayMs = 24 * 60 * 60 * 1000
/** Days between the last change of the pictures and the last change of the screens above which the pictures must be made again. */
const maxDays = 45

/**
 * Compares the days when the pictures of the README and the screens that they show were last changed, `YYYY-MM-DD`. Today's date has no part
 * in it: a repository that does not change keeps its result. An unknown day (no git, a shallow clone) passes.
 */
export function checkPictures(screens: string | null, pictures: string | null): string[] {
  if (screens === null || pictures === null) return []
  const days = (Date.parse(screens) - Date.parse(pictures)) / dayMs
  return days > maxDays
    ? [`docs/images : les écrans ont changé ${days} jours après les images du README (${maxDays} au plus) : « npm run screenshots », puis les regarder`]
    : []
}
