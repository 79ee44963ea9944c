/**
 * Categories of audit actions. Beside them, the filter `refusal` gives the actions of any category that failed, except a sign-in that goes on with a
 * second factor.
 */
export const auditFamilies = ['access', 'administration', 'export', 'deletion'] as const
type AuditFamily = (typeof auditFamilies)[number]
export const auditKinds = [...auditFamilies, 'refusal'] as const

/** `account`: the target is an account. `strict`: the action is not carried out if it cannot be recorded. */
type AuditActionDefinition = { family: AuditFamily; label: string; account?: true; strict?: true }

const admin = (label: string): AuditActionDefinition => ({ family: 'administration', label, strict: true })
const onAccount = (label: string): AuditActionDefinition => ({ ...admin(label), account: true })

/** Every action that the audit trail may record. */
export const auditActions = {
  login: { family: 'access', label: 'Connexion', account: true },
  'login.elsewhere': { family: 'access', label: 'Connexion par un fournisseur d’identité', account: true },
  'login.link': { family: 'access', label: 'Compte relié à un fournisseur d’identité', account: true },
  'session.end_elsewhere': { family: 'access', label: 'Session fermée par le fournisseur d’identité', account: true },
  'users.admin_by_claim': { family: 'administration', label: 'Droits d’administration changés par le fournisseur d’identité', account: true },
  'login.second_factor': { family: 'access', label: 'Connexion en deux temps', account: true },
  'second_factor.set': { family: 'access', label: 'Application de codes activée' },
  'second_factor.remove': { family: 'access', label: 'Application de codes retirée' },
  'login.passkey': { family: 'access', label: 'Connexion par clé d’accès', account: true },
  'login.second_passkey': { family: 'access', label: 'Connexion en deux temps, par clé d’accès', account: true },
  'passkey.add': { family: 'access', label: 'Clé d’accès ajoutée' },
  'passkey.remove': { family: 'access', label: 'Clé d’accès retirée' },
  'key.create': { family: 'access', label: 'Clé créée pour un autre logiciel' },
  'key.first_use': { family: 'access', label: 'Clé employée pour la première fois' },
  'key.new_network': { family: 'access', label: 'Clé employée depuis un nouveau réseau' },
  'key.revoke': { family: 'access', label: 'Clé révoquée' },
  'identity.remove': { family: 'access', label: 'Fournisseur d’identité retiré' },
  'second_factor.renew': { family: 'access', label: 'Codes de secours remplacés' },
  'users.close_sessions': onAccount('Sessions d’un compte fermées'),
  'users.remove_second_factor': onAccount('Double authentification retirée d’un compte'),
  'users.remove_identities': onAccount('Fournisseurs d’identité retirés d’un compte'),
  register: { family: 'access', label: 'Inscription', account: true },
  'register.ask': { family: 'access', label: 'Inscription demandée, adresse à prouver' },
  logout: { family: 'access', label: 'Déconnexion' },
  'password.reset_mail': { family: 'access', label: 'Lien de réinitialisation envoyé', account: true },
  'password.reset': { family: 'access', label: 'Mot de passe réinitialisé par lien', account: true },
  'password.change': { family: 'access', label: 'Mot de passe changé' },
  'session.close': { family: 'access', label: 'Session fermée à distance' },
  'session.replayed': { family: 'access', label: 'Session rejouée', account: true },
  'access.refused': { family: 'access', label: 'Accès à l’administration' },
  'share.create': { family: 'access', label: 'Conversation partagée' },
  'share.update': { family: 'access', label: 'Partage mis à jour' },
  'share.remove': { family: 'access', label: 'Partage retiré' },
  'share.continue': { family: 'access', label: 'Conversation partagée continuée' },
  'users.create': onAccount('Compte créé'),
  'users.import': admin('Comptes importés d’un fichier'),
  'users.export': { ...admin('Comptes exportés'), family: 'export' },
  'users.update': onAccount('Compte modifié'),
  'users.promote': onAccount('Droits d’administration donnés à un compte'),
  'users.demote': onAccount('Droits d’administration retirés à un compte'),
  'users.enable': onAccount('Compte activé'),
  'users.disable': onAccount('Compte désactivé'),
  'users.invite': onAccount('Invitation envoyée'),
  'users.change_email': onAccount('Adresse d’un compte changée'),
  'users.reset_password': onAccount('Mot de passe donné à un compte'),
  'quotas.user': onAccount('Limite de jetons d’un compte fixée'),
  'quotas.team': admin('Limite de jetons d’un service fixée'),
  'users.remove': { ...onAccount('Compte supprimé'), family: 'deletion' },
  'rights.delete_account': { family: 'deletion', label: 'Compte supprimé par sa personne', account: true, strict: true },
  'rights.export': { family: 'export', label: 'Copie de ses données', account: true, strict: true },
  'teams.create': admin('Service créé'),
  'teams.update': admin('Service modifié'),
  'teams.remove': admin('Service supprimé'),
  'teams.add_member': onAccount('Personne mise dans un service'),
  'teams.set_role': onAccount('Rôle changé dans un service'),
  'teams.remove_member': onAccount('Personne retirée d’un service'),
  'teams.by_claim': { family: 'administration', label: 'Services changés par le fournisseur d’identité', account: true },
  'grants.set': admin('Droits changés'),
  'assistant.create': admin('Assistant créé'),
  'assistant.update': admin('Assistant modifié'),
  'assistant.remove': admin('Assistant supprimé'),
  'assistant.restore': admin('Version d’assistant rétablie'),
  'assistant.publish': admin('Assistant proposé publié'),
  'assistant.test_gate': { family: 'administration', label: 'Assistant changé ou publié malgré ses contrôles' },
  'assistant.refuse': admin('Assistant proposé refusé'),
  'assistant.suspend': admin('Assistant d’une personne suspendu'),
  'assistant.resume': admin('Suspension d’un assistant levée'),
  'assistant.hand_over': admin('Assistant transmis à quelqu’un d’autre'),
  'project.hand_over': admin('Projet confié à quelqu’un d’autre'),
  'projects.hand_over_of': onAccount('Projets d’un compte désactivé confiés à leurs responsables'),
  'project.inherit': { family: 'administration', label: 'Projet passé à un responsable, le compte de son propriétaire étant supprimé' },
  'prompt.save': admin('Prompt enregistré'),
  'prompt.remove': admin('Prompt supprimé'),
  'assistant_category.create': admin('Catégorie d’assistants créée'),
  'assistant_category.update': admin('Catégorie d’assistants modifiée'),
  'assistant_category.remove': admin('Catégorie d’assistants supprimée'),
  'document_category.create': admin('Catégorie de documents créée'),
  'document_category.update': admin('Catégorie de documents modifiée'),
  'document_category.remove': admin('Catégorie de documents supprimée'),
  'packs.export': { ...admin('Pack exporté'), family: 'export' },
  'packs.import': admin('Pack importé'),
  'corpora.import': admin('Corpus importé'),
  'corpora.remove': admin('Corpus retiré'),
  'operator.import_corpus': admin('Corpus importé par l’exploitant'),
  'letterheads.upload': admin('Papier à en-tête déposé'),
  'letterheads.remove': admin('Papier à en-tête retiré'),
  'register.update': admin('Fiche du registre des usages complétée'),
  'register.answer': admin('Usages sensibles d’un assistant déclarés'),
  'register.confirm': admin('Usage sensible confirmé'),
  'register.export': { ...admin('Registre des usages exporté'), family: 'export' },
  'register.impact': { ...admin('Dossier d’analyse d’impact exporté'), family: 'export' },
  'text_review.create': { family: 'access', label: 'Texte marqué comme relu' },
  'text_review.remove': { family: 'deletion', label: 'Marque de relecture retirée' },
  'charter.publish': admin('Version de la charte publiée'),
  'charter.accept': { family: 'access', label: 'Charte acceptée' },
  'charter.remind': admin('Rappel de la charte envoyé'),
  'announcement.publish': admin('Message à tous publié'),
  'announcement.remove': admin('Message à tous retiré'),
  'retention.update': admin('Durées de conservation changées'),
  'retention.purge_now': admin('Purge demandée'),
  'retention.hold': onAccount('Gel posé'),
  'retention.release': admin('Gel levé'),
  'retention.purge': { family: 'deletion', label: 'Purge à la durée de conservation' },
  'document.replace': { family: 'administration', label: 'Document remplacé par une nouvelle version' },
  'document.unlink': { family: 'administration', label: 'Document qui n’est plus remplacé' },
  'document.restore': { family: 'administration', label: 'Version précédente d’un document rétablie' },
  'document.remove': { family: 'deletion', label: 'Document supprimé' },
  'project.remove': { family: 'deletion', label: 'Projet supprimé' },
  'written_document.remove': { family: 'deletion', label: 'Document rédigé supprimé' },
  'conversation.remove': { family: 'deletion', label: 'Conversation supprimée' },
  'audit.export': { ...admin('Journal d’audit exporté'), family: 'export' },
  'audit.purge': { family: 'deletion', label: 'Journal d’audit purgé' },
  'operator.backup': { family: 'export', label: 'Sauvegarde par l’exploitant' },
  'operator.create_user': onAccount('Compte créé par l’exploitant'),
  'operator.reset_password': onAccount('Mot de passe donné par l’exploitant'),
  'operator.reindex': admin('Réindexation demandée par l’exploitant'),
  'operator.move_files': admin('Fichiers déplacés par l’exploitant'),
} as const satisfies Record<string, AuditActionDefinition>
export type AuditAction = keyof typeof auditActions

/** Outcome of a correct password when a second factor is still required: the sign-in goes on, so it is no refusal. */
export const unfinishedSignIn = 'auth.second_factor_required'

export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)

/** Definition of an action, with the type that includes the optional fields. */
export const auditActionOf = (action: AuditAction): AuditActionDefinition => auditActions[action]

export const auditFamilyLabels: Record<AuditFamily, string> = {
  access: 'Connexions et accès',
  administration: 'Administration',
  export: 'Exports',
  deletion: 'Suppressions',
}

/** File name of an export of the audit trail. @param now ISO 8601 */
export const auditFileName = (now: string): string => `parvis-journal-audit-${now.slice(0, 10)}.csv`
