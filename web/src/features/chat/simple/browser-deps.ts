import { routes } from '@parvis/contract'
import { call, open } from '../../../api/browser.ts'
import { pauseUntilOnline, readReply } from '../../../api/transport/stream.ts'
import type { SimpleChatDeps } from './simple-port.ts'

/** Server operations of the simple chatbot, for a browser. */
export const browserDeps: SimpleChatDeps = {
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  create: (context) => call(routes.conversations.findOrCreate, { body: context }),
  read: (body, options) => readReply({ open, pause: pauseUntilOnline }, routes.chat.stream, { body }, options),
}
