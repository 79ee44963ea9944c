import { backUp } from './operations/back-up.ts'
import { countText, fileArgument, runCommand, sizeText } from './operations/command.ts'
import type { BackupManifest } from './operations/manifest.ts'
import { createKey } from './operations/encryption.ts'

const newKey = '--nouvelle-cle'
const usage = `Indiquez le fichier où sauvegarder\u00a0: npm run backup -- parvis.tar.gz (ou ${newKey} suivi d’un fichier, pour une clé)`

await runCommand(process.env, async (config, words) => {
  if (words[0] === newKey) {
    const file = fileArgument(process.env, words.slice(1), usage)
    const key = await createKey(file)
    return `Clé secrète\u00a0: ${file}. Gardez-la hors de cette machine\u00a0: sans elle, personne ne rouvre ce qu’elle ferme, pas même vous.\nRéglez BACKUP_KEYS=${key}`
  }
  const file = fileArgument(process.env, words, usage)
  const { manifest, bytes } = await backUp(config, file)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const isSealed = config.backup.keys.length > 0 || config.backup.passphrase !== null
  const care = isSealed ? 'Elle est chiffrée\u00a0: gardez ailleurs de quoi l’ouvrir' : 'Elle contient tout, secrets compris\u00a0: gardez-la en lieu sûr'
  return `Sauvegarde faite\u00a0: ${file} (${sizeText(bytes)}, ${countText(rows, 'ligne', 'lignes')} de ${countText(manifest.tables.length, 'table', 'tables')}, ${countText(manifest.files.length, 'fichier', 'fichiers')}). ${storeSentence(manifest)}${care}.`
})

/** Describes the files that the archive does not have. */
function storeSentence({ stored_files = [], missing_files = [], damaged_files = [] }: BackupManifest): string {
  const sentences = [
    stored_files.length > 0 &&
      `${countText(stored_files.length, 'fichier reste', 'fichiers restent')} dans le stockage objet\u00a0: seules leurs empreintes sont sauvées. `,
    missing_files.length > 0 &&
      `${countText(missing_files.length, 'fichier manquait', 'fichiers manquaient')} dans le stockage objet, effacés entre-temps ou perdus. `,
    damaged_files.length > 0 &&
      `${countText(damaged_files.length, 'fichier n’avait plus ses octets', 'fichiers n’avaient plus leurs octets')}\u00a0: voyez damaged_files dans sauvegarde.json. `,
  ]
  return sentences.filter((sentence) => sentence !== false).join('')
}
