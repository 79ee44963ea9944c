import { limits } from '../../constants.ts'

/** Errors of the test cases of assistants and of their runs: part of `errorCatalogue`. */
export const assistantTestErrors = {
  'assistant_tests.too_many_cases': [409, `Cet assistant a ${limits.testCases}\u00a0cas de contrôle, le nombre permis. Supprimez-en pour en ajouter.`],
  'assistant_tests.no_case': [422, 'Cet assistant n’a pas de cas de contrôle. Ajoutez-en d’abord.'],
  'assistant_tests.model_below_level': [422, 'Un des modèles choisis n’existe plus, ou son niveau est trop bas pour cet assistant. Choisissez à nouveau.'],
  'assistant_tests.too_many_calls': [422, 'Ce contrôle demanderait trop d’appels. Choisissez moins de cas, de modèles ou de répétitions.'],
  'assistant_tests.running': [409, 'Un contrôle de cet assistant est déjà en cours. Attendez qu’il finisse, ou arrêtez-le.'],
  'assistant_tests.gate': [
    409,
    'Les contrôles demandés pour cet assistant ne sont pas réussis avec ces consignes. Lancez-les, ou dites pourquoi vous continuez sans eux\u00a0: votre motif ira au journal d’audit.',
  ],
} as const
