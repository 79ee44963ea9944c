/** Setting of the environment. The documentation (docs/exploitation.md) and its test read this list. */
export type Setting = { name: string; default: string; description: string }

export const settings = [
  { name: 'PORT', default: '3000', description: 'Port d’écoute (0 : un port libre).' },
  { name: 'HOST', default: '127.0.0.1', description: 'Adresse d’écoute.' },
  {
    name: 'PUBLIC_URL',
    default: 'http://HOST:PORT',
    description:
      'Base des liens dans les courriels, sans chemin (Parvis est à la racine de son site), et nom auquel les clés d’accès sont liées : elles demandent https:// et un nom d’hôte (ou http://localhost), et ne servent plus quand ce nom change.',
  },
  {
    name: 'TRUST_PROXY',
    default: 'false',
    description: 'Adresses ou réseaux des mandataires dont l’en-tête X-Forwarded-For est cru (séparés par des virgules).',
  },
  { name: 'PARVIS_DATA_DIR', default: './data', description: 'Base embarquée, fichiers, secrets engendrés (mode 0600), boîte d’envoi.' },
  { name: 'DATABASE_URL', default: '', description: 'Serveur PostgreSQL ≥ 15, base en UTF-8 ; sans lui, la base embarquée du dossier de données.' },
  {
    name: 'PARVIS_SECRET',
    default: 'engendré',
    description:
      'Secret qui signe les jetons d’accès et ferme les clés des applications de codes : 32 caractères imprévisibles au moins. Engendré et gardé dans le dossier de données s’il est absent. Le changer rend ces applications inutiles.',
  },
  { name: 'PARVIS_ADMIN_USERNAME', default: 'admin', description: 'Nom du premier administrateur.' },
  { name: 'PARVIS_ADMIN_EMAIL', default: 'admin@localhost', description: 'Adresse du premier administrateur.' },
  {
    name: 'PARVIS_ADMIN_PASSWORD',
    default: 'engendré',
    description: 'Mot de passe du premier administrateur (12 caractères au moins) ; engendré et affiché une fois s’il est absent.',
  },
  { name: 'PARVIS_DEMO', default: 'true', description: 'Données de démonstration au premier démarrage.' },
  { name: 'LLM_BASE_URL', default: '', description: 'Serveur de modèle au protocole OpenAI (chat completions). Sans lui, le modèle de démonstration intégré.' },
  { name: 'LLM_API_KEY', default: '', description: 'Clé du serveur de modèle.' },
  { name: 'LLM_MODEL', default: 'mistral-small-latest', description: 'Nom du modèle.' },
  { name: 'MISTRAL_API_KEY', default: '', description: 'Seule, elle vaut LLM_BASE_URL=https://api.mistral.ai/v1 avec cette clé.' },
  {
    name: 'LLM_CONTEXT_TOKENS',
    default: '',
    description: 'Ce que le modèle peut lire d’un coup, question et réponse comprises, en jetons ; sans lui, ce que dit le serveur, sinon 32000.',
  },
  { name: 'LLM_FALLBACKS', default: '', description: 'Liste JSON de serveurs de secours {base_url, api_key, model, context_tokens}, essayés dans l’ordre.' },
  { name: 'LLM_FIRST_TOKEN_TIMEOUT_MS', default: '60000', description: 'Attente maximale du premier mot.' },
  { name: 'LLM_IDLE_TIMEOUT_MS', default: '60000', description: 'Silence maximal au milieu d’une réponse.' },
  { name: 'LLM_TOTAL_TIMEOUT_MS', default: '600000', description: 'Durée maximale d’une réponse.' },
  { name: 'CHAT_MAX_RUNNING', default: '2', description: 'Réponses qu’une personne peut avoir en cours à la fois.' },
  { name: 'CHAT_MAX_PER_MINUTE', default: '30', description: 'Messages qu’une personne peut envoyer par minute.' },
  {
    name: 'QUOTA_TOKENS_PER_MONTH',
    default: '',
    description:
      'Jetons qu’une personne peut consommer par mois de Paris, là où rien d’autre n’est fixé pour elle ni pour ses services (voir [organisation.md](organisation.md)) ; sans lui, aucune limite.',
  },
  {
    name: 'FULL_READING_CONFIRM_TOKENS',
    default: '300000',
    description: 'Jetons à lire (estimés) au-delà desquels une lecture complète de documents annonce son coût et attend l’accord de la personne.',
  },
  { name: 'LLM_DEMO_PACE', default: '35', description: 'Mots par seconde du modèle de démonstration (0 : au plus vite).' },
  { name: 'EMBEDDINGS_BASE_URL', default: '', description: 'Serveur de vecteurs au protocole OpenAI (embeddings) ; sans lui, la recherche intégrée.' },
  { name: 'EMBEDDINGS_API_KEY', default: '', description: 'Clé du serveur de vecteurs.' },
  { name: 'EMBEDDINGS_MODEL', default: '', description: 'Nom du modèle de vecteurs.' },
  {
    name: 'SMTP_URL',
    default: '',
    description:
      'Serveur de courriel : smtps://, ou smtp:// qui exige STARTTLS hors de cette machine (« ?requireTLS=false » y renonce). Sans lui, chaque courriel devient un fichier du dossier outbox.',
  },
  { name: 'MAIL_FROM', default: 'Parvis <parvis@localhost>', description: 'Expéditeur des courriels.' },
  {
    name: 'PASSWORD_POLICY',
    default: 'contrat',
    description:
      'contrat : 6 caractères, avec un avertissement sous le seuil de la CNIL ; cnil : refusé sous ce seuil, comme il l’est toujours aux administrateurs.',
  },
  { name: 'REGISTRATION', default: 'ouverte', description: 'ouverte, validation (inactif jusqu’à l’accord d’un administrateur) ou fermee.' },
  {
    name: 'REGISTRATION_DOMAINS',
    default: '',
    description: 'Domaines de courriel admis à l’inscription, séparés par des virgules ; l’adresse est alors prouvée par un lien envoyé par courriel.',
  },
  {
    name: 'OIDC_PROVIDERS',
    default: '',
    description:
      'Liste JSON des fournisseurs d’identité OpenID Connect, dans l’ordre de leurs boutons (voir [organisation.md](organisation.md)) ; l’adresse de retour à leur donner est PUBLIC_URL suivie de /connexion/retour.',
  },
  {
    name: 'LOCAL_SIGN_IN',
    default: 'ouverte',
    description: 'ouverte, ou administrateurs : le mot de passe ne connecte plus qu’eux, et chacun passe par un fournisseur d’identité.',
  },
  {
    name: 'DIRECTORY_SEARCH',
    default: 'non',
    description:
      'oui : qui partage ou confie quelque chose trouve ses collègues par un morceau de leur nom ou de leur adresse ; non : par leur nom d’utilisateur ou leur adresse en entier. Les administrateurs cherchent toujours par morceaux.',
  },
  {
    name: 'SECOND_FACTOR',
    default: 'facultatif',
    description: 'Qui doit avoir la double authentification sur un compte à mot de passe : facultatif (qui le veut), administrateurs ou tous.',
  },
  { name: 'SIGNUP_REQUEST_URL', default: '', description: 'Formulaire externe de demande d’accès ; sans lui, le lien mène à /register.' },
  {
    name: 'MAX_UPLOAD_MB',
    default: '25',
    description: 'Taille maximale d’un fichier, en Mo ; les fichiers d’une personne en prennent quarante fois autant au plus.',
  },
  { name: 'MAX_PROJECTS', default: '500', description: 'Projets qu’une personne peut garder.' },
  { name: 'MAX_CONVERSATIONS', default: '5000', description: 'Conversations qu’une personne peut garder.' },
  {
    name: 'MAX_MESSAGES_MB',
    default: '50',
    description: 'Place que les messages d’une personne peuvent prendre, en Mo ; chaque message compte pour 1 ko au moins.',
  },
  {
    name: 'OCR_MINUTES_PER_DAY',
    default: '120',
    description:
      'Minutes de lecture de documents numérisés ou longs par personne et par jour ; au-delà, ses pages numérisées attendent le lendemain (0 : sans limite).',
  },
  {
    name: 'CLAMAV_URL',
    default: '',
    description:
      'Antivirus ClamAV (clamd) à qui montrer chaque fichier déposé : tcp://antivirus:3310 ou unix:///run/clamav/clamd.ctl. Sans lui, aucun examen. Dans clamd.conf, StreamMaxLength, MaxFileSize et MaxScanSize valent MAX_UPLOAD_MB au moins : au-delà du premier, Parvis refuse le fichier ; au-delà des autres, clamd dit sain ce qu’il n’a pas lu en entier.',
  },
  {
    name: 'CLAMAV_FAILURE',
    default: 'refuser',
    description: 'Quand l’antivirus ne répond pas : refuser (le fichier n’est pas gardé) ou accepter (gardé, et signalé dans le journal).',
  },
  {
    name: 'SECURITY_CONTACT',
    default: '',
    description: 'Où signaler une faille de cette instance : adresse e-mail ou https://…, publiée dans /.well-known/security.txt (RFC 9116).',
  },
  { name: 'LEGAL_PUBLISHER', default: '', description: 'Organisme qui édite le service : nom, statut, adresse (mentions légales, confidentialité).' },
  { name: 'LEGAL_PUBLISHER_CONTACT', default: '', description: 'Téléphone et courriel de l’éditeur.' },
  { name: 'LEGAL_PUBLICATION_DIRECTOR', default: '', description: 'Directeur ou directrice de la publication : nom et fonction.' },
  { name: 'LEGAL_HOSTING', default: '', description: 'Hébergeur : nom, adresse et téléphone.' },
  { name: 'LEGAL_DPO', default: '', description: 'Adresse du délégué à la protection des données.' },
  { name: 'ACCESSIBILITY_CONTACT', default: '', description: 'Adresse du référent accessibilité.' },
  { name: 'ACCESSIBILITY_SCHEME_URL', default: '', description: 'Adresse du schéma pluriannuel d’accessibilité.' },
  {
    name: 'ACCESSIBILITY_AUDIT_DATE',
    default: '',
    description: 'Date du dernier audit d’accessibilité (2026-03-31) ; sans audit de moins de trois ans, la déclaration dit « non conforme ».',
  },
  { name: 'ACCESSIBILITY_AUDIT_RATE', default: '', description: 'Taux de conformité de cet audit, de 0 à 100 ; va avec la date.' },
  { name: 'ACCESSIBILITY_AUDIT_BY', default: '', description: 'Qui a réalisé cet audit.' },
  {
    name: 'LOG_RETENTION_DAYS',
    default: '',
    description:
      'Jours pendant lesquels l’exploitant garde le journal du serveur ; affiché sur la page Confidentialité (le journal sort sur la sortie standard : c’est lui qui l’efface).',
  },
  { name: 'BACKUP_KEYS', default: '', description: 'Clés publiques age (age1…), séparées par des virgules : les sauvegardes sont chiffrées pour elles.' },
  { name: 'BACKUP_PASSPHRASE', default: '', description: 'Phrase de 20 caractères au moins qui chiffre les sauvegardes, et les rouvre ; au lieu des clés.' },
  { name: 'BACKUP_IDENTITY_FILE', default: '', description: 'Fichier de la clé secrète age, pour restaurer seulement : gardez-le hors du serveur.' },
  {
    name: 'BACKUP_RETENTION_DAYS',
    default: '',
    description: 'Jours pendant lesquels l’exploitant garde les sauvegardes ; affiché sur la page Confidentialité.',
  },
  { name: 'LOG_LEVEL', default: 'info', description: 'fatal, error, warn, info, debug ou silent. Lignes JSON sur la sortie standard, jamais de contenu.' },
] as const satisfies readonly Setting[]

/** Settings of older versions, and the advice shown when one prevents the start. */
export const removedSettings = [
  {
    name: 'LLM_CONTEXT_CHARS',
    advice: 'ce réglage n’existe plus ; retirez-le, ou limitez ce que le modèle lit avec LLM_CONTEXT_TOKENS, en jetons (60 000 caractères valent 20000).',
  },
] as const

export type SettingName = (typeof settings)[number]['name']
