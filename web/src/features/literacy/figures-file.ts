import { byteOrderMark, csvLine, literacyModules, type LiteracyGroup } from '@parvis/contract'
import { moduleSummaries } from './modules.ts'

/** CSV file of the figures of the literacy path. */
export function figuresFile(groups: readonly LiteracyGroup[]): string {
  const titles = ['Service', 'Comptes actifs', ...literacyModules.map((module) => moduleSummaries[module].title), 'Tous']
  const lines = groups.map(({ name, accounts, completed, completed_all }) =>
    csvLine([name, accounts, ...literacyModules.map((module) => completed[module]), completed_all]),
  )
  return byteOrderMark + csvLine(titles) + lines.join('')
}
