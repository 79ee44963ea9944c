import { createClient } from './client.ts';
import { clearDrafts } from './drafts.ts';
import { createQueryClient } from './query.ts';
import { createSession } from './session-store.ts';
import { createTokenStore } from './tokens.ts';

/** What this tab has one of. Everything else is made from it. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parvis.session');
const tokens = createTokenStore(localStorage);

/** Time that what one tab stores takes to be seen by the others, in milliseconds, with a margin. */
const storageDelay = 150;

/**
 * Runs the work while no other tab runs one, and lets the next in once it can see what was stored. Browsers withhold the locks
 * on a plain-http address: tabs then rely on the server's grace for a value just replaced.
 */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return new Promise((resolve, reject) => {
    void navigator.locks.request('parvis.refresh', async () => {
      await work().then(resolve, reject);
      await new Promise((next) => setTimeout(next, storageDelay));
    });
  });
}

export const queryClient = createQueryClient();

export const client = createClient({
  fetch: (...call) => fetch(...call),
  tokens,
  exclusively,
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
