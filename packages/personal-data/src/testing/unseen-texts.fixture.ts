import { nirKey } from '../numbers/check-digits.ts'
import type { PersonalDataKind } from '../types.ts'
import { emptyTemplates, templates } from './unseen-templates.fixture.ts'

/** Person of the unseen texts. */
export type UnseenPerson = { first: string; last: string; isWoman: boolean }
type Gold = { kind: PersonalDataKind; value: string; start: number; end: number; person?: number; first?: boolean }
export type UnseenText = { id: string; text: string; gold: Gold[]; keep: string[]; either: string[] }

/** Generator of pseudo-random numbers (mulberry32): the same texts for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[^a-z]/g, '')

/** Makes `count` texts about invented people. */
export function unseenTexts(people: readonly UnseenPerson[], count: number, seed: number): UnseenText[] {
  const random = createRandom(seed)
  const made = Array.from({ length: count }, (_, at) => fill(templates[at % templates.length]!, `unseen-${at}`, people, random))
  return [...made, ...emptyTemplates.map((text, at) => ({ id: `empty-${at}`, text, gold: [], keep: [text], either: [] }))]
}

function fill(template: string, id: string, people: readonly UnseenPerson[], random: () => number): UnseenText {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const cast = new Map<string, UnseenPerson>()
  const of = (name: string): UnseenPerson => {
    const taken = [...cast.values()]
    const person = cast.get(name) ?? pick(people.filter((other) => !taken.some(({ last, first }) => last === other.last || first === other.first)))
    cast.set(name, person)
    return person
  }
  const row: UnseenText = { id, text: '', gold: [], keep: [], either: [] }
  const put = (value: string, kind?: PersonalDataKind, more: { person?: number; first?: boolean } = {}) => {
    if (kind) row.gold.push({ kind, value, start: row.text.length, end: row.text.length + value.length, ...more })
    row.text += value
  }
  for (const [part] of template.matchAll(/\{[^}]+\}|\[\[.*?\]\]|[^{[]+|\[/g)) {
    if (part.startsWith('[[')) {
      row.keep.push(part.slice(2, -2))
      put(part.slice(2, -2))
    } else if (!part.startsWith('{')) put(part)
    else {
      const [name = '', form = ''] = part.slice(1, -1).split('.')
      if (/^p\d$/.test(name)) putPerson(of(name), form, Number(name[1]), put, random)
      else if (name === 'commune') {
        const value = pick(communes)
        row.either.push(value)
        put(value)
      } else if (name.startsWith('email')) put(emailOf(of(`p${name.slice(5)}`), random), 'email')
      else {
        const value = values[name]!(random)
        put(form === 'UP' ? value.toUpperCase() : value, name.startsWith('secret') ? 'secret' : (name as PersonalDataKind))
      }
    }
  }
  return row
}

function putPerson(
  { first, last, isWoman }: UnseenPerson,
  form: string,
  person: number,
  put: (value: string, kind?: PersonalDataKind, more?: object) => void,
  random: () => number,
) {
  const up = last.toUpperCase()
  const initials = first
    .split('-')
    .map((part) => `${part[0]}.`)
    .join('-')
  if (form === 'mr') put(isWoman ? 'Mme' : random() < 0.2 ? 'Monsieur' : 'M.')
  else if (form === 'first' || form === 'cellFirst') put(first, 'personne', { person, first: true })
  else
    put(
      { last, UP: up, LAST: `${up} ${first}`, ALLUP: `${first.toUpperCase()} ${up}`, initial: `${initials} ${last}`, cellLast: last, cellUp: up }[form] ??
        `${first} ${last}`,
      'personne',
      { person },
    )
}

function emailOf({ first, last }: UnseenPerson, random: () => number): string {
  const [a, b] = [fold(first), fold(last)]
  const local = [`${a}.${b}`, `${a[0]}.${b}`, `${b}.${a}`, `${a}-${b}`, `${a}${Math.floor(random() * 90) + 10}`][Math.floor(random() * 5)]!
  return `${local}@${['exemple.fr', 'boite.exemple.org', 'courriel.exemple.com'][Math.floor(random() * 3)]!}`
}

const digits = (random: () => number, count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
const choose = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const communes = ['37000 Tours', '56100 LORIENT', '64200 Biarritz', '2A000 Ajaccio', '97400 Saint-Denis', '67000 STRASBOURG', '22300 Lannion']
const streets = [
  'rue de la Fontaine',
  'avenue du Maréchal Foch',
  'chemin des Grives',
  'impasse Berlioz',
  'boulevard de la République',
  'allée des Tilleuls',
  'place du Marché',
  'route de Plouha',
  'quai Nord',
  'rue Pierre et Marie Curie',
  'cours Lafayette',
  'rue du 4 septembre',
  'square Monge',
  'résidence Le Verger',
  'hameau de Kerbihan',
  "rue de l'Abbé Grégoire",
]

/** Makers of values with valid keys, in the spellings that people use. */
const values: Record<string, (random: () => number) => string> = {
  telephone: (random) => {
    const pairs = `${choose(random, ['06', '07', '02', '09', '05'])} ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 2)}`
    return choose(random, [
      pairs,
      pairs.replaceAll(' ', '.'),
      pairs.replaceAll(' ', ''),
      pairs.replaceAll(' ', '\u00a0'),
      `+33 ${pairs.slice(1)}`,
      `+33 (0)${pairs.slice(1)}`,
      pairs.replaceAll(' ', '-'),
    ])
  },
  nir: (random) => {
    const department = choose(random, ['56', '2A', '2B', '75', '99', '97', '13'])
    const body = `${choose(random, ['1', '2'])}${digits(random, 2)}${choose(random, ['01', '05', '11', '12'])}${department}${digits(random, 6)}`
    const key = String(nirKey(body)).padStart(2, '0')
    const groups = [body[0]!, body.slice(1, 3), body.slice(3, 5), body.slice(5, 7), body.slice(7, 10), body.slice(10), key]
    return choose(random, [
      groups.join(' '),
      groups.join(''),
      groups.join('.'),
      groups.slice(0, 6).join(' '),
      `${groups.slice(0, 6).join('')} ${key}`,
      groups.join('\u202f'),
    ])
  },
  iban: (random) => {
    const account = `${digits(random, 10)}${digits(random, 11)}${digits(random, 2)}`
    let remainder = 0
    for (const digit of `${account}152700`) remainder = (remainder * 10 + Number(digit)) % 97
    const iban = `FR${String(98 - remainder).padStart(2, '0')}${account}`
    return choose(random, [iban, iban.replace(/.{4}(?=.)/g, '$& '), iban.replace(/.{4}(?=.)/g, '$&-')])
  },
  carte: (random) => {
    const body = `4${digits(random, 14)}`
    let sum = 0
    for (const [at, digit] of [...body].entries()) sum += at % 2 === 0 ? (Number(digit) > 4 ? Number(digit) * 2 - 9 : Number(digit) * 2) : Number(digit)
    const card = `${body}${(10 - (sum % 10)) % 10}`
    return choose(random, [card, card.replace(/.{4}(?=.)/g, '$& '), card.replace(/.{4}(?=.)/g, '$&-')])
  },
  fiscal: (random) => {
    const body = `${choose(random, ['0', '1', '2', '3'])}${digits(random, 9)}`
    const number = `${body}${String(Number(body) % 511).padStart(3, '0')}`
    return choose(random, [number, number.replace(/^(..)(..)(...)(...)(...)$/, '$1 $2 $3 $4 $5')])
  },
  adresse: (random) => `${Math.floor(random() * 180) + 1}${choose(random, ['', '', ' bis', ' ter', ',', 'B'])} ${choose(random, streets)}`,
  naissance: (random) => {
    const [day, month, year] = [Math.floor(random() * 28) + 1, Math.floor(random() * 12), 1935 + Math.floor(random() * 85)]
    const names = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre']
    const two = (value: number) => String(value).padStart(2, '0')
    return choose(random, [
      `${two(day)}/${two(month + 1)}/${year}`,
      `${day === 1 ? '1er' : day} ${names[month]} ${year}`,
      `${two(day)}.${two(month + 1)}.${year}`,
      `${day}/${month + 1}/${year}`,
      `${year}-${two(month + 1)}-${two(day)}`,
    ])
  },
  immatriculation: (random) => {
    const letters = () => Array.from({ length: 2 }, () => choose(random, [...'ABCDEFGHJKLMNPQRTVWXYZ'])).join('')
    return choose(random, [
      `${letters()}-${digits(random, 3)}-${letters()}`,
      `${letters()} ${digits(random, 3)} ${letters()}`,
      `${letters()}${digits(random, 3)}${letters()}`,
      `${Math.floor(random() * 8000) + 1000} ${letters()} 35`,
    ])
  },
  secret: (random) => choose(random, [`Tournesol${digits(random, 2)}!`, `${digits(random, 3)}xK#m${digits(random, 4)}`, `azerty-${digits(random, 6)}`]),
  secretToken: (random) =>
    choose(random, [
      `ghp_${Array.from({ length: 36 }, () => choose(random, [...'abcdefghijkmnpqrstABCDEFGH23456789'])).join('')}`,
      `sk_live_${digits(random, 6)}AbCdEf${digits(random, 8)}Xy`,
    ]),
}
