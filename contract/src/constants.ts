/** The business constants of the specification, chapter 9. Durations are in milliseconds, heights in pixels. */
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

/** Ours beside them: what says, at the next sign-in, that this browser is known to the account. It stays after signing out. */
export const deviceKey = 'parvis.appareil'

/** Largest texts accepted, in characters. They keep one request from filling the database or the model's window. */
export const limits = {
  name: 200,
  description: 2_000,
  content: 100_000,
  promptContent: 20_000,
  /** Prompts that one person keeps. */
  personalPrompts: 200,
  message: 100_000,
  title: 200,
  category: 80,
  /** Assistants that one person makes. */
  ownAssistants: 50,
  /** Why something is refused or suspended; a word that goes with a proposal. */
  reason: 500,
  /** Questions that an assistant offers to begin with, and the characters of each. */
  starters: 4,
  starter: 200,
  /** Categories of documents that an assistant asks. */
  assistantDocumentCategories: 10,
  feedbackComment: 500,
  announcement: 500,
  turns: 1_000,
  email: 254,
  username: 64,
  password: 256,
  device: 200,
  /** Passkeys of one account. */
  passkeys: 20,
  passkeyName: 60,
  perPage: 100,
  /** Files of one upload, and documents that one conversation asks. */
  files: 50,
  /** Services, and people, that one share is for; and shares that one person has at once. */
  shareSubjects: 50,
  shares: 100,
  /** Conversations that one person keeps at the top. */
  pinned: 20,
  /** Limit of the conversations of which one call changes the project. */
  conversationsAtOnce: 500,
  /** What an identity provider calls a group. */
  groupName: 500,
  /** Services and persons to whom one thing is given. */
  grants: 200,
  /** People put in a service by one call, and services of one account set by one call. */
  newMembers: 100,
  accountTeams: 50,
} as const

/** How long a conversation is shared, in days. */
export const shareDays = [7, 30, 90] as const

/** Days after its end for which a share can be opened again by its owner. */
export const endedShareDays = 30

/** The specification's default system prompt (chapter 4, simple chatbot). */
export const defaultSystemPrompt = 'Vous êtes un assistant IA utile.'

/** What the plain lists of the specification hold at most; the paged ones go on to the end. */
export const plainListLength = 500

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

/** Every document category that the person may use, where one is named: `name` in requests and conversations, `display_name` on screens. */
export const allCategories = { name: '*', display_name: 'Toutes les catégories' } as const

/** Name of the file of an export. @param day as ISO 8601 writes it */
export const packFileName = (day: string): string => `parvis-pack-${day.slice(0, 10)}.json`

/** Name of the file of an export of the accounts. @param day as ISO 8601 writes it */
export const usersFileName = (day: string): string => `parvis-comptes-${day.slice(0, 10)}.csv`

/** Removes characters that no screen draws: zero-width and bidirectional marks, soft hyphens, variation selectors (Unicode Default_Ignorable_Code_Point, Cf). */
export const removeInvisible = (value: string): string => value.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, '')
