import { errorSentence, isErrorCode, type ErrorCode } from '@parvis/contract'

/** Advice to administrators, by error code. */
const adviceByCode: Partial<Record<ErrorCode, string>> = {
  'server.unexpected': 'Un défaut du logiciel. Cherchez la référence dans le journal du serveur et signalez la ligne à qui maintient Parvis.',
  'server.unavailable': 'La base de données n’a pas répondu. Vérifiez qu’elle tourne et que le disque et la mémoire suffisent.',
  'server.stopping': 'Normal pendant un redémarrage. Ailleurs, cherchez pourquoi le processus s’arrête.',
  'server.storage_full': 'Le disque est plein. Libérez de la place\u00a0: rien ne peut plus être enregistré.',
  'request.not_found': 'Un ancien lien ou un élément supprimé. Rien à faire, sauf si le nombre grandit vite.',
  'request.invalid': 'Une saisie a été refusée, et la personne a su pourquoi. Rien à faire.',
  'request.too_many': 'Une adresse demande trop. Derrière un proxy, vérifiez le réglage des adresses transmises (TRUST_PROXY).',
  'request.too_large': 'Un envoi dépasse la taille permise. Le réglage MAX_UPLOAD_MB la fixe pour les fichiers.',
  'request.timeout': 'Un envoi trop lent. Vérifiez le réseau entre les postes et le serveur.',
  'auth.forbidden': 'Quelqu’un a demandé une page d’administration sans en avoir le droit. S’il devrait l’avoir, donnez-le dans Gestion utilisateurs.',
  'users.forbidden': 'Quelqu’un a demandé l’administration des comptes sans en avoir le droit. S’il devrait l’avoir, donnez-le dans Gestion utilisateurs.',
  'auth.locked': 'Un compte est bloqué un moment après trop d’essais. Réinitialisez son mot de passe si la personne l’a oublié.',
  'auth.inactive': 'Un compte désactivé essaie de se connecter. Activez-le dans Gestion utilisateurs s’il le faut.',
  'auth.awaiting_validation': 'Une personne inscrite attend\u00a0: activez son compte dans Gestion utilisateurs.',
  'llm.unreachable': 'Vérifiez que le serveur de modèle tourne, et LLM_BASE_URL. Un serveur de secours se règle avec LLM_FALLBACKS.',
  'llm.overloaded': 'Le serveur de modèle refuse du monde. Augmentez sa capacité ou ajoutez un serveur de secours (LLM_FALLBACKS).',
  'llm.too_long': 'Le modèle lit moins que prévu\u00a0: donnez ce qu’il peut lire avec LLM_CONTEXT_TOKENS (context_tokens pour un secours).',
  'llm.refused': 'Le serveur de modèle rejette les demandes\u00a0: vérifiez LLM_API_KEY, LLM_MODEL et l’abonnement.',
  'llm.first_token_timeout': 'Le modèle tarde à commencer. Vérifiez sa charge, ou allongez LLM_FIRST_TOKEN_TIMEOUT_MS.',
  'llm.idle_timeout': 'Le modèle se tait au milieu d’une réponse. Vérifiez sa charge, ou allongez LLM_IDLE_TIMEOUT_MS.',
  'llm.total_timeout': 'Une réponse a duré plus que LLM_TOTAL_TIMEOUT_MS. Allongez ce délai si vos réponses sont longues.',
  'llm.cut': 'La connexion au serveur de modèle se coupe. Regardez le réseau, et les délais des proxys placés devant lui.',
  'llm.filtered': 'Le fournisseur du modèle filtre les réponses. S’il arrête des textes légitimes, réglez son filtre ou changez de modèle.',
  'chat.too_many_replies': 'Une personne a lancé plusieurs réponses à la fois. Rien à faire.',
  'quota.exhausted': 'Quelqu’un a épuisé ses jetons du mois. S’il lui en faut davantage, changez sa limite dans Gestion utilisateurs, ou celle de son service.',
  'documents.infected': 'L’antivirus a refusé un fichier. Prévenez la personne qui suit la sécurité.',
  'documents.too_large_to_scan': 'L’antivirus n’examine aucun fichier de cette taille\u00a0: donnez à StreamMaxLength (clamd) au moins MAX_UPLOAD_MB.',
  'documents.quota': 'Un espace de dépôt est plein\u00a0: la personne peut supprimer des documents.',
}

const adviceByFamily: Record<string, string> = {
  request: 'Une demande que le serveur n’a pas comprise. Rien à faire si elles restent rares.',
  auth: 'Un accès refusé. Regardez le compte dans Gestion utilisateurs si la personne se plaint.',
  users: 'Une modification de compte refusée, avec son explication. Rien à faire.',
  llm: 'Le serveur de modèle a mal répondu. Regardez son propre journal à la même heure.',
  chat: 'Un envoi refusé, et la personne a su pourquoi. Rien à faire.',
  quota: 'Un envoi refusé par une limite de jetons, et la personne a su pourquoi. Rien à faire.',
  documents: 'Un fichier refusé, et la personne a su pourquoi. Rien à faire.',
  server: 'Cherchez la référence dans le journal du serveur.',
}

/** Returns the sentence that users read for a code; for an unknown code, a sentence that says it is from an older version. */
export function meaningOf(code: string): string {
  return isErrorCode(code) ? errorSentence(code) : 'Ce code vient d’une version antérieure de Parvis.'
}

/** Returns the advice to administrators about a code: its own, else that of its family, else a general one. */
export function adviceOf(code: string): string {
  return (
    (isErrorCode(code) ? adviceByCode[code] : undefined) ??
    adviceByFamily[code.split('.')[0] ?? ''] ??
    'Une action refusée, et la personne a su pourquoi. Rien à faire si elles restent rares.'
  )
}
