import { routes } from '@parvis/contract'
import { announcementsHandlers } from './features/announcements/routes.ts'
import { apiKeysHandlers } from './features/api-keys/routes.ts'
import { assistantTestsHandlers } from './features/assistant-tests/routes.ts'
import { assistantsHandlers } from './features/assistants/routes.ts'
import { auditHandlers } from './features/audit/routes.ts'
import { authHandlers } from './features/auth/routes.ts'
import { categoriesHandlers } from './features/categories/routes.ts'
import { charterHandlers } from './features/charter/routes.ts'
import { chatHandlers } from './features/chat/routes.ts'
import { comparisonHandlers } from './features/comparison/routes.ts'
import { conversationsHandlers } from './features/conversations/routes.ts'
import { corpusHandlers } from './features/corpus/routes.ts'
import { dashboardHandlers } from './features/dashboard/routes.ts'
import { documentsHandlers } from './features/documents/routes.ts'
import { feedbackHandlers } from './features/feedback/routes.ts'
import { grantsHandlers } from './features/grants/routes.ts'
import { instanceHandlers } from './features/instance/routes.ts'
import { letterheadsHandlers } from './features/letterheads/routes.ts'
import { conversationGround } from './features/library/conversation-ground.ts'
import { libraryHandlers } from './features/library/routes.ts'
import { literacyHandlers } from './features/literacy/completions.ts'
import { maskingHandlers } from './features/masking/conversation-masking.ts'
import { modelsHandlers } from './features/models/models.ts'
import { packsHandlers } from './features/packs/routes.ts'
import { profileHandlers } from './features/profile/routes.ts'
import { projectsHandlers } from './features/projects/routes.ts'
import { personalPromptsHandlers, promptsHandlers } from './features/prompts/routes.ts'
import { footprintHandlers } from './features/footprint/routes.ts'
import { quotasHandlers } from './features/quotas/routes.ts'
import { recentErrorsHandlers } from './features/recent-errors/journal.ts'
import { registerHandlers } from './features/register/routes.ts'
import { retentionHandlers } from './features/retention/routes.ts'
import { rightsHandlers } from './features/rights/routes.ts'
import { teamsHandlers } from './features/teams/routes.ts'
import { sharesHandlers } from './features/shares/routes.ts'
import { textReviewsHandlers } from './features/text-reviews/routes.ts'
import { transcriptionsHandlers } from './features/transcriptions/routes.ts'
import { usersHandlers } from './features/users/routes.ts'
import { handle, type RouteHandler } from './platform/http/handler.ts'
import { writtenDocumentsHandlers } from './features/written-documents/routes.ts'

export const handlers: RouteHandler[] = [
  ...authHandlers,
  ...apiKeysHandlers,
  ...usersHandlers,
  ...teamsHandlers,
  ...grantsHandlers,
  ...profileHandlers,
  ...assistantsHandlers,
  ...assistantTestsHandlers,
  ...promptsHandlers,
  ...personalPromptsHandlers,
  ...projectsHandlers,
  ...conversationsHandlers,
  ...sharesHandlers,
  ...chatHandlers(conversationGround),
  ...maskingHandlers,
  ...modelsHandlers,
  ...transcriptionsHandlers,
  handle(routes.changes.follow, async ({ context, caller, query }) => context.changes.follow(caller.id, query)),
  ...feedbackHandlers,
  ...documentsHandlers,
  ...comparisonHandlers,
  ...writtenDocumentsHandlers,
  ...libraryHandlers,
  ...categoriesHandlers,
  ...packsHandlers,
  ...corpusHandlers,
  ...letterheadsHandlers,
  ...registerHandlers,
  ...rightsHandlers,
  ...retentionHandlers,
  ...auditHandlers,
  ...instanceHandlers,
  ...quotasHandlers,
  ...footprintHandlers,
  ...dashboardHandlers,
  ...recentErrorsHandlers,
  ...announcementsHandlers,
  ...charterHandlers,
  ...literacyHandlers,
  ...textReviewsHandlers,
]
