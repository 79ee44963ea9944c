import type { LlmTimeouts } from './port.ts';

/** A model server as the operator names it. */
export type LlmServer = { base_url: string; api_key: string | null; model: string };

export type LlmConfig =
  | { kind: 'scripted'; /** Words a second; 0 as fast as the loop allows. */ pace?: number; timeouts?: LlmTimeouts }
  | { kind: 'openai'; servers: readonly LlmServer[]; timeouts: LlmTimeouts };

export const DEFAULT_TIMEOUTS: LlmTimeouts = {
  connectMs: 10_000,
  firstTokenMs: 60_000,
  idleMs: 60_000,
  totalMs: 600_000,
};

export const MISTRAL_BASE_URL = 'https://api.mistral.ai/v1';
export const DEFAULT_MODEL = 'mistral-small-latest';

const VERSION_SEGMENT = /\/v\d+[a-z0-9]*(\/|$)/i;

/**
 * The address that completions are posted to.
 *
 * `…/chat/completions` is kept; a path with a version (`/v1`, `/v1beta/openai`) receives
 * `/chat/completions`; any other receives `/v1/chat/completions`. A query is kept.
 *
 * @throws TypeError when it is no http(s) address, or carries a user, a password or a fragment
 */
export const completionsUrl = (baseUrl: string): string => {
  const url = new URL(baseUrl.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('not an http(s) address');
  if (url.username !== '' || url.password !== '' || url.hash !== '') throw new TypeError('user or fragment in the address');
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/chat/completions')) url.pathname = path;
  else url.pathname = `${path}${VERSION_SEGMENT.test(path) ? '' : '/v1'}/chat/completions`;
  return url.href;
};

/** The settings that name model servers, as read (interface.md, Settings). */
export type LlmSettings = Partial<
  Record<'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL' | 'LLM_FALLBACKS' | 'MISTRAL_API_KEY', string>
>;

/** A refused setting; `variable` is its name, the message a French sentence that names it. */
export class LlmSettingsError extends Error {
  readonly variable: keyof LlmSettings;
  constructor(variable: keyof LlmSettings, sentence: string) {
    super(sentence);
    this.variable = variable;
  }
}

const checkedUrl = (variable: keyof LlmSettings, value: string): string => {
  try {
    completionsUrl(value);
    return value.trim();
  } catch (cause) {
    const error = new LlmSettingsError(
      variable,
      `${variable} doit être une adresse http(s) sans identifiant, par exemple ${MISTRAL_BASE_URL}.`,
    );
    error.cause = cause;
    throw error;
  }
};

const fallbacksFrom = (json: string): LlmServer[] => {
  const refuse = () =>
    new LlmSettingsError('LLM_FALLBACKS', 'LLM_FALLBACKS doit être une liste JSON d’objets {base_url, api_key, model}.');
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    throw refuse();
  }
  if (!Array.isArray(list)) throw refuse();
  return list.map((entry: Record<string, unknown> | null) => {
    const { base_url, api_key = null, model = DEFAULT_MODEL } = entry ?? {};
    if (typeof base_url !== 'string' || typeof model !== 'string' || model === '') throw refuse();
    if (api_key !== null && typeof api_key !== 'string') throw refuse();
    return { base_url: checkedUrl('LLM_FALLBACKS', base_url), api_key: api_key || null, model };
  });
};

/**
 * Which servers the settings name, in order; an empty list means the built-in model.
 * `MISTRAL_API_KEY` alone implies Mistral's own address, and is never sent to another host.
 *
 * @throws LlmSettingsError
 */
export const llmServersFrom = (settings: LlmSettings): LlmServer[] => {
  const text = (name: keyof LlmSettings) => settings[name]?.trim() || null;
  const fallbacks = text('LLM_FALLBACKS') === null ? [] : fallbacksFrom(text('LLM_FALLBACKS')!);
  const model = text('LLM_MODEL') ?? DEFAULT_MODEL;
  const mistralKey = text('MISTRAL_API_KEY');
  const given = text('LLM_BASE_URL') ?? (mistralKey === null ? null : MISTRAL_BASE_URL);
  if (given === null) return fallbacks;
  const base_url = checkedUrl('LLM_BASE_URL', given);
  const isMistral = new URL(base_url).host === new URL(MISTRAL_BASE_URL).host;
  return [{ base_url, api_key: text('LLM_API_KEY') ?? (isMistral ? mistralKey : null), model }, ...fallbacks];
};
