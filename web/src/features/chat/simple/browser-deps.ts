import { routes } from '@parvis/contract'
import { call, open } from '../../../api/browser.ts'
import { pauseUntilOnline, readReply } from '../../../api/transport/stream.ts'
import type { SimpleChatDeps } from './simple-port.ts'

/** Server operations of the simple chatbot, for a browser. */
export const browserDeps: SimpleChatDeps = {
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  create: (tied) => call(routes.conversations.findOrCreate, { body: tied }),
  read: (body, options) => readReply({ open, pause: pauseUntilOnline }, routes.chat.stream, { body }, options),
}
