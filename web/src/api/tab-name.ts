/** Random id of this tab, sent with its requests so that the server does not notify it of its own changes. */
export const tabId = Math.random().toString(36).slice(2)
