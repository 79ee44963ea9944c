import { describe, expect, it } from 'vitest'
import type { LlmMessage } from '../../platform/llm/port.ts'
import { continueInstruction } from '../chat/prompt.ts'
import { costAnnouncement } from './notices.ts'
import { packParts } from './parts/parts.ts'
import { isConfirmation, turnsOfRequest, wholeRequest } from './whole-request.ts'

const page = { number: 1, document_id: 'a', document: 'a.pdf', page: 1, section: null, extract: 'Un texte.', score: 1 }
const cost = costAnnouncement(packParts([page], 1_000), 512_345, [])
const user = (content: string): LlmMessage => ({ role: 'user', content })
const assistant = (content: string): LlmMessage => ({ role: 'assistant', content })
const asked = [user('Relève tous les montants'), assistant(cost)]

describe('the agreement to a cost', () => {
  it.each(['oui', 'Oui !', 'OK', 'd’accord', "D'accord, allez-y", 'oui, lancez la lecture', 'Vas-y', 'Lancez', 'c’est bon'])('is %j', (answer) => {
    expect(isConfirmation([...asked, user(answer)])).toBe(true)
  })

  it.each(['non', 'oui mais seulement le chapitre 2', 'Combien cela coûte-t-il ?', 'Ouistreham', 'ok, et sans les annexes', ''])('is not %j', (answer) => {
    expect(isConfirmation([...asked, user(answer)])).toBe(false)
  })

  it('follows the announcement, at once', () => {
    expect(isConfirmation([user('oui')])).toBe(false)
    expect(isConfirmation([user('Bonjour'), assistant('Bonjour !'), user('oui')])).toBe(false)
    expect(isConfirmation([...asked, user('Et la mairie ?'), assistant('Oui.'), user('oui')])).toBe(false)
  })

  it('still is one when its interrupted reply is taken up', () => {
    expect(isConfirmation([...asked, user('oui'), assistant('- Un montant'), user(continueInstruction)])).toBe(true)
  })
})

describe('the request', () => {
  it('is the last question, alone when it says enough', () => {
    const text = 'Relève tous les montants du rapport'
    expect(wholeRequest([user('Bonjour à vous'), assistant('Bonjour'), user(text)])).toEqual({ text, before: [], isTable: false })
  })

  it('is the one that was agreed to, the same when it is taken up or asked again', () => {
    const first = wholeRequest([user('Relève tous les montants')])
    expect(wholeRequest([...asked, user('oui')])).toEqual(first)
    expect(wholeRequest([...asked, user('oui'), assistant('- a'), user(continueInstruction)])).toEqual(first)
    expect(wholeRequest([...asked, user('oui'), assistant('- a'), user('Relève tous les montants')])).toEqual(first)
    expect(turnsOfRequest([...asked, user('oui')])).toEqual([user('Relève tous les montants')])
  })

  it('comes with the earlier one that it depends on', () => {
    const earlier = 'Traduis ce rapport annuel en allemand'
    const turns = [user(earlier), assistant('…'), user('Et en anglais ?')]
    expect(wholeRequest(turns)).toMatchObject({ text: 'Et en anglais ?', before: [earlier] })
    expect(wholeRequest([...turns, assistant('…'), user('Et en anglais ?')]).before).toEqual([earlier])
  })

  it('says when a table is wanted', () => {
    expect(wholeRequest([user('Fais un tableau de toutes les subventions')]).isTable).toBe(true)
  })
})
