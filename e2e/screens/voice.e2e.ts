import { routes } from '@parvis/contract'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { heardText, startFakeTranscriptionServer, type FakeTranscriptionServer } from '../../server/src/testing/fakes/fake-transcription-server.ts'
import { apiAs, type ApiClient } from '../support/api.ts'
import { isFirefox } from '../support/browser.ts'
import { checkEveryAppearance } from '../support/looks/check-screen.ts'
import { waitUntilSettled } from '../support/pages.ts'
import { startServer } from '../support/servers/server.ts'
import { setUpSite } from '../support/site.ts'
import { setUpPagePerTest } from '../support/test-page.ts'

// Dictating a message, and listening to an answer. The microphone is Chromium's own fake, which beeps.

let voice: FakeTranscriptionServer
const site = setUpSite(async () => {
  voice = await startFakeTranscriptionServer()
  const server = await startServer({ TRANSCRIPTION_BASE_URL: voice.baseUrl, TRANSCRIPTION_MODEL: 'essai' })
  return {
    ...server,
    async close() {
      await server.close()
      await voice.close()
    },
  }
})
const opened = setUpPagePerTest(site, () => site.server.root, { expected: [/Failed to load resource/] })
let page: Page
let admin: ApiClient
beforeAll(async () => void (admin = await apiAs(site.server.url, site.server.root)))
beforeEach(() => {
  ;({ page } = opened())
  voice.conduct({ kind: 'text', text: heardText })
  voice.requests.length = 0
})

const field = () => page.getByRole('textbox', { name: 'Votre demande' })
const dictate = () => page.getByRole('button', { name: 'Dicter', exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
async function open(path = '/') {
  await page.goto(path)
  await waitUntilSettled(page)
}

test.skipIf(isFirefox)('a dictated text is inserted at the caret, by keyboard, and sent once', async () => {
  await open()
  await field().fill('Objet : . Merci.')
  await page.evaluate(`document.querySelector('form textarea').setSelectionRange(8, 8)`)
  await dictate().press('Enter')
  await page.getByRole('timer').getByText('0:01 / 5:00').waitFor()
  await checkEveryAppearance(page, 'dictation')
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Terminer')
  await page.keyboard.press('Enter')
  await expect.poll(() => field().inputValue()).toBe(`Objet : ${heardText}. Merci.`)
  expect(voice.requests).toHaveLength(1)
  expect(voice.requests[0]!.sound.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
  expect(voice.requests[0]!.mediaType).toBe('audio/webm')
  await page.getByRole('status').getByText('Texte inséré').waitFor({ state: 'attached' })
  expect(await page.getByRole('group', { name: 'Dictée' }).count()).toBe(0)
})

test.skipIf(isFirefox)('a failure is a clear sentence, what is typed stays, and the recording can be sent again or dropped', async () => {
  await open()
  await field().fill('Déjà écrit')
  voice.conduct({ kind: 'body', body: '<!doctype html>' })
  await dictate().click()
  await page.getByRole('timer').waitFor()
  await press('Terminer')
  await page.getByRole('alert').getByText('illisible').waitFor()
  voice.conduct({ kind: 'text', text: heardText })
  await press('Renvoyer')
  await expect.poll(() => field().inputValue()).toBe(`Déjà écrit ${heardText}`)

  voice.conduct({ kind: 'text', text: '' })
  await dictate().click()
  await press('Terminer')
  await page.getByRole('alert').getByText('Rien n’a été entendu').waitFor()
  await press('Fermer')

  const before = voice.requests.length
  await dictate().click()
  await page.getByRole('timer').waitFor()
  await press('Annuler')
  expect(await page.getByRole('group', { name: 'Dictée' }).count()).toBe(0)
  expect(voice.requests).toHaveLength(before)

  await page.evaluate(`navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`)
  await dictate().click()
  await page.getByRole('alert').getByText('Le micro est refusé').waitFor()
  await checkEveryAppearance(page, 'dictation-refused')
  expect(await field().inputValue()).toBe(`Déjà écrit ${heardText}`)
})

test.skipIf(isFirefox)('a recording that is ended at once has sound, and a microphone that gives none is a clear sentence', async () => {
  await open()
  await page.evaluate(`void new MutationObserver(() => [...document.querySelectorAll('[aria-label="Dictée"] button')].find(({ textContent }) => textContent === 'Terminer')?.click())
    .observe(document.body, { childList: true, subtree: true })`)
  await dictate().click()
  await expect.poll(() => field().inputValue()).toBe(heardText)
  expect(voice.requests).toHaveLength(1)
  expect(voice.requests[0]!.sound.includes('A_OPUS')).toBe(true)

  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => new MediaStream([new MediaStreamTrackGenerator({ kind: 'audio' })])`)
  await dictate().click()
  await page.getByRole('alert').getByText('Rien n’a été entendu').waitFor()
  expect(voice.requests).toHaveLength(1)
})

test.skipIf(isFirefox)('a confidential conversation has no button, and the privacy page says where a voice goes', async () => {
  const [assistant] = await admin(routes.assistants.list)
  const { id } = await admin(routes.conversations.findOrCreate, { body: { assistant_id: assistant!.id } })
  await open(`/chatbot-assistant?assistant=${assistant!.id}&conversation=${id}`)
  await dictate().waitFor()
  await admin(routes.conversations.update, { params: { id }, body: { confidential: true } })
  await page.reload()
  await page.getByRole('textbox', { name: 'Votre message' }).waitFor()
  await waitUntilSettled(page)
  expect(await dictate().count()).toBe(0)
  await open('/confidentialite')
  await page.getByText(/transmis une fois au serveur de dictée 127\.0\.0\.1, de niveau/).waitFor()
})

/** Script that replaces the voices of the browser, which has none here, and records what is said. Each sentence ends when `endSentence` is called. */
const fakeSpeech = (isLocal: boolean) => `{
  const said = []
  let speaking = null
  class Utterance extends EventTarget {
    constructor(text) {
      super()
      this.text = text
    }
  }
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => [{ lang: 'fr-FR', localService: ${isLocal}, default: true }],
    speak(utterance) {
      said.push(utterance.text)
      speaking = utterance
    },
    cancel() {
      speaking?.dispatchEvent(new Event('end'))
      speaking = null
    },
  })
  const endSentence = () => speaking?.dispatchEvent(new Event('end'))
  for (const [name, value] of Object.entries({ speechSynthesis: speech, SpeechSynthesisUtterance: Utterance, said, endSentence }))
    Object.defineProperty(globalThis, name, { value, configurable: true })
}`
const said = () => page.evaluate<string[]>('said')
const endSentence = () => page.evaluate('void endSentence()')

async function openAnswer(isLocal: boolean) {
  const { id } = await admin(routes.conversations.findOrCreate, { body: {} })
  await admin(routes.conversations.addMessage, { params: { id }, body: { role: 'user', content: 'Quels horaires ?' } })
  await admin(routes.conversations.addMessage, { params: { id }, body: { role: 'assistant', content: '**Lundi** : 9 h.\n\nMardi : 10 h.\n\n- Fin.' } })
  await page.addInitScript({ content: fakeSpeech(isLocal) })
  await open(`/chatbot?conversation=${id}`)
  await press('Écouter la réponse')
}

test('an answer is read by a voice of the device, sentence after sentence, paused, resumed and stopped', async () => {
  await openAnswer(true)
  await expect.poll(said).toEqual(['Lundi : 9 h.'])
  await endSentence()
  await expect.poll(said).toEqual(['Lundi : 9 h.', 'Mardi : 10 h.'])
  await press('Pause')
  expect(await said()).toHaveLength(2)
  await checkEveryAppearance(page, 'answer-read-aloud')
  await press('Reprendre')
  await expect.poll(said).toEqual(['Lundi : 9 h.', 'Mardi : 10 h.', 'Mardi : 10 h.'])
  await endSentence()
  await endSentence()
  await page.getByRole('button', { name: 'Arrêter la lecture' }).waitFor({ state: 'detached' })
  expect((await said()).at(-1)).toBe('Fin.')

  await press('Écouter la réponse')
  await press('Arrêter la lecture')
  expect((await said()).slice(4)).toEqual(['Lundi : 9 h.'])
})

test('a remote voice is never used, and the page says why', async () => {
  await openAnswer(false)
  await page.getByRole('alert').getByText('que des voix distantes').waitFor()
  expect(await said()).toEqual([])
})
