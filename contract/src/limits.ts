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
