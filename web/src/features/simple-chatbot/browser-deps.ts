import { routes } from '@parvis/contract'
import { call, open } from '../../api/browser.ts'
import { pauseUntilOnline, readReply } from '../../api/stream.ts'
import type { SimpleChatDeps } from './simple-port.ts'

/** The simple chatbot's server, from a browser. */
export const browserDeps: SimpleChatDeps = {
  load: (id, signal) => call(routes.conversations.get, { params: { id }, signal }),
  create: (first_message, assistant_id) => call(routes.conversations.findOrCreate, { body: { first_message, assistant_id } }),
  save: (id, body) => call(routes.conversations.addMessage, { params: { id }, body }),
  read: (messageHistory, assistant_id, options) =>
    readReply({ open, pause: pauseUntilOnline }, routes.chat.stream, { body: { messageHistory, assistant_id } }, options),
  // The specification wants this failure in the browser's log and nowhere else; never what was said.
  // oxlint-disable-next-line no-console
  log: (error) => console.warn('Message non enregistré', error instanceof Error ? error.message : error),
}
