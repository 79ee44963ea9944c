/** Plain-text mail, in French. */
export type Mail = { to: string; subject: string; text: string }

/** Mails stored as files on this machine. */
export type StoredMails = {
  /** Deletes the mails written before an instant, except those to the given addresses, counted as `held`. With `shouldDelete` false, only counts. */
  purge(before: Date, except: readonly string[], shouldDelete: boolean): Promise<{ removed: number; held: number }>
  /** Deletes the mails written to an address. */
  deleteMailsTo(address: string): Promise<void>
}

/** Mailer. `send` rejects on failure: the caller decides whether to tell the person. `storedMails` exists only when mails are stored as files. */
export type Mailer = { kind: 'smtp' | 'outbox'; send(mail: Mail): Promise<void>; close(): Promise<void>; storedMails?: StoredMails }

/** Returns the options of nodemailer: no attachment, no HTML, and no access to files or URLs. */
export function mailOptions(from: string, { to, subject, text }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true }
}
