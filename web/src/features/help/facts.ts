import type { InstanceInfo } from '@parvis/contract'
import { formatNumber } from '../../ui/words/formats.ts'
import { voiceSentences } from '../../ui/words/voice-words.ts'
import { maskingSentences } from '../../ui/words/masking-words.ts'
import { levelsSentence, modelSentence, outgoingDataSentence } from '../../ui/words/instance-words.ts'

/** Sentences of the help that depend on the instance. */
export interface HelpFacts {
  model: string
  /** Sentence about the levels of the models; null where all models have the same. */
  levels: string | null
  /** The built-in demonstration model answers. */
  isDemonstration: boolean
  /** Sentence about the data that leaves the server. */
  outgoingData: string
  /** Sentences about dictation and reading aloud; empty while the instance is unknown. */
  voice: string[]
  /** Sentences about the masking of personal data. */
  masking: string[]
  registration: string
  /** Maximum file size, « 25 Mo »; null while the instance is unknown. */
  maxUpload: string | null
}

/** @param instance undefined while it is unknown; the sentences are then general */
export function factsOf(instance: InstanceInfo | undefined): HelpFacts {
  return {
    model: modelSentence(instance),
    levels: levelsSentence(instance),
    isDemonstration: instance?.model.built_in === true,
    outgoingData: outgoingDataSentence(instance),
    voice: voiceSentences(instance),
    masking: maskingSentences(instance),
    registration: registrationSentence(instance),
    maxUpload: instance ? `${formatNumber(instance.max_upload_mb)}\u00a0Mo` : null,
  }
}

function registrationSentence(instance: InstanceInfo | undefined): string {
  if (instance?.signup_request_url) return 'Sans compte, le lien d’inscription de la page de connexion mène au formulaire de demande d’accès.'
  if (instance?.registration === 'ouverte') return 'Sans compte, inscrivez-vous depuis la page de connexion.'
  if (instance?.registration === 'validation') return 'Sans compte, inscrivez-vous depuis la page de connexion\u00a0: un administrateur activera votre compte.'
  return 'Sans compte, demandez-en un à un administrateur de votre collectivité.'
}
