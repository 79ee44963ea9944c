/** Business constants of the specification, chapter 9. Durations are in milliseconds, heights in pixels. */
export const constants = {
  initialLoaderMs: 600,
  pageTransitionMs: 300,
  currentUserThrottleMs: 5_000,
  promptPreviewLength: 40,
  promptListStaggerMs: 50,
  passwordMinLength: 6,
  usersPerPage: 10,
  composerMinHeight: 40,
  composerMaxHeight: 120,
  focusAfterReplyMs: 100,
  copyConfirmationMs: 2_000,
  savedBannerMs: 2_000,
  documentNoticeMs: 5_000,
  sessionExpiredRedirectMs: 2_000,
  passwordResetRedirectMs: 3_000,
  conversationSearchDebounceMs: 300,
  conversationTitleLength: 80,
  relativeDateDays: 7,
  uploadTickMs: 300,
  uploadTickPercent: 10,
  uploadStartPercent: 10,
  uploadBeforeSendPercent: 30,
  uploadResetMs: 3_000,
  librarySummaryFiles: 3,
  documentQuestionDelayMs: 1_000,
  promptListDelayMs: 800,
} as const

/** Keys of the browser's local storage (specification, chapter 9). */
export const storageKeys = { access: 'accessToken', refresh: 'refreshToken' } as const

/**
 * Local-storage key of the known-device mark, which the browser sends at sign-in. Not in the specification, unlike `storageKeys`. The mark stays after
 * signing out.
 */
export const knownDeviceKey = 'parvis.appareil'

/** Limits: text lengths in characters, except the counts noted below. They keep one request from filling the database or the model's context window. */
export const limits = {
  name: 200,
  description: 2_000,
  content: 100_000,
  promptContent: 20_000,
  /** Personal prompts of one person. */
  personalPrompts: 200,
  message: 100_000,
  title: 200,
  category: 80,
  /** Assistants created by one person. */
  ownAssistants: 50,
  /** Reason of a refusal or a suspension, and note of a proposal. */
  reason: 500,
  /** Number of suggested questions of an assistant; `starter` is the length of each. */
  starters: 4,
  starter: 200,
  /** Document categories that an assistant searches. */
  assistantDocumentCategories: 10,
  feedbackComment: 500,
  announcement: 500,
  charter: 50_000,
  charterSummary: 2_000,
  turns: 1_000,
  email: 254,
  username: 64,
  password: 256,
  device: 200,
  /** Number of passkeys of an account. */
  passkeys: 20,
  passkeyName: 60,
  /** Number of personal API keys of an account; characters of a key's name; number of assistants that a key may be limited to. */
  apiKeys: 50,
  apiKeyName: 60,
  apiKeyAssistants: 50,
  perPage: 100,
  /** Number of files in one upload, one project and one assistant, and of documents attached to one conversation. */
  files: 50,
  /** Number of teams, and of people, in one share; `shares` is the number of active shares of one person. */
  shareSubjects: 50,
  shares: 100,
  /** Number of pinned conversations of one person. */
  pinned: 20,
  /** Number of conversations whose project one call may change. */
  conversationsAtOnce: 500,
  /** Name of a group at an identity provider. */
  groupName: 500,
  /** Number of teams and people who may be given access to one object. */
  grants: 200,
  /** Number of people added to a team by one call; `accountTeams` is the number of teams set on one account by one call. */
  newMembers: 100,
  accountTeams: 50,
  /** Number of test cases of an assistant. */
  testCases: 200,
} as const

/** Durations of a share that the owner may choose, in days. */
export const shareDays = [7, 30, 90] as const

/** Days after its expiry during which the owner may renew a share. */
export const shareRenewalDays = 30

/** The specification's default system prompt (chapter 4, simple chatbot). */
export const defaultSystemPrompt = 'Vous êtes un assistant IA utile.'

/** Maximum number of rows of the specification's unpaged lists. Paged lists have no such limit. */
export const maxUnpagedRows = 500

/** Icon names an assistant may carry (specification, chapter 3); all are Lucide names. */
export const iconNames = [
  'Search',
  'Filter',
  'Users',
  'FileText',
  'PenTool',
  'TrendingUp',
  'DollarSign',
  'Award',
  'Shield',
  'Target',
  'Calendar',
  'Heart',
  'UserCheck',
  'MessageCircle',
  'TrendingDown',
  'Calculator',
  'Receipt',
  'BookOpen',
  'Briefcase',
  'Zap',
  'ClipboardList',
  'Monitor',
  'FileSearch',
] as const
export type IconName = (typeof iconNames)[number]
export const defaultIcon: IconName = 'FileText'

export const defaultDocumentCategory = 'Notes internes'

/**
 * Pseudo-category that stands for every document category the person may use. `name` is sent in requests and stored in conversations, `display_name` is
 * shown.
 */
export const allCategories = { name: '*', display_name: 'Toutes les catégories' } as const

/** File name of an exported pack. @param day ISO 8601 date or date-time */
export const packFileName = (day: string): string => `parvis-pack-${day.slice(0, 10)}.json`

/** File name of an export of the accounts. @param day ISO 8601 date or date-time */
export const usersFileName = (day: string): string => `parvis-comptes-${day.slice(0, 10)}.csv`

/**
 * Removes the characters that are never drawn: zero-width and bidirectional marks, soft hyphens, variation selectors (Unicode
 * Default_Ignorable_Code_Point, Cf).
 */
export const removeInvisible = (value: string): string => value.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '')
