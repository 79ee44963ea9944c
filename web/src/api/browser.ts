import { createClient } from './client.ts';
import { clearDrafts } from './drafts.ts';
import { createQueryClient } from './query.ts';
import { createSession } from './session-store.ts';
import { createTokenStore } from './tokens.ts';

/** What this tab has one of. Everything else is made from it. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.session');
const tokens = createTokenStore(localStorage);

export const queryClient = createQueryClient();

export const client = createClient({
  fetch: (...call) => fetch(...call),
  tokens,
  // Browsers withhold the locks on a plain-http address: tabs then rely on the server's grace for a value just replaced.
  exclusively: (work) => (navigator.locks ? navigator.locks.request('parvis.refresh', work) : work()),
  onSessionEnd: () => session.sessionEnded(),
});

export const { call, open } = client;

export const session = createSession({
  client,
  tokens,
  now: () => Date.now(),
  forget() {
    clearDrafts();
    queryClient.clear();
  },
  tellSignedOut: () => channel?.postMessage('signed-out'),
});

channel?.addEventListener('message', () => session.signedOutElsewhere());
addEventListener('storage', (event) => {
  // A null key: the whole storage was emptied.
  if (event.key === 'accessToken' || event.key === null) session.tokenChanged();
});
