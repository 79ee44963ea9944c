import { backUp } from './operations/back-up.ts'
import { countText, fileArgument, runCommand, sizeText } from './operations/command.ts'

await runCommand(process.env, async (config, words) => {
  const file = fileArgument(process.env, words, 'Indiquez le fichier où sauvegarder\u00a0: npm run backup -- parvis.tar.gz')
  const { manifest, bytes } = await backUp(config, file)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return `Sauvegarde faite\u00a0: ${file} (${sizeText(bytes)}, ${countText(rows, 'ligne', 'lignes')} de ${countText(manifest.tables.length, 'table', 'tables')}, ${countText(manifest.files.length, 'fichier', 'fichiers')}). Elle contient tout, secrets compris\u00a0: gardez-la en lieu sûr.`
})
