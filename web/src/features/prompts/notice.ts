/** What the banner above the library says of the last change. */
export type Notice = { tone: 'success' | 'error'; text: string }
