/** A mail in French, as plain text. */
export type Mail = { to: string; subject: string; text: string }

/** Mails that stay on this machine as files. */
export type KeptMails = {
  /** Removes those written before an instant, except to the addresses given; without `really`, only counts. */
  purge(before: Date, except: readonly string[], really: boolean): Promise<{ removed: number; held: number }>
  /** Removes what was written to an address. */
  forget(address: string): Promise<void>
}

/** Sends mails. A failure rejects: the caller decides whether the person must know. */
export type Mailer = { kind: 'smtp' | 'outbox'; send(mail: Mail): Promise<void>; close(): Promise<void>; kept?: KeptMails }
