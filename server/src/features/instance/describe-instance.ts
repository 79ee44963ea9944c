import type { InstanceInfo, RetentionKind } from '@parvis/contract'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../context.ts'
import { signInMethodsOf } from '../auth/oidc/clients.ts'

/** Describes this installation for the pages, from its current settings. Gives host names only, never a path, a key or an identifier. */
export async function describeInstance(context: Context): Promise<InstanceInfo> {
  const { config, models, db } = context
  const { legal } = config
  const rules = await db.selectFrom('retention_rule').select(['kind', 'days']).execute()
  const limit = await db.selectFrom('token_limit').select('id').limit(1).executeTakeFirst()
  const corpus = await db.selectFrom('corpus_import').select('id').where('state', '=', 'publie').limit(1).executeTakeFirst()
  return {
    registration: config.signIn.local === 'administrateurs' ? 'fermee' : config.registration.mode,
    signup_request_url: config.signupRequestUrl,
    directory_search: config.directorySearch,
    ways_in: signInMethodsOf(context),
    password_policy: config.passwordPolicy,
    model: { name: models.list[0]!.id, built_in: models.builtIn, hosts: modelHosts(config) },
    models: models.list.map(({ id, label, level, images, host }) => ({
      id,
      label,
      level,
      host: host?.replace(/:\d+$/, '') ?? null,
      ...(images && { images }),
    })),
    level_names: [...models.levelNames],
    embeddings_level: config.embeddings.kind === 'openai' ? config.embeddings.level : 3,
    embeddings_host: config.embeddings.kind === 'openai' ? hostOf(config.embeddings.base_url) : null,
    transcription: config.transcription === null ? null : { host: hostOf(config.transcription.base_url), level: config.transcription.level },
    masking: { mode: config.masking.mode, below_level: config.masking.belowLevel },
    mail_host: config.mail.kind === 'smtp' ? hostOf(config.mail.url) : null,
    max_upload_mb: config.maxUploadMb,
    has_corpora: corpus !== undefined,
    charter: config.charter,
    use_register: config.useRegister,
    token_limits: config.tokensPerMonth !== null || limit !== undefined,
    publisher: legal.publisher,
    hosting: legal.hosting,
    dpo: legal.dpo,
    accessibility: { ...legal.accessibility, state: accessibilityState(legal.accessibility.audit, context.now()) },
    log_retention_days: legal.logRetentionDays,
    backup_retention_days: legal.backupRetentionDays,
    retention: Object.fromEntries(rules.map(({ kind, days }) => [kind, days])) as Record<RetentionKind, number | null>,
  }
}

const hostOf = (url: string): string => new URL(url).hostname

function modelHosts({ llm }: Config): string[] {
  return llm.kind === 'scripted' ? [] : [...new Set(llm.servers.map(({ base_url }) => hostOf(base_url)))]
}

/**
 * Returns the accessibility state to declare: all criteria, at least half of them, or fewer (decree 2019-768). A declaration is valid for three years;
 * without a valid audit the state is « non conforme ».
 */
export function accessibilityState(audit: { date: string; rate: number } | null, now: Date): InstanceInfo['accessibility']['state'] {
  if (audit === null) return 'non'
  const end = new Date(`${audit.date}T00:00:00Z`)
  end.setUTCFullYear(end.getUTCFullYear() + 3)
  if (now >= end || audit.rate < 50) return 'non'
  return audit.rate === 100 ? 'totale' : 'partielle'
}
