/** Voice of the browser, as far as the choice needs it. `localService`: it speaks without sending the text anywhere. */
type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>

/**
 * Chooses the voice that reads an answer: a voice of this device, in French first, in France's before the others. A remote voice is never chosen, as it
 * would send the answer to another company.
 */
export function chooseVoice<V extends Voice>(voices: readonly V[]): V | 'remote' | 'none' {
  const local = voices.filter(({ localService }) => localService)
  if (local.length === 0) return voices.length === 0 ? 'none' : 'remote'
  const rank = ({ lang, default: isDefault }: Voice) => (/^fr[-_]fr/i.test(lang) ? 4 : /^fr/i.test(lang) ? 2 : 0) + (isDefault ? 1 : 0)
  return local.toSorted((one, other) => rank(other) - rank(one))[0]!
}

/** Returns the voices of the browser. Some browsers load them after the first call: waits up to 1.5 s. */
export async function listVoices(): Promise<SpeechSynthesisVoice[]> {
  const now = speechSynthesis.getVoices()
  if (now.length > 0) return now
  await new Promise<void>((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, 1_500)
  })
  return speechSynthesis.getVoices()
}
