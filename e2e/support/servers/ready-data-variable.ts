/**
 * Environment variable with the folder of the run, set by global-setup.ts, which deletes the folder at the end. Processes started for the run inherit it,
 * and are identified by it.
 */
export const readyDataVariable = 'E2E_READY_DATA'
