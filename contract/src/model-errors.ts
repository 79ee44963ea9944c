/** Errors of model servers and of dictation. Part of `errorCatalogue`. */
export const modelErrors = {
  // The model server
  'llm.unreachable': [502, 'Le serveur de modèle est injoignable. Veuillez réessayer.'],
  'llm.no_model_for_level': [
    409,
    'Aucun modèle du niveau demandé ne répond. Rien de ce que vous avez écrit n’est perdu\u00A0: prévenez votre administrateur, puis réessayez.',
  ],
  'llm.overloaded': [503, 'Le serveur de modèle est saturé. Réessayez dans un instant.'],
  'llm.too_long': [
    502,
    'La demande dépasse ce que le modèle peut lire, même raccourcie. Rien de ce que vous avez écrit n’est perdu\u00A0: posez une question plus courte, ou ouvrez une nouvelle conversation.',
  ],
  'llm.refused': [502, 'Le serveur de modèle a refusé la demande. Prévenez votre administrateur.'],
  'llm.bad_answer': [502, 'La réponse du serveur de modèle est illisible.'],
  'llm.first_token_timeout': [504, 'Le modèle n’a pas commencé à répondre à temps.'],
  'llm.idle_timeout': [504, 'Le modèle s’est interrompu au milieu de sa réponse.'],
  'llm.total_timeout': [504, 'La réponse a dépassé la durée permise.'],
  'llm.cut': [502, 'La connexion avec le modèle a été coupée\u00A0: la réponse est incomplète.'],
  'llm.truncated': [502, 'La réponse s’est arrêtée avant sa fin.'],
  'llm.filtered': [502, 'Le filtre de contenu du modèle a arrêté cette réponse avant sa fin.'],
  'llm.empty': [502, 'Le modèle a renvoyé une réponse vide.'],
  'llm.masking_failed': [
    503,
    'Les données personnelles de cette demande n’ont pas pu être masquées\u00A0: rien n’a été envoyé au modèle. Réessayez, ou prévenez votre administrateur.',
  ],
  'llm.aborted': [499, 'La réponse a été arrêtée.'],
  // Dictation
  'transcriptions.unavailable': [404, 'La dictée n’est pas installée ici. Écrivez votre texte.'],
  'transcriptions.not_sound': [415, 'Ce fichier n’est pas un enregistrement sonore\u00a0: WebM, Ogg, MP4, WAV, MP3 ou FLAC, sans image.'],
  'transcriptions.too_many': [429, 'Vous dictez beaucoup de textes. Patientez un instant, puis recommencez.'],
  'transcriptions.unreachable': [502, 'Le serveur de dictée est injoignable. Recommencez dans un instant, ou écrivez votre texte.'],
  'transcriptions.overloaded': [503, 'Le serveur de dictée est saturé. Recommencez dans un instant, ou écrivez votre texte.'],
  'transcriptions.timeout': [504, 'Le serveur de dictée a mis trop de temps à répondre. Essayez un enregistrement plus court, ou écrivez votre texte.'],
  'transcriptions.refused': [502, 'Le serveur de dictée a refusé l’enregistrement. Prévenez votre administrateur.'],
  'transcriptions.bad_answer': [502, 'La réponse du serveur de dictée est illisible. Prévenez votre administrateur.'],
  'transcriptions.aborted': [499, 'La dictée a été annulée.'],
} as const
