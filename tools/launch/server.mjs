// Options with which `npm start`, the benchmarks, the image and the systemd unit start the server. A test checks that they are the same.

/**
 * Node options, before the script. The semi-space is limited (in MB), because short-lived objects of a thousand streams would make the young generation
 * grow to 100 MB for good. The garbage collector is exposed, to run when the server is idle (server/src/platform/quiet-memory).
 */
export const serverOptions = ['--max-semi-space-size=8', '--expose-gc']

/**
 * Environment of the server. By default glibc does not return to the system the memory freed after the start, in the heap of each thread: a quarter of
 * the memory at rest. An explicit threshold, in bytes, makes it do so (mallopt(3), M_TRIM_THRESHOLD). Other C libraries ignore it.
 */
export const serverEnv = { MALLOC_TRIM_THRESHOLD_: '1048576' }

export const serverScript = 'server/src/main.ts'
