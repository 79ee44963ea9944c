import { ConfigError } from '../platform/config/read-settings.ts'
import { DatabaseError } from '../platform/db/errors.ts'

/** Error that stops an operator command. The message is one French sentence, without content or secret. */
export class OperationError extends Error {
  override readonly name = 'OperationError'
}

/** Wrong arguments of a command. The message is its usage. */
export class UsageError extends OperationError {}

/** Returns the French sentence, for an operator, of an error that stops a command or the server; undefined for an unexpected error. */
export function operatorSentence(error: unknown): string | undefined {
  const isSentence = error instanceof OperationError || error instanceof ConfigError || error instanceof DatabaseError
  return isSentence ? error.message : systemSentence(error)
}

/** Returns the French sentence, for an operator, of a refusal by the operating system (permission, full disk…); undefined for other errors. */
export function systemSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path: filePath } = error as NodeJS.ErrnoException
  if (typeof syscall !== 'string') return undefined
  const suffix = filePath === undefined ? '' : `\u00a0: ${filePath}`
  if (code === 'EACCES' || code === 'EPERM') return `Ce compte de la machine n’a pas le droit d’accéder à ce qu’il faut${suffix}`
  if (code === 'EROFS') return `Ce disque n’accepte aucune écriture${suffix}`
  if (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir')) return `Un fichier tient la place d’un dossier${suffix}`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `La place manque sur le disque${suffix}`
  return undefined
}

export const adminUsage = `Tâches d’exploitation\u00a0:
  npm run admin -- create-user NOM COURRIEL [--admin] [--prenom=…] [--nom=…]
      crée un compte et affiche, une seule fois, son mot de passe engendré
  npm run admin -- reset-password NOM [--fournisseurs]
      donne au compte un nouveau mot de passe, affiché une seule fois\u00a0; ferme ses sessions et lève son blocage\u00a0;
      avec --fournisseurs, retire aussi les fournisseurs d’identité qui l’ouvrent
  npm run admin -- reindex [--relire]
      remet tous les documents dans la file d’indexation\u00a0; avec --relire, leurs fichiers sont lus à nouveau
  npm run admin -- move-files s3|dossier
      copie les fichiers du dossier de données dans le stockage objet des réglages, ou les en ramène, pendant que le
      serveur sert\u00a0; interrompue, la même commande reprend où elle s’était arrêtée
  npm run admin -- verify-audit [NUMERO:EMPREINTE]
      relit tout le journal d’audit et dit quelle ligne a été modifiée, retirée, insérée ou déplacée\u00a0;
      avec un numéro et une empreinte notés ailleurs, vérifie aussi que rien n’a été réécrit derrière eux`

export const noInstance = () => new OperationError('Cette instance n’existe pas encore\u00a0: démarrez-la d’abord avec npm start.')
