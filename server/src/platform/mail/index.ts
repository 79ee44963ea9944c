import type { Log } from '../log.ts'
import type { Config } from '../config/config.ts'
import { createOutbox } from './outbox.ts'
import type { Mailer } from './port.ts'
import { createSmtpMailer } from './smtp.ts'

export function createMailer(config: Config['mail'], log: Log): Mailer {
  return config.kind === 'smtp' ? createSmtpMailer(config.url, config.from) : createOutbox(config.dir, config.from, log)
}
