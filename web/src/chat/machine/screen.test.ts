import { describe, expect, it } from 'vitest'
import { displayedText, explanationOf, readingProgressSentence, recoveryActionOf } from '../answer/reply-sentences.ts'
import { conversationOf, messageOf, screenAfter } from '../testing.ts'
import {
  addQuestion,
  appendText,
  continueReply,
  editReply,
  editReplyMessage,
  endReply,
  failReply,
  refuseQuestion,
  replaceQuestion,
  replaceReply,
  showConversation,
  type ScreenChange,
} from './screen.ts'
import type { ChatState } from './state.ts'

const { messages: _, ...conversation } = conversationOf()
const ready = showConversation(conversation, [])
const sent = addQuestion({ key: 'q', content: 'Bonjour', client_message_id: 'q' }, 'r')
const ended = endReply({ status: 'complete', finish_reason: 'stop', message_id: 'm' })
const stopped = endReply({ status: 'interrompue', finish_reason: 'stopped', message_id: 'm' })
const whole = (state: ChatState) => state.messages.map(({ role, content, status }) => `${role} ${status} ${content}`)

describe('a turn', () => {
  it('shows the question at once and the answer as it comes', () => {
    const state = screenAfter(ready, sent, editReply({ stream_id: 's' }), appendText('Bon'), appendText('jour.'))
    expect(whole(state)).toEqual(['user complete Bonjour', 'assistant en_cours Bonjour.'])
    expect(state.reply).toMatchObject({ key: 'r', stream_id: 's' })
    const end = ended(state)
    expect(end.reply).toBeNull()
    expect(end.messages[1]).toMatchObject({ id: 'm', status: 'complete' })
  })

  it('keeps the model of an answer that another than the expected one wrote, stopped or not, and forgets it with the next', () => {
    const other = { model: 'b', model_reason: 'unavailable', expected_model: 'a', needed_level: 1 } as const
    const end = { status: 'interrompue', finish_reason: 'stopped', message_id: 'm' } as const
    const substitution = (state: ChatState) => state.messages.at(-1)!.substitution
    const stoppedState = screenAfter(ready, sent, appendText('Bon'), endReply({ ...end, ...other, level: 1 }))
    expect(substitution(stoppedState)).toEqual(other)
    expect(substitution(ended(continueReply(stoppedState)))).toBeUndefined()
    expect(substitution(screenAfter(showConversation(conversation, [messageOf({ level: 1, ...other })])))).toEqual(other)
    expect(substitution(screenAfter(showConversation(conversation, [messageOf({ model: 'a', level: 1 })])))).toBeUndefined()
  })

  it('that fails before its first word is a red message; after it, what was said is kept', () => {
    const [content, error] = ['Désolé, une erreur est survenue. Veuillez réessayer.', 'Le serveur de modèle est injoignable.']
    const failed = failReply({ content, error })
    const [, answer] = screenAfter(ready, sent, failed).messages
    expect([answer!.status, answer!.content, recoveryActionOf(answer!), explanationOf(answer!)]).toEqual(['erreur', content, 'retry', error])
    const [, partial] = screenAfter(ready, sent, appendText('Voici'), failed).messages
    expect([partial!.status, partial!.content, recoveryActionOf(partial!)]).toEqual(['interrompue', 'Voici', 'resume'])
  })

  it('that reads documents whole says how far it is until its first word', () => {
    const reading = (done: number, total = 31) => editReplyMessage({ progress: { done, total } })
    const words = (...changes: ScreenChange[]) => {
      const { messages, reply } = screenAfter(ready, sent, ...changes)
      return readingProgressSentence(messages.at(-1)!, reply!)
    }
    expect(words()).toBeNull()
    expect(words(reading(1))).toBe('Lecture du document\u00a0: 1\u00a0partie sur 31')
    expect(words(reading(1), reading(12))).toBe('Lecture du document\u00a0: 12\u00a0parties sur 31')
    expect(words(reading(31))).toBe('Lecture terminée, rédaction de la réponse…')
    expect(words(reading(31), appendText('Voici'))).toBeNull()
  })

  it('that was stopped while it read goes on, and says what is kept', () => {
    const [, answer] = screenAfter(ready, sent, editReplyMessage({ progress: { done: 12, total: 31 } }), stopped).messages
    expect([recoveryActionOf(answer!), explanationOf(answer!)]).toEqual([
      'continue',
      'Vous avez arrêté la lecture\u00a0: 12\u00a0parties sur 31. Ce qui est lu est gardé et ne sera pas relu.',
    ])
    const reloaded = messageOf({ status: 'interrompue', finish_reason: 'crash', progress: { done: 1, total: 31 } })
    const [again] = screenAfter(showConversation(conversation, [reloaded])).messages
    expect([recoveryActionOf(again!), explanationOf(again!)]).toEqual([
      'resume',
      'La lecture s’est interrompue\u00a0: 1\u00a0partie sur 31. Ce qui est lu est gardé et ne sera pas relu.',
    ])
  })

  it('that names its sources twice has the last ones', () => {
    const source = (number: number) => ({ number, document_id: 'd', document: 'X', page: number, section: null, extract: '', score: 1 })
    const [, answer] = screenAfter(ready, sent, editReplyMessage({ sources: [source(1), source(2)] }), editReplyMessage({ sources: [source(2)] })).messages
    expect(answer!.sources).toEqual([source(2)])
  })

  it('that is refused gives its text back, and leaves nothing on the screen', () => {
    const state = screenAfter(ready, sent, refuseQuestion('Patientez', 'Bonjour'))
    expect([state.messages, state.notice, state.returned, state.reply]).toEqual([[], 'Patientez', { text: 'Bonjour' }, null])
  })

  it('that is edited sets aside what followed', () => {
    const edited = replaceQuestion('q', { key: 'q2', content: 'Autre', client_message_id: 'q2' }, 'r2')
    expect(whole(screenAfter(ready, sent, appendText('Un'), ended, edited))).toEqual(['user complete Autre', 'assistant en_cours '])
  })

  it('that is made again replaces the last answer only', () => {
    const state = screenAfter(ready, sent, appendText('Un'), ended, replaceReply('r2'))
    expect(state.messages.map(({ key }) => key)).toEqual(['q', 'r2'])
  })
})

describe('a reply that is read again', () => {
  it('never shows less than what was shown', () => {
    let state = screenAfter(ready, sent, appendText('Voici la note'), stopped, continueReply)
    const shown: string[] = []
    for (const text of ['Voici', ' la', ' note', ' demandée.']) {
      state = appendText(text)(state)
      shown.push(state.messages[1]!.content)
    }
    expect(shown).toEqual(['Voici la note', 'Voici la note', 'Voici la note', 'Voici la note demandée.'])
  })

  it('that turns out otherwise replaces it', () => {
    const cut = endReply({ status: 'interrompue', finish_reason: 'cut', message_id: 'm' })
    const state = screenAfter(ready, sent, appendText('Un'), cut, continueReply, appendText('Deux'))
    expect(state.messages[1]!.content).toBe('Deux')
  })
})

describe('what the server has', () => {
  it('hides system turns, keeps the keys of the screen and the running text', () => {
    const before = screenAfter(ready, sent, appendText('Voici'))
    const reload = showConversation(conversation, [
      messageOf({ id: 'm0', role: 'system', content: 'caché' }),
      messageOf({ id: 'm1', role: 'user', content: 'Bonjour', client_message_id: 'q' }),
      messageOf({ id: 'm2', status: 'en_cours', finish_reason: null, stream_id: 'm2' }),
    ])
    const state = reload(before)
    expect(state.messages.map(({ key, id }) => `${key} ${id}`)).toEqual(['q m1', 'm2 m2'])
  })
})

describe('what can be done', () => {
  const broken = (changes: Parameters<typeof messageOf>[0]) =>
    screenAfter(showConversation(conversation, [messageOf({ content: 'Voici', status: 'interrompue', ...changes })])).messages[0]!

  it.each([
    ['stopped', 'continue', /^Vous avez arrêté/],
    ['length', 'continue', /tronquée/],
    ['crash', 'resume', /service s’est arrêté/],
    ['cut', 'resume', /incomplète/],
  ] as const)('about a reply ended by %s', (finish_reason, remedy, words) => {
    const message = broken({ finish_reason })
    expect(recoveryActionOf(message)).toBe(remedy)
    expect(explanationOf(message)).toMatch(words)
  })

  it.each([
    ['stopped', 'retry', 'Vous avez arrêté cette réponse avant son premier mot.'],
    ['crash', 'resume', 'Le service s’est arrêté avant le premier mot de cette réponse.'],
  ] as const)('about a reply of no word ended by %s: nothing is said to be kept', (finish_reason, remedy, words) => {
    const message = broken({ finish_reason, content: '' })
    expect([recoveryActionOf(message), explanationOf(message)]).toEqual([remedy, words])
  })

  it('is nothing when it is whole, and the sentence of the specification when it is empty', () => {
    expect(recoveryActionOf(broken({ status: 'complete' }))).toBeNull()
    expect(displayedText(broken({ status: 'erreur', content: '', finish_reason: 'error' }))).toBe('Désolé, une erreur est survenue. Veuillez réessayer.')
  })
})

it('the end of a reply says what was masked in the question and restored in the answer; a reload says the same', () => {
  const question = { kind: 'nir', label: '[NIR_1]', count: 1 } as const
  const invented = { kind: 'personne', label: '[PERSONNE_9]', count: 1, unknown: true } as const
  const asked = screenAfter(addQuestion({ key: 'q', content: 'Un', client_message_id: 'q' }, 'r'), appendText('Deux'))
  const done = { status: 'complete', finish_reason: 'stop', message_id: 'n' } as const
  const ended = endReply({ ...done, masked: [invented], masked_question: [question] })(asked)
  expect(ended.messages.map(({ masked }) => masked)).toEqual([[question], [invented]])
  // Where nothing is masked, nothing is said.
  expect(endReply(done)(asked).messages.map(({ masked }) => masked)).toEqual([undefined, undefined])
  const stored = [messageOf({ id: 'q', role: 'user', masked: [question] }), messageOf({ id: 'n', masked: [invented] })]
  expect(screenAfter(showConversation(null, stored)).messages.map(({ masked }) => masked)).toEqual([[question], [invented]])
})
