/** Whether all tests are to run in full, as with `npm run prove`. `npm test` leaves out what is expensive and finds little more. */
export const isFullRun = Boolean(process.env['PARVIS_WHOLE'])
