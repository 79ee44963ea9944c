import { routes } from '@parvis/contract'
import { call, open } from '../../../api/browser.ts'
import { pauseUntilOnline, readReply } from '../../../api/transport/stream.ts'
import type { SimpleChatDeps } from './simple-port.ts'

/** The simple chatbot's server, from a browser. */
export const browserDeps: SimpleChatDeps = {
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  create: (assistant_id) => call(routes.conversations.findOrCreate, { body: { assistant_id } }),
  read: (body, options) => readReply({ open, pause: pauseUntilOnline }, routes.chat.stream, { body }, options),
}
