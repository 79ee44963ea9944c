import { migrations } from './platform/db/migrations/index.ts'
import { countText, fileArgument, runCommand } from './operations/command.ts'
import { formatFrenchDate } from './platform/paris.ts'
import { restoreInstance } from './operations/restore-instance.ts'

await runCommand(process.env, async (config, words) => {
  const file = fileArgument(process.env, words, 'Indiquez le fichier à restaurer\u00a0: npm run restore -- parvis.tar.gz')
  const { created_at, tables, files, stored_files = [], missing_files = [] } = await restoreInstance(config, file, migrations)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const createdDate = formatFrenchDate(new Date(created_at), 'short')
  return `Sauvegarde du ${createdDate} restaurée et vérifiée ligne à ligne\u00a0: ${countText(rows, 'ligne', 'lignes')} de ${countText(tables.length, 'table', 'tables')}, ${countText(files.length, 'fichier', 'fichiers')}. ${storeSentence(stored_files.length, missing_files.length)}Démarrez Parvis avec npm start.`
})

/** Describes the files that the archive does not have. */
function storeSentence(stored: number, missing: number): string {
  const inStore = stored === 0 ? '' : `${countText(stored, 'fichier reste', 'fichiers restent')} dans le stockage objet. `
  const lost = missing === 0 ? '' : `${countText(missing, 'fichier manque', 'fichiers manquent')}\u00a0: effacés avant ou pendant la sauvegarde, ou perdus. `
  return inStore + lost
}
