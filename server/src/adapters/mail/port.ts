/** A mail in French, as plain text. */
export type Mail = { to: string; subject: string; text: string }

/** Sends mails. A failure rejects: the caller decides whether the person must know. */
export type Mailer = { kind: 'smtp' | 'outbox'; send(mail: Mail): Promise<void>; close(): Promise<void> }
