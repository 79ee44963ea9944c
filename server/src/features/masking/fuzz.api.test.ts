import { routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { isFullRun } from '../../testing/full-run.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { createDice } from '../models/random-levels.fixture.ts'

const conversationCount = isFullRun ? 10_000 : 12
const turns = 5

const bench = openChatBench({
  config: {
    masking: { mode: 'masquer', belowLevel: null, keep: [], filePatterns: ['CCAS-[0-9]{4}-[0-9]{5}'] },
    chat: { maxRunning: 50, maxPerMinute: 1_000_000 },
    quotas: { projects: 500, conversations: 1_000_000, messagesMb: 100_000, writtenDocumentsMb: 200 },
  },
})
/** Number of conversations of one person: their token lasts a quarter of an hour. */
const conversationsPerPerson = 200

/** Datum of a conversation: the ways in which a person writes it, and what of it must never leave. */
type Datum = { forms: string[]; gold: string[] }
type Dice = ReturnType<typeof createDice>

const digits = (dice: Dice, count: number) => Array.from({ length: count }, () => dice.below(10)).join('')
const pairs = (text: string, separator: string) => text.match(/../g)!.join(separator)

const firstNames = ['Anne', 'Yann', 'Maëlle', 'Hakan', 'Chloé', 'Monique', 'Ibrahima', 'Thi Lan']
const lastNames = ['Le Goff', 'Riou', 'Aurégan', 'Şahin', 'Jacquet', 'Diallo', 'Nguyen', 'd’Almeida']

/** Makes a datum of each kind, as people write it in letters. */
const makers: ((dice: Dice) => Datum)[] = [
  (dice) => {
    const number = `0639 98 ${digits(dice, 4)}`.replaceAll(' ', '')
    const national = pairs(number, ' ')
    return { forms: [national, pairs(number, '.'), number, `+33 ${national.slice(1)}`].map((form) => `tél. ${form}`), gold: [number.slice(1)] }
  },
  (dice) => {
    const user = `agent${digits(dice, 5)}`
    return { forms: [`${user}@exemple.fr`, `${user.toUpperCase()}@EXEMPLE.FR`], gold: [user] }
  },
  (dice) => {
    const body = `2690549588${digits(dice, 3)}`
    const key = String(97 - (Number(body) % 97)).padStart(2, '0')
    const spaced = `${body[0]} ${pairs(body.slice(1, 7), ' ')} ${body.slice(7, 10)} ${body.slice(10)} ${key}`
    return { forms: [`${body}${key}`, spaced, `NIR : ${spaced}`], gold: [body] }
  },
  (dice) => {
    const account = `3000100794${digits(dice, 11)}85`
    const key = String(98n - (BigInt(`${account}152700`) % 97n)).padStart(2, '0')
    const iban = `FR${key}${account}`
    return { forms: [iban, iban.match(/.{1,4}/g)!.join(' ')], gold: [account] }
  },
  (dice) => {
    const password = `Soleil-${digits(dice, 4)}-Vent`
    return { forms: [`mot de passe : ${password}`], gold: [password] }
  },
  (dice) => {
    const plate = `GT-${digits(dice, 3)}-KL`
    return { forms: [`véhicule ${plate}`, `immatriculé ${plate.replaceAll('-', ' ')}`], gold: [plate] }
  },
  (dice) => {
    const file = `CCAS-2026-${digits(dice, 5)}`
    return { forms: [`dossier ${file}`], gold: [file] }
  },
  (dice) => {
    const [first, last] = [dice.one(firstNames), dice.one(lastNames)]
    return { forms: [`Mme ${first} ${last}`, `M. ${first} ${last}`, `Mme ${last}`], gold: [last] }
  },
]

const openings = ['Bonjour. ', 'Pour mémoire, ', 'Voici ce que l’on m’écrit : ', 'Rédigez une réponse à ', '- ', '> ', '| ', '']
const links = [', puis ', '.\n\n', ' ; ', ' (', ') et ', ' — ', '\n- ']

function questionOf(dice: Dice, data: readonly Datum[]): string {
  const parts = Array.from({ length: 1 + dice.below(4) }, () => dice.one(dice.one(data).forms))
  return `${dice.one(openings)}${parts.map((part) => part + dice.one(links)).join('')} que répondre ? mode:echo:${1 + dice.below(7)}`
}

/** Letters and digits of a text, by which a value is recognised whatever its spaces. */
const signs = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

it(
  `${conversationCount} conversations of ${turns} turns send none of their personal data, and get it back`,
  async () => {
    let ana: TestUser | null = null
    for (let seed = 1; seed <= conversationCount; seed += 1) {
      if (ana === null || seed % conversationsPerPerson === 0) ana = await bench.app.createUser({ first_name: 'Solène', last_name: 'Kerbrat' })
      const dice = createDice(seed)
      const data = Array.from({ length: 3 + dice.below(5) }, () => dice.one(makers)(dice))
      const id = await bench.newConversation(ana)
      const before = bench.model.requests.length
      for (let turn = 0; turn < turns; turn += 1) {
        const content = questionOf(dice, data)
        const body = { conversation_id: id, messageHistory: [{ role: 'user' as const, content }] }
        const reply = await bench.app.call(routes.chat.stream, { token: ana.token, body })
        expect(reply.status, `${seed} ${turn}: ${reply.text}`).toBe(200)
        expect(reply.text, `${seed} ${turn}: ${content}`).not.toMatch(/\[[A-Z]+_\d+\]/)
      }
      const sent = bench.model.requests.splice(before).map(({ body }) => signs(JSON.stringify(body.messages)))
      const leaked = [...data.flatMap(({ gold }) => gold), 'Kerbrat'].filter((value) => sent.some((text) => text.includes(signs(value))))
      expect(leaked, `conversation ${seed}`).toEqual([])
    }
  },
  isFullRun ? 4 * 3_600_000 : 60_000,
)
