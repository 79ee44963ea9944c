import { limits } from './constants.ts'
import { clientErrors } from './client-errors.ts'

/**
 * Every error of the API: code → HTTP status and the French sentence shown to people.
 * Sentences of the specification's chapter 8 are reproduced letter for letter.
 */
export const errorCatalogue = {
  // Errors that the page also detects itself
  ...clientErrors,
  // Requests
  'request.malformed': [400, 'La demande est illisible.'],
  'request.invalid': [422, 'Certaines informations sont à corriger.'],
  'request.too_large': [413, 'L’envoi est trop volumineux.'],
  'request.unsupported_type': [415, 'Ce format d’envoi n’est pas accepté.'],
  'request.cursor': [422, 'Cette suite de la liste n’est plus valable. Revenez au début de la liste.'],
  'request.not_found': [404, 'Ce que vous demandez n’existe pas, ou plus\u00A0: il a peut-être été supprimé. Revenez à la liste pour voir ce qu’il y a.'],
  'request.stale': [409, 'Une autre version a été enregistrée entre-temps. Rien n’a été remplacé\u00A0: comparez, puis choisissez.'],
  'request.precondition': [412, 'Une autre version a été enregistrée entre-temps. Rien n’a été remplacé\u00A0: comparez, puis choisissez.'],
  'request.too_many': [429, 'Trop de demandes en peu de temps. Patientez un instant avant de recommencer.'],
  'request.timeout': [408, 'La demande a mis trop de temps à arriver.'],
  'request.headers_too_large': [431, 'L’adresse ou les en-têtes de la demande sont trop longs.'],
  'request.expectation': [417, 'Le serveur ne peut pas répondre à ce que demande l’en-tête «\u00A0Expect\u00A0».'],
  'server.unexpected': [500, 'Une erreur est survenue. Rien de ce qui était enregistré n’est perdu\u00A0; veuillez réessayer.'],
  'server.unavailable': [503, 'Le service est momentanément indisponible. Veuillez réessayer dans quelques instants.'],
  'server.stopping': [503, 'Le service redémarre. Veuillez réessayer dans quelques instants.'],
  'server.storage_full': [507, 'L’espace de stockage est plein. Prévenez votre administrateur.'],
  // Authentication (chapters 4, 5, 8)
  'auth.credentials': [401, 'Identifiants invalides'],
  'auth.inactive': [403, 'Ce compte est désactivé. Contactez votre administrateur.'],
  'auth.awaiting_validation': [403, 'Ce compte attend d’être activé par un administrateur.'],
  'auth.locked': [429, 'Trop de tentatives de connexion. Réessayez plus tard ou réinitialisez votre mot de passe.'],
  'auth.too_many': [429, 'Trop de tentatives en peu de temps. Réessayez dans quelques instants.'],
  'auth.forbidden': [403, "Vous n'avez pas les droits nécessaires pour accéder à cette ressource."],
  'auth.taken': [409, 'Ce nom d’utilisateur ou cette adresse e-mail est déjà utilisé.'],
  'auth.registration_closed': [403, 'Les inscriptions sont fermées. Contactez votre administrateur.'],
  'auth.email_domain': [422, 'Cette adresse e-mail n’appartient pas à un domaine autorisé.'],
  'auth.registration_link': [400, 'Ce lien d’inscription n’est plus valable. Demandez-en un nouveau.'],
  'auth.registration_password': [400, 'Ce mot de passe n’est pas celui que vous avez choisi à l’inscription.'],
  'auth.reset_invalid': [400, 'Ce lien de réinitialisation n’est plus valable. Demandez-en un nouveau.'],
  'auth.must_change_password': [403, 'Choisissez d’abord un mot de passe que vous serez seul à connaître.'],
  'auth.password_weak': [422, 'Ce mot de passe est trop facile à deviner.'],
  'auth.current_password': [400, 'Le mot de passe actuel est incorrect'],
  'auth.no_password': [409, 'Votre compte se connecte par un fournisseur d’identité\u00A0: il n’a pas de mot de passe ici.'],
  'auth.sign_in_again': [409, 'Déconnectez-vous puis reconnectez-vous, et recommencez dans les dix minutes.'],
  'auth.local_closed': [403, 'La connexion par mot de passe est réservée aux administrateurs. Passez par un des boutons de cette page.'],
  'auth.second_factor_required': [401, 'La double authentification achève cette connexion\u00A0: un code, ou une clé d’accès.'],
  'auth.second_factor_code': [400, 'Ce code n’est pas le bon, ou a déjà servi.'],
  'auth.second_factor_expired': [401, 'Cette connexion a expiré. Saisissez à nouveau votre mot de passe.'],
  'auth.second_factor_due': [403, 'Activez d’abord la double authentification.'],
  'auth.second_factor_kept': [409, 'Votre organisation demande la double authentification\u00A0: elle ne se retire pas.'],
  'auth.second_factor_own': [409, 'Votre propre double authentification se retire dans «\u00a0Mon profil\u00a0», avec votre mot de passe et ce qui y sert.'],
  'auth.second_factor_set': [409, 'La double authentification est déjà active sur ce compte.'],
  'auth.second_factor_recent': [403, 'Cela a été ajouté à votre compte il y a moins d’un jour\u00a0: montrez ce qui y était avant, ou un code de secours.'],
  'auth.second_factor_unset': [409, 'La double authentification n’est pas active sur ce compte.'],
  'auth.passkeys_unavailable': [409, 'Les clés d’accès ne servent pas à l’adresse de cette installation.'],
  'auth.passkey_expired': [400, 'Cette demande a expiré, ou a déjà servi. Recommencez.'],
  'auth.passkey_refused': [400, 'Cette clé d’accès n’a pas été reconnue.'],
  'auth.passkey_copied': [400, 'Cette clé d’accès semble avoir été copiée\u00A0: elle est refusée. Prévenez votre administrateur.'],
  'auth.passkey_taken': [409, 'Cette clé d’accès est déjà enregistrée.'],
  'auth.passkeys_full': [409, 'Votre compte a vingt clés d’accès, le plus qu’il puisse avoir. Retirez-en une d’abord.'],
  // Personal API keys
  'keys.forbidden': [403, 'Les clés ne vous sont pas ouvertes sur cette installation. Votre administrateur peut le changer.'],
  'keys.full': [409, `Vous avez ${limits.apiKeys}\u00A0clés, le nombre permis. Révoquez-en une d’abord.`],
  'keys.assistant_unknown': [422, 'Un des assistants choisis n’existe plus, ou ne vous est plus ouvert. Choisissez à nouveau.'],
  'keys.invalid': [401, 'Cette clé n’existe pas, a expiré ou a été révoquée.'],
  'keys.scope': [403, 'Cette clé ne permet pas cela. Faites-en une autre dans «\u00A0Mon profil\u00A0», avec ce droit.'],
  'keys.level': [403, 'Cette demande a un niveau plus haut que celui de la clé.'],
  // Sign-in through an identity provider
  'auth.provider_unknown': [404, 'Ce mode de connexion n’existe pas, ou plus. Revenez à la page de connexion.'],
  'auth.provider_away': [503, 'Le fournisseur d’identité ne répond pas comme il le devrait. Réessayez dans quelques instants.'],
  'auth.arrival_unverified': [
    400,
    'Ce que le fournisseur d’identité a envoyé ne peut pas être vérifié. Recommencez\u00A0; si cela se répète, prévenez votre administrateur.',
  ],
  'auth.arrival_expired': [400, 'Cette connexion a expiré, a déjà servi, ou a été commencée dans un autre onglet. Recommencez.'],
  'auth.arrival_no_email': [403, 'Le fournisseur d’identité n’a pas transmis votre adresse e-mail, sans laquelle aucun compte ne peut s’ouvrir.'],
  'auth.arrival_not_admitted': [403, 'Vous êtes bien identifié, mais votre organisation n’est pas admise sur cette installation.'],
  'auth.arrival_no_account': [403, 'Vous êtes bien identifié, mais vous n’avez pas encore de compte ici. Demandez-le à votre administrateur.'],
  'auth.arrival_awaits': [403, 'Votre compte vient d’être créé. Il sera utilisable dès qu’un administrateur l’aura activé.'],
  'auth.link_code': [400, 'Ce code n’est pas celui qui vient d’être envoyé.'],
  'auth.identity_last': [409, 'Plus rien n’ouvrirait votre compte\u00a0: ce fournisseur d’identité ne se retire pas.'],
  'auth.identity_recent': [
    403,
    'Le fournisseur par lequel vous êtes entré a été ajouté il y a moins d’un jour\u00a0: reconnectez-vous par un autre, qui y était avant.',
  ],
  'auth.identity_own': [409, 'Vos propres fournisseurs d’identité se retirent dans «\u00a0Mon profil\u00a0», avec votre mot de passe.'],
  // Users
  'users.own_password': [409, 'C’est votre propre compte\u00A0: changez votre mot de passe dans «\u00A0Mon profil\u00A0».'],
  'users.own_proof': [409, 'C’est votre propre compte\u00A0: dites votre mot de passe actuel, et votre code si vous avez une double authentification.'],
  'users.own_removal': [409, 'C’est votre propre compte\u00A0: supprimez-le dans «\u00A0Mon profil\u00A0».'],
  'users.taken': [409, 'Ce nom d’utilisateur ou cette adresse e-mail est déjà utilisé.'],
  'users.not_invited': [409, 'Cette personne a déjà choisi son mot de passe.'],
  'users.invited_later': [409, 'Ce compte est inactif. Activez-le\u00a0: son invitation partira aussitôt.'],
  'users.transfer_needed': [422, 'Dites d’abord ce que deviennent les documents partagés de ce compte.'],
  'users.transfer_unknown': [422, 'La personne à qui transférer les documents n’existe pas ou n’est pas active.'],
  'retention.out_of_bounds': [422, 'Cette durée n’est pas permise.'],
  'retention.already_held': [409, 'Un gel est déjà en place.'],
  'users.forbidden': [403, "Vous n'avez pas les droits administrateur nécessaires pour accéder à cette page."],
  // Assistants, prompts, projects
  'assistants.category_unknown': [422, 'Cette catégorie n’existe pas.'],
  'assistants.document_category_unknown': [422, 'Une des catégories de documents choisies n’existe plus. Choisissez à nouveau.'],
  'prompts.forbidden': [403, "Vous n'avez pas les droits d'administrateur nécessaires pour cette action."],
  'prompts.removal_forbidden': [403, "Vous n'avez pas les droits d'administrateur nécessaires pour supprimer ce prompt."],
  'personal_prompts.quota': [409, `Vous avez ${limits.personalPrompts}\u00a0prompts, le nombre permis. Supprimez-en pour en créer d’autres.`],
  // Teams and grants
  'teams.unknown': [422, 'Un de ces services n’existe plus.'],
  'teams.taken': [409, 'Un service porte déjà ce nom.'],
  'teams.group_taken': [409, 'Un autre service a déjà ce groupe.'],
  'teams.not_manager': [403, 'Seuls les responsables de ce service et les administrateurs peuvent faire cela.'],
  'teams.last_manager': [409, 'Vous êtes le dernier responsable de ce service\u00a0: nommez d’abord un autre responsable, ou demandez à un administrateur.'],
  'teams.from_provider': [409, 'C’est un fournisseur d’identité qui le décide\u00a0: cela se change dans ses groupes.'],
  'teams.person_unknown': [
    422,
    'Aucun compte actif n’a ce nom d’utilisateur ni cette adresse. Vérifiez, ou demandez à la personne de se connecter une première fois.',
  ],
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
  'assistant_tests.not_own': [409, 'Cette réponse vient de la conversation d’une autre personne\u00a0: elle ne peut pas devenir un cas de contrôle.'],
  'assistant_tests.gate': [
    409,
    'Les contrôles demandés pour cet assistant ne sont pas réussis avec ces consignes. Lancez-les, ou dites pourquoi vous continuez sans eux\u00a0: votre motif ira au journal d’audit.',
  ],
  'grants.unknown': [422, 'Un service ou une personne de la liste n’existe plus, ou n’a plus de compte actif. Retirez-les, puis recommencez.'],
  'grants.team_closed': [403, 'Un service de la liste n’accepte pas ce que vous donnez\u00a0: retirez-le, ou demandez à un de ses responsables.'],
  'grants.everyone': [403, 'Seul un administrateur peut ouvrir cela à tout le monde.'],
  'grants.prompt_edit': [422, 'Seul un administrateur modifie un prompt partagé\u00a0: donnez le droit de l’utiliser.'],
  'grants.to_owner': [422, 'Cette personne en est propriétaire\u00a0: elle n’a besoin d’aucun droit.'],
  'grants.manage_projects': [422, 'Seul un projet a des responsables.'],
  'grants.to_oneself': [422, 'Cela vous appartient déjà\u00a0: choisissez quelqu’un d’autre.'],
  'projects.read_only': [403, 'Ce projet vous est ouvert en lecture. Demandez à son propriétaire le droit d’y écrire.'],
  'projects.not_owner': [403, 'Ce projet appartient à quelqu’un d’autre\u00a0: cette personne seule peut le supprimer.'],
  'projects.not_owner_to_give': [403, 'Ce projet appartient à quelqu’un d’autre\u00a0: cette personne seule peut le confier.'],
  'projects.not_manager': [403, 'Seuls le propriétaire du projet et ses responsables peuvent l’archiver ou le rendre valide.'],
  'projects.level_not_manager': [403, 'Seuls le propriétaire du projet et ses responsables fixent le niveau de ses modèles.'],
  'projects.moved': [409, 'Ce projet vient de changer de propriétaire\u00a0: rien n’a été ajouté. Envoyez de nouveau vos fichiers.'],
  'projects.heir_quota': [409, 'Cette personne a déjà le nombre de projets permis\u00a0: choisissez quelqu’un d’autre.'],
  'projects.heir_space': [409, 'Cette personne n’a plus la place de recevoir les fichiers du projet\u00a0: choisissez quelqu’un d’autre, ou retirez-en.'],
  'projects.owner_active': [409, 'Le compte de cette personne est actif\u00a0: elle confie elle-même ses projets.'],
  'projects.no_heir': [409, 'Aucun projet de ce compte n’a de responsable dont le compte est actif.'],
  'projects.quota': [409, 'Vous avez atteint le nombre de projets permis. Supprimez-en pour en créer d’autres.'],
  // Packs
  'packs.file_required': [422, 'Choisissez un fichier de pack.'],
  'packs.too_large': [413, 'Ce pack est trop volumineux\u00A0: 10\u00A0Mo au plus.'],
  'packs.not_json': [422, 'Ce fichier n’est pas un pack\u00A0: son contenu n’est pas du JSON.'],
  'packs.invalid': [422, 'Ce pack n’est pas valable.'],
  'packs.version': [422, 'Ce pack vient d’une version plus récente de Parvis. Mettez cette installation à jour.'],
  'packs.changed': [409, 'L’installation a changé depuis l’aperçu. Rien n’a été importé\u00A0; vérifiez le nouvel aperçu.'],
  'packs.category_needed': [422, 'Un assistant a besoin d’une catégorie que vous ignorez.'],
  'packs.export_too_large': [422, 'Cette sélection est trop grande pour un seul pack. Faites-en plusieurs.'],
  'models.unknown': [422, 'Ce modèle n’existe pas, ou plus. Choisissez-en un autre.'],
  // Conversations and replies
  'conversations.reply_running': [409, 'Une réponse est en cours dans cette conversation. Attendez sa fin ou arrêtez-la.'],
  'conversations.quota': [409, 'Vous avez atteint le nombre de conversations permis. Supprimez-en dans Mon espace pour en commencer d’autres.'],
  'conversations.messages_quota': [
    409,
    'Vos messages prennent toute la place permise. Rien de ce que vous avez écrit n’est perdu\u00A0: supprimez des conversations dans Mon espace, puis recommencez.',
  ],
  'conversations.full': [
    409,
    'Cette conversation est trop longue pour aller plus loin. Rien de ce que vous avez écrit n’est perdu\u00A0: ouvrez-en une nouvelle.',
  ],
  'conversations.too_many_pinned': [409, `${limits.pinned} conversations sont déjà épinglées. Détachez-en une pour épingler celle-ci.`],
  'conversations.nothing_to_resume': [409, 'Il n’y a pas de réponse à reprendre.'],
  'conversations.cannot_resume': [
    409,
    'Cette réponse ne peut pas être reprise\u00A0: les documents dont elle part ont changé. Ce qui était écrit est gardé\u00A0; posez de nouveau votre question.',
  ],
  'conversations.reading_running': [
    409,
    'Une lecture complète est déjà en cours pour vous, dans une autre conversation. Attendez qu’elle finisse ou arrêtez-la\u00A0: il n’y en a qu’une à la fois par personne.',
  ],
  'conversations.documents_alone': [422, 'Vos documents chargés s’interrogent sans assistant ni catégorie de documents.'],
  'conversations.too_many_documents': [422, `Une conversation a ${limits.files}\u00A0documents au plus. Retirez-en, ou ouvrez une nouvelle conversation.`],
  'projects.too_many_files': [422, `Un projet a ${limits.files}\u00A0fichiers au plus. Retirez-en avant d’en ajouter.`],
  'conversations.last_document': [409, 'Une conversation garde au moins un document. Ajoutez-en un autre avant de retirer celui-ci.'],
  // Shared conversations
  'shares.gone': [404, 'Cette conversation n’est pas, ou n’est plus, partagée avec vous.'],
  'shares.nothing': [422, 'Cette conversation n’a pas encore de réponse à partager.'],
  'shares.message_gone': [422, 'Ce message n’est plus dans la conversation. Choisissez-en un autre.'],
  'shares.too_many': [409, `Vous avez ${limits.shares}\u00a0partages, le nombre permis. Retirez-en dans Partages pour en faire d’autres.`],
  'shares.full': [409, 'Vos partages prennent toute la place permise. Retirez-en dans Partages, puis recommencez.'],
  'chat.too_many_replies': [429, 'Vous avez déjà plusieurs réponses en cours. Attendez la fin de l’une d’elles.'],
  'chat.too_many_messages': [429, 'Vous envoyez beaucoup de messages. Patientez un instant\u00A0: rien de ce que vous avez écrit n’est perdu.'],
  'quota.exhausted': [429, 'Il n’y a plus de jetons ce mois-ci, pour vous ou pour votre service. Rien de ce que vous avez écrit n’est perdu.'],
  'quota.busy': [
    429,
    'Les réponses en cours peuvent prendre tous les jetons qui restent ce mois-ci. Attendez la fin de l’une d’elles\u00A0: rien de ce que vous avez écrit n’est perdu.',
  ],
  'chat.no_question': [422, 'Écrivez un message avant d’envoyer.'],
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
  // Documents and library
  'documents.file_required': [422, 'Veuillez sélectionner un fichier'],
  'documents.not_read': [409, 'Un des deux documents n’est pas encore lu. Recommencez dans un instant.'],
  'documents.too_long_to_compare': [413, 'Ces documents sont trop longs pour être comparés ici. Comparez-en une partie.'],
  'documents.comparison_busy': [503, 'Trop de comparaisons sont en cours. Recommencez dans un instant.'],
  'documents.unsupported': [415, 'Ce type de fichier n’est pas accepté.'],
  'documents.type_mismatch': [415, 'Le contenu de ce fichier ne correspond pas à son extension.'],
  'documents.too_large': [413, 'Ce fichier dépasse la taille permise.'],
  'documents.empty': [422, 'Ce fichier est vide.'],
  'assistants.closed': [403, 'L’assistant de cette conversation ne vous est plus ouvert. Choisissez-en un autre, sous le champ du message, pour continuer.'],
  'documents.category_closed': [403, 'Vous ne pouvez pas déposer dans cette catégorie. Choisissez-en une autre, ou demandez à ceux qui en ont la charge.'],
  'documents.not_owner': [403, 'Seule la personne qui a déposé ce document ou un administrateur peut le modifier.'],
  'documents.already_superseded': [409, 'Une autre version remplace déjà ce document. Rechargez la page, puis remplacez la dernière version.'],
  'documents.version_cycle': [422, 'Un document ne remplace ni lui-même, ni l’une de ses versions suivantes.'],
  'documents.version_order': [422, 'Une version commence après celle qu’elle remplace, et avant celle qui la remplace.'],
  'documents.version_place': [422, 'Une nouvelle version se range au même endroit que l’ancienne\u00A0: dans la base documentaire, ou dans vos documents.'],
  'documents.quota': [413, 'Votre espace de dépôt est plein.'],
  'documents.infected': [422, 'Ce fichier a été refusé par l’antivirus.'],
  'documents.too_large_to_scan': [
    413,
    'Ce fichier est plus grand que ce que l’antivirus examine\u00A0: il n’a pas été gardé. Un administrateur peut relever cette limite.',
  ],
  'documents.scan_unavailable': [503, 'L’antivirus ne répond pas\u00A0: ce fichier n’a pas été gardé. Réessayez dans un instant.'],
  'library.category_unknown': [404, 'Cette catégorie de documents n’existe pas, ou n’existe plus.'],
  'letterheads.unsupported': [415, 'Choisissez un document Word (.docx) ou OpenDocument (.odt).'],
  'letterheads.refused': [422, 'Ce document ne peut pas servir de papier à en-tête.'],
  'library.category_taken': [409, 'Une catégorie porte déjà ce nom.'],
  'library.category_used': [409, 'Cette catégorie contient encore des éléments.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof errorCatalogue

/** Body of every error answer. `message` repeats `error` (specification, chapter 8: "error or message"). */
export type ErrorBody = {
  error: string
  message: string
  code: ErrorCode
  request_id: string
  fields?: Record<string, string>
  /** Current state of the object, with `request.stale` and `request.precondition`. */
  changed?: ConcurrentChange
  /** Token that completes this sign-in, valid for five minutes, with `auth.second_factor_required`. */
  challenge?: string
  /** Factors of this account, with `auth.second_factor_required`. A recovery code is accepted as well. */
  factors?: SecondFactorKind[]
  /** Time at which tokens are available again, ISO 8601, with `quota.exhausted`. */
  renews_at?: string
  /** Level that the request needs, with `llm.no_model_for_level`. */
  level?: number
}

export type SecondFactorKind = 'code' | 'passkey'

/** Change made to an object after the caller had read it. */
export type ConcurrentChange = {
  /** Time of the change; the value of `expected_updated_at` to send once the caller has seen it. */
  at: string
  /** Display name of the author; null when unknown. */
  by: string | null
  /** The caller made the change, in another window. */
  is_own: boolean
  /** Current object, in the form that its own route answers. */
  current: Record<string, unknown>
}

export function errorStatus(code: ErrorCode): number {
  return errorCatalogue[code][0]
}

export function errorSentence(code: ErrorCode): string {
  return errorCatalogue[code][1]
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}
