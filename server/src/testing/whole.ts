/** Whether everything is asked for, as in a full proof (`npm run prove`): `npm test` leaves it what costs much and finds nearly the same twice. */
export const isWhole = Boolean(process.env['PARVIS_WHOLE'])
