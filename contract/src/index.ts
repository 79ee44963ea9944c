import { assistants } from './assistants.ts'
import { announcements } from './announcements.ts'
import { assistantVersions } from './assistant-versions.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { assistantCategories, documentCategories } from './categories.ts'
import { chat } from './chat.ts'
import { conversations } from './conversations.ts'
import { dashboards } from './dashboard.ts'
import { documents } from './documents.ts'
import { feedback } from './feedback.ts'
import { instance } from './instance.ts'
import { letterheads } from './letterheads.ts'
import { library } from './library.ts'
import { packs } from './packs.ts'
import { profile } from './profile.ts'
import { projects } from './projects.ts'
import { prompts } from './prompts.ts'
import { recentErrors } from './recent-errors.ts'
import { retention } from './retention.ts'
import { rights } from './rights.ts'
import { users } from './users.ts'

export type { Access, Answer, Body, Given, Params, Query, Route, SentBody, SentQuery } from './route.ts'
export { fillPath } from './route.ts'
export * from './constants.ts'
export * from './errors.ts'
export { isPagePath, pagePatterns } from './pages.ts'
export type { FinishReason, ReplyEvent, ReplyStatus, Source } from './events.ts'
export type { TokenCount } from './common.ts'
export type { CurrentUser } from './auth.ts'
export type { User } from './users.ts'
export type { Profile, ProfileOptions } from './profile.ts'
export type { Assistant, AssistantCategory } from './assistants.ts'
export type { AssistantVersion, AssistantVersionSummary, VersionedField } from './assistant-versions.ts'
export type { Announcement } from './announcements.ts'
export { dashboardPeriods } from './dashboard.ts'
export type { Dashboard, DashboardPeriod } from './dashboard.ts'
export * from './audit-acts.ts'
export type { AuditEntry } from './audit.ts'
export type { ErrorGroup } from './recent-errors.ts'
export type { ManagedAssistantCategory, ManagedDocumentCategory } from './categories.ts'
export { pack as packSchema, packLimits } from './packs.ts'
export type { Pack, PackAction, PackDifference, PackItem, PackItemKind, PackPreview } from './packs.ts'
export type { Prompt } from './prompts.ts'
export type { Project } from './projects.ts'
export type { Conversation, ConversationWithMessages, FoundPart, ListedConversation, Message } from './conversations.ts'
export type { ChatAction, Turn } from './chat.ts'
export { feedbackReasons } from './feedback.ts'
export type { FeedbackReason } from './feedback.ts'
export type { LibraryCategory, Quote } from './library.ts'
export { acceptedExtensions } from './documents.ts'
export type { CitedPassage, DocumentLife, DocumentState, LibraryDocument, ReadBlock, ReadPage } from './documents.ts'
export { letterheadFormats } from './letterheads.ts'
export type { Letterhead, LetterheadFormat } from './letterheads.ts'
export type { InstanceInfo } from './instance.ts'
export type { Holdings } from './rights.ts'
export { retentionBounds, retentionKinds, retentionNoticeDays } from './retention.ts'
export type { ExpiringConversation, LegalHold, PurgeForecast, PurgeProof, RetentionKind, RetentionRule } from './retention.ts'

/** Every call of the interface, by feature. */
export const routes = {
  auth,
  users,
  profile,
  assistants,
  assistantVersions,
  prompts,
  projects,
  conversations,
  chat,
  feedback,
  library,
  documents,
  assistantCategories,
  documentCategories,
  packs,
  letterheads,
  instance,
  dashboards,
  recentErrors,
  announcements,
  rights,
  retention,
  audit,
}
