/**
 * Errors that the page detects itself, before any call, with the server's own sentences. `errorCatalogue` includes them. They are in a separate file so
 * that the sign-in page does not load the whole catalogue.
 */
export const clientErrors = {
  'auth.missing': [401, "Aucun token d'authentification trouvé. Veuillez vous connecter."],
  'auth.expired': [401, 'Votre session a expiré. Veuillez vous reconnecter.'],
  'auth.invalid': [401, "Token d'authentification invalide. Veuillez vous reconnecter."],
  'auth.password_short': [422, 'Le mot de passe doit contenir au moins 6 caractères'],
  'auth.new_password_short': [422, 'Le nouveau mot de passe doit contenir au moins 6 caractères'],
  'users.last_admin': [409, 'Il doit rester au moins un administrateur actif.'],
  'users.held': [409, 'Ce compte est gelé\u00A0: il ne peut pas être supprimé tant que le gel n’est pas levé.'],
  'conversations.title_empty': [422, 'Le titre ne peut pas être vide'],
} as const

export const clientErrorSentence = (code: keyof typeof clientErrors): string => clientErrors[code][1]
