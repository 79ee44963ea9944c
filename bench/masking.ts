import { createMaskingDetector } from '../server/src/masking/detection.ts'
import { maskTexts } from '../server/src/masking/mask-texts.ts'
import { newReading, readText, type Reading } from '../server/src/masking/readings.ts'
import { createRestorer } from '../server/src/masking/restorer.ts'
import type { BenchReport } from './report.ts'

const maxTokenUs = 3
const maxPromptMs = 15
const promptLength = 60_000
const attempts = 9

const detector = createMaskingDetector({ keep: [], filePatterns: ['CCAS-[0-9]{4}-[0-9]{5}'] })
const options = { isFound: true, choice: { keep: [], add: [] } }
const startReading = (): Reading => newReading([], (_kind, key) => key)

/** Measures what masking adds to a token, to a full prompt, to a long conversation and to the full reading of a long document. */
export async function benchMasking(): Promise<BenchReport> {
  const rows: Record<string, unknown>[] = []
  const failures: string[] = []
  const add = (what: string, ms: number, unit: string, aim?: number, per = 1) => {
    const value = (ms * (unit === 'µs' ? 1_000 : 1)) / per
    rows.push({ Mesure: what, Valeur: `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`, Cible: aim === undefined ? '' : `${aim} ${unit}` })
    if (aim !== undefined && value > aim) failures.push(`${what} : ${value.toFixed(2)} ${unit}, plus de ${aim}`)
  }

  const tokens = Array.from({ length: 200_000 }, (_, at) =>
    at % 25 === 0 ? '[PERS' : at % 25 === 1 ? 'ONNE_1]' : [' la', ' commune', ' répond', ',', ' et'][at % 5]!,
  )
  const restorer = createRestorer(() => 'Anne Le Goff')
  const restoring = fastest(() => tokens.forEach((token) => restorer.push(token)))
  add('un jeton rendu, une étiquette sur vingt-cinq', restoring, 'µs', maxTokenUs, tokens.length)

  const prompt = letters(promptLength)
  add(
    `${promptLength.toLocaleString('fr-FR')} signes lus et masqués`,
    fastest(() => maskTexts(startReading(), detector, [prompt], options)),
    'ms',
    maxPromptMs,
  )
  const known = startReading()
  known.spansByText.set(prompt, readText(known, detector, prompt))
  add(
    'les mêmes, message déjà lu',
    fastest(() => maskTexts(known, detector, [prompt], options)),
    'ms',
  )

  const messages = Array.from({ length: 500 }, (_, at) => letters(2_000, at))
  const before = heapMb()
  const conversation = startReading()
  const start = performance.now()
  for (const message of messages) conversation.spansByText.set(message, readText(conversation, detector, message))
  add('une conversation de 500 messages de 2 000 signes, lue la première fois', performance.now() - start, 'ms')
  rows.push({ Mesure: 'sa mémoire, textes compris', Valeur: `${(heapMb() - before).toFixed(1)} Mo`, Cible: '' })
  add(
    'la question suivante, ses 500 messages masqués',
    fastest(() => maskTexts(conversation, detector, messages, options)),
    'ms',
  )

  const parts = Array.from({ length: 80 }, (_, at) => letters(100_000, at))
  const reading = startReading()
  const readingStart = performance.now()
  for (const part of parts) maskTexts(reading, detector, [part], options)
  add('une lecture complète de deux millions de jetons (8 millions de signes), en 80 parties', performance.now() - readingStart, 'ms')
  return { name: 'masking', title: 'Ce que le masquage coûte', rows, failures }
}

const heapMb = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Duration of the fastest of several runs, in milliseconds: the machine may do something else during the others. */
function fastest(work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: attempts }, () => {
      const start = performance.now()
      work()
      return performance.now() - start
    }),
  )
}

const firstNames = ['Anne', 'Yann', 'Maëlle', 'Hakan', 'Chloé', 'Ibrahima', 'Monique', 'Gwenn']
const lastNames = ['Le Goff', 'Riou', 'Aurégan', 'Jacquet', 'Diallo', 'Nguyen', 'Salaün', 'Kerbrat']
const prose = 'Le conseil municipal a examiné la demande relative au trottoir de la rue du Moulin, dont les travaux sont estimés à 12 500 euros hors taxes. '

/** Makes letters with a person and a telephone every 500 characters. @param seed same seed, same text */
function letters(length: number, seed = 0): string {
  const paragraphs: string[] = []
  for (let at = 0, size = 0; size < length; at += 1) {
    const number = (seed * 7 + at * 13) % 10_000
    const text = `Mme ${firstNames[(seed + at) % 8]} ${lastNames[(seed + 3 * at) % 8]} (06 39 98 ${String(number)
      .padStart(4, '0')
      .replace(/(..)(..)/, '$1 $2')}) écrit à la mairie.\n\n${prose.repeat(3)}`
    paragraphs.push(text)
    size += text.length
  }
  return paragraphs.join('').slice(0, length)
}
