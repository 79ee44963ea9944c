import type { User } from '@parvis/contract'
import { displayName } from '../../layout/user.ts'
import { plural } from '../../ui/words/formats.ts'
import { userMessages } from './user-errors.ts'

/** Action on an account that needs a confirmation (specification, chapters 4 and 6). */
export type UserAction = 'activate' | 'deactivate' | 'promote' | 'demote' | 'sign-out' | 'second-factor' | 'give-projects' | 'remove'

interface ActionWords {
  /** Label in the menu and on the confirm button. */
  verb: string
  pending: string
  question: string
  consequence: string
  /** Sentence shown after the action. */
  done: string
  /** Sentence shown when the action fails (specification, chapter 8). */
  failure: string
  tone: 'danger' | 'primary'
}

/** Returns the actions available for an account, in menu order. One's own role, state and deletion are changed elsewhere, with re-authentication. */
export function actionsFor(user: Pick<User, 'is_active' | 'is_admin' | 'second_factor_at'>, isSelf: boolean): UserAction[] {
  if (isSelf) return ['sign-out']
  return [
    user.is_active ? 'deactivate' : 'activate',
    user.is_admin ? 'demote' : 'promote',
    ...(user.is_active ? (['sign-out'] as const) : []),
    ...(user.second_factor_at === null ? [] : (['second-factor'] as const)),
    // The projects of an active account are handed over by their owner.
    ...(user.is_active ? [] : (['give-projects'] as const)),
    'remove',
  ]
}

/** @param isSelf the account is that of the current user */
export function actionTexts(action: UserAction, user: Pick<User, 'username' | 'first_name' | 'last_name'>, isSelf = false): ActionWords {
  const name = displayName(user)
  const quotedName = `«\u00a0${name}\u00a0»`
  const selfNote = isSelf ? ' C’est votre propre compte.' : ''
  switch (action) {
    case 'activate':
      return {
        verb: 'Activer',
        pending: 'Activation…',
        question: `Activer le compte ${quotedName}\u00a0?`,
        tone: 'primary',
        failure: userMessages.status,
        consequence: 'Cette personne pourra de nouveau se connecter, et retrouvera ses conversations et ses projets.',
        done: `Le compte ${quotedName} est actif.`,
      }
    case 'deactivate':
      return {
        verb: 'Désactiver',
        pending: 'Désactivation…',
        question: `Désactiver le compte ${quotedName}\u00a0?`,
        tone: 'danger',
        failure: userMessages.status,
        consequence: `Cette personne sera déconnectée aussitôt et ne pourra plus se connecter. Ses données sont gardées.${selfNote}`,
        done: `Le compte ${quotedName} est inactif.`,
      }
    case 'promote':
      return {
        verb: 'Promouvoir administrateur',
        pending: 'Promotion…',
        question: `Donner les droits d’administrateur à ${quotedName}\u00a0?`,
        tone: 'primary',
        failure: userMessages.role,
        consequence: 'Cette personne pourra gérer les comptes, les assistants et les prompts.',
        done: `${quotedName} est administrateur.`,
      }
    case 'demote':
      return {
        verb: 'Retirer les droits d’administrateur',
        pending: 'Retrait…',
        question: `Retirer les droits d’administrateur de ${quotedName}\u00a0?`,
        tone: 'danger',
        failure: userMessages.role,
        consequence: `Cette personne gardera l’usage des assistants, mais ne verra plus l’administration.${selfNote}`,
        done: `${quotedName} est utilisateur.`,
      }
    case 'sign-out':
      return {
        verb: 'Fermer ses sessions',
        pending: 'Fermeture…',
        question: `Fermer les sessions de ${quotedName}\u00a0?`,
        tone: 'primary',
        failure: userMessages.status,
        consequence: `Cette personne sera déconnectée aussitôt, partout, et pourra se reconnecter.${selfNote}`,
        done: `Les sessions de ${quotedName} sont fermées.`,
      }
    case 'second-factor':
      return {
        verb: 'Retirer la double authentification',
        pending: 'Retrait…',
        question: `Retirer la double authentification de ${quotedName}\u00a0?`,
        tone: 'danger',
        failure: userMessages.status,
        consequence: `Ses clés d’accès partent aussi\u00a0: son mot de passe suffira, jusqu’à ce qu’elle soit activée de nouveau. Assurez-vous que c’est bien cette personne qui le demande\u00a0: elle en reçoit un courriel.${selfNote}`,
        done: `La double authentification de ${quotedName} est retirée.`,
      }
    case 'give-projects':
      return handOverTexts(quotedName)
    case 'remove':
      return {
        verb: 'Supprimer',
        pending: 'Suppression…',
        question: `Supprimer le compte ${quotedName}\u00a0?`,
        tone: 'danger',
        failure: userMessages.removal,
        consequence: `Le compte, ses conversations et ses projets sans responsable sont supprimés. Cette action est irréversible.${selfNote}`,
        done: `Le compte ${quotedName} est supprimé.`,
      }
  }
}

/** Sentence about the shared assistants of a deleted account, which pass to the organisation. */
export function passedAssistantsSentence(count: number): string {
  const isOne = count === 1
  const passes = `${plural(count, 'assistant')} que d’autres utilisent ${isOne ? 'passe' : 'passent'} à l’organisation`
  return `${passes}\u00a0: vous ${isOne ? 'le' : 'les'} trouverez dans Gestion Assistants.`
}

/** Texts of the hand-over of the shared projects of a deactivated account. */
function handOverTexts(quotedName: string): ActionWords {
  return {
    verb: 'Confier ses projets',
    pending: 'Un instant…',
    question: `Confier les projets de ${quotedName} à leurs responsables\u00a0?`,
    tone: 'primary',
    failure: 'Les projets n’ont pas pu être confiés',
    consequence:
      'Chaque projet qui a un responsable passe au plus ancien, avec ses fichiers, et un courriel le lui dit. Les autres projets restent à ce compte. Si vous le réactivez, cette personne sera responsable des projets confiés.',
    done: `Les projets de ${quotedName} sont confiés à leurs responsables.`,
  }
}
