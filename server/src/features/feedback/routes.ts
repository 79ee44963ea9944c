import { routes } from '@parvis/contract'
import { handle, type Handler } from '../../platform/http/handler.ts'
import { countFeedback, readComments } from './queries.ts'

export const feedbackHandlers: Handler[] = [
  handle(routes.feedback.counts, ({ context }) => countFeedback(context.db)),
  handle(routes.feedback.comments, ({ context }) => readComments(context.db)),
]
