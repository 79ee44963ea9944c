/** Where global-setup.ts tells the folder of the run, which it removes at the end. What is started for the run has it too, and is known by it. */
export const readyDataVariable = 'E2E_READY_DATA'
