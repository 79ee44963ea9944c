import { ApiError } from '../../api/transport/api-error.ts'

/** Sentences of the document base (specification, chapter 8). */
export const documentMessages = {
  load: 'Erreur lors du chargement des documents',
  download: 'Erreur lors du téléchargement',
  remove: 'Erreur lors de la suppression',
  upload: "Erreur lors de l'upload",
  update: 'Erreur lors de la mise à jour',
  network: 'Erreur de connexion',
  expired: 'Session expirée. Redirection vers la connexion...',
  fileRequired: 'Veuillez sélectionner un fichier',
  uploaded: 'Document chargé dans la bibliothèque',
  versionAdded: 'Nouvelle version ajoutée\u00a0: les réponses s’appuient désormais sur elle',
  removed: 'Document supprimé',
  updated: 'Document mis à jour',
  retry: 'Ce document n’a pas pu être relancé. Réessayez dans un instant.',
} as const

/**
 * Returns the sentence of a failed call: that of the server, or `fallback`. For a refused file, only the reason, because its name is shown beside it.
 * Without a response, « Erreur de connexion ».
 */
export function describeDocumentError(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.status === 0) return documentMessages.network
  if (error.status === 401) return documentMessages.expired
  return error.code === 'http' ? fallback : (error.fields['file'] ?? error.message)
}
