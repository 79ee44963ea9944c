import { limits } from './limits.ts'

/** Errors of assistants: their categories, owners, tests and uses. Part of `errorCatalogue`. */
export const assistantErrors = {
  'assistants.category_unknown': [422, 'Cette catégorie n’existe pas.'],
  'assistants.document_category_unknown': [422, 'Une des catégories de documents choisies n’existe plus. Choisissez à nouveau.'],
  'own_assistants.quota': [409, `Vous avez ${limits.ownAssistants}\u00a0assistants, le nombre permis. Supprimez-en pour en créer d’autres.`],
  'own_assistants.heir_quota': [409, `Cette personne a déjà ${limits.ownAssistants}\u00a0assistants, le nombre permis\u00a0: choisissez quelqu’un d’autre.`],
  'own_assistants.too_many_files': [422, `Un assistant a ${limits.files}\u00A0fichiers au plus. Retirez-en avant d’en ajouter.`],
  'own_assistants.already_open': [409, 'Cet assistant est déjà ouvert à ce service.'],
  'own_assistants.owner_active': [409, 'Le compte de cette personne est actif\u00a0: elle transmet elle-même ses assistants.'],
  'own_assistants.publish': [409, 'Cet assistant appartient à une personne\u00a0: pour l’ouvrir à tous, proposez-le, puis publiez-le.'],
  'assistant_tests.too_many_cases': [409, `Cet assistant a ${limits.testCases}\u00a0cas de contrôle, le nombre permis. Supprimez-en pour en ajouter.`],
  'assistant_tests.no_case': [422, 'Cet assistant n’a pas de cas de contrôle. Ajoutez-en d’abord.'],
  'assistant_tests.model_below_level': [422, 'Un des modèles choisis n’existe plus, ou son niveau est trop bas pour cet assistant. Choisissez à nouveau.'],
  'assistant_tests.too_many_calls': [422, 'Ce contrôle demanderait trop d’appels. Choisissez moins de cas, de modèles ou de répétitions.'],
  'assistant_tests.running': [409, 'Un contrôle de cet assistant est déjà en cours. Attendez qu’il finisse, ou arrêtez-le.'],
  'assistant_tests.gate': [
    409,
    'Les contrôles demandés pour cet assistant ne sont pas réussis avec ces consignes. Lancez-les, ou dites pourquoi vous continuez sans eux\u00a0: votre motif ira au journal d’audit.',
  ],
  'register.answers_needed': [
    409,
    'Cet assistant semble toucher à un usage sensible. Dites à quoi il sert, ou pourquoi ce n’en est pas un, avant de le publier.',
  ],
  'register.confirmation_needed': [
    409,
    'Cet assistant sert à un usage sensible\u00a0: un second administrateur le confirme, dans le registre des usages, avant sa publication.',
  ],
  'register.proposal_needed': [
    409,
    'Cet assistant semble toucher à un usage sensible\u00a0: proposez-le, au lieu de le partager vous-même. La personne qui décide dira à quoi il sert.',
  ],
  'register.same_person': [409, 'Vous avez déclaré cet usage\u00a0: un autre administrateur le confirme.'],
  'register.nothing_to_confirm': [409, 'Il n’y a rien à confirmer sur cette fiche\u00a0: son assistant, ou sa réponse, a changé. Rechargez la page.'],
  'register.closed': [409, 'Cette fiche est close\u00a0: son assistant a été supprimé. Elle ne change plus.'],
} as const
