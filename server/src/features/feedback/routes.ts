import { routes } from '@parvis/contract'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { countFeedback, readComments } from './queries.ts'

export const feedbackHandlers: RouteHandler[] = [
  handle(routes.feedback.counts, ({ context }) => countFeedback(context.db)),
  handle(routes.feedback.comments, ({ context }) => readComments(context.db)),
]
