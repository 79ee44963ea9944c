// How the server is started: by `npm start`, and as such by the benches, the image and the systemd unit (a test compares).

/**
 * Before the script: short-lived objects of a thousand streams would let the young generation grow to 100 MB and stay there; and what nobody names
 * any more is collected while nothing is asked (server/src/platform/quiet-memory).
 */
export const serverOptions = ['--max-semi-space-size=8', '--expose-gc']

/**
 * glibc keeps what the start freed for a later use that never comes, in every thread's own heap: a quarter of the memory at
 * rest. A threshold of one's own, in bytes, gives it back to the system (mallopt(3), M_TRIM_THRESHOLD); other C libraries ignore it.
 */
export const serverEnv = { MALLOC_TRIM_THRESHOLD_: '1048576' }

export const serverScript = 'server/src/main.ts'
