export type { Access, Answer, Body, Given, Params, Query, Route, SentBody, SentQuery } from './route.ts'
export { changedBy, fillPath } from './route.ts'
export * from './constants.ts'
export * from './errors.ts'
export { ownSentence } from './own-failures.ts'
export { isPagePath, pages } from './pages.ts'
export type { FinishReason, ReplyEvent, ReplyStatus, Source, SourceOrigin } from './events.ts'
export type { TokenCount } from './common.ts'
export { csvLine, csvMark, plainCell } from './csv.ts'
export type { CurrentUser, PasswordWeakness } from './features/auth.ts'
export type { LinkOffer, LinkProof, WaysIn } from './features/ways-in.ts'
export { importLimits } from './features/users.ts'
export type { ImportedRow, ImportOutcome, ImportStatus, User } from './features/users.ts'
export type { AccountChange, ChangeAuthor, Profile, ProfileOptions, Security } from './features/profile.ts'
export type { Assistant, AssistantCategory, AssistantVersion, AssistantVersionSummary, VersionedField } from './features/assistants.ts'
export type { Announcement } from './features/announcements.ts'
export { dashboardPeriods } from './features/dashboard.ts'
export type { Dashboard, DashboardPeriod } from './features/dashboard.ts'
export * from './features/audit-acts.ts'
export type { AuditEntry } from './features/audit.ts'
export type { ErrorGroup } from './features/recent-errors.ts'
export type { ManagedAssistantCategory, ManagedDocumentCategory } from './features/categories.ts'
export { pack as packSchema, packLimits } from './features/packs.ts'
export type { Pack, PackAction, PackDifference, PackItem, PackItemKind, PackPreview } from './features/packs.ts'
export type { ListedPersonalPrompt, PersonalPrompt, PromptChoice } from './features/personal-prompts.ts'
export type { Prompt } from './features/prompts.ts'
export type { ListedProject, Project } from './features/projects.ts'
export type {
  Conversation,
  ConversationChange,
  ConversationDocument,
  ConversationWithChanges,
  ConversationWithMessages,
  FoundPart,
  ListedConversation,
  Message,
  RecentConversation,
} from './features/conversations.ts'
export type { Changed } from './features/changes.ts'
export type { ChatAction, RewriteStyle, Turn } from './features/chat.ts'
export { feedbackReasons } from './features/feedback.ts'
export type { FeedbackReason } from './features/feedback.ts'
export type { LibraryCategory, Quote } from './features/library.ts'
export { acceptedExtensions, acceptedFormats } from './features/documents.ts'
export type { CitedPassage, DocumentLife, DocumentSort, DocumentState, LibraryDocument, ReadBlock, ReadPage, ReceivedFiles } from './features/documents.ts'
export { letterheadFormats } from './features/letterheads.ts'
export type { Letterhead, LetterheadFormat } from './features/letterheads.ts'
export type { InstanceInfo } from './features/instance.ts'
export type { Holdings } from './features/rights.ts'
export { retentionBounds, retentionKinds, retentionNoticeDays } from './features/retention.ts'
export type { ExpiringConversation, LegalHold, PurgeForecast, PurgeProof, RetentionKind, RetentionRule } from './features/retention.ts'
export * as routes from './routes.ts'
