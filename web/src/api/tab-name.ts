/** How this tab names itself to the server, which does not tell it what it has itself changed. */
export const tabName = Math.random().toString(36).slice(2)
