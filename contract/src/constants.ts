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

/** Durations of a share that the owner may choose, in days. */
export const shareDays = [7, 30, 90] as const

/** Days after its expiry during which the owner may renew a share. */
export const shareRenewalDays = 30

/** The specification's default system prompt (chapter 4, simple chatbot). */
export const defaultSystemPrompt = 'Vous êtes un assistant IA utile.'

/** Maximum number of rows of the specification's unpaged lists. Paged lists have no such limit. */
export const maxUnpagedRows = 500

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
