import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentLocation, handleHistoryStep, navigate } from './location.ts'
import { guardedNavigate, replaceUrl } from './late-navigation.ts'

/** Stubs the location and the history of a tab. */
function openTab(address: string): void {
  const place = new URL(address)
  const history = { state: null as unknown, pushState: write, replaceState: write }
  function write(state: unknown, _: string, url: string = place.href): void {
    place.href = url
    history.state = state
  }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', place)
  vi.stubGlobal('history', history)
}

beforeEach(() => openTab('http://parvis.test/'))
afterEach(() => vi.unstubAllGlobals())

it('an address that says what is shown goes on with the visit, and forgets what led there', () => {
  navigate('/chatbot', { state: { question: 'Quel délai ?' } })
  const { key } = currentLocation()
  replaceUrl('/chatbot?conversation=c')
  expect(currentLocation()).toEqual({ pathname: '/chatbot', search: '?conversation=c', hash: '', state: null, key })
  navigate('/chatbot')
  expect(currentLocation().key).not.toBe(key)
})

it('an address typed over another, or a link within the page, goes on with the visit', () => {
  navigate('/chatbot')
  const { key } = currentLocation()
  // A URL edited by hand: the browser pushes it without an event.
  history.pushState(null, '', 'http://parvis.test/chatbot#contenu')
  expect(handleHistoryStep()).toBe(true)
  expect(currentLocation()).toMatchObject({ hash: '#contenu', key })
})

it('an answer leads on from the page where it was asked for, and from no other', () => {
  navigate('/projects')
  const lead = guardedNavigate()
  navigate('/projects?recherche=halle')
  lead('/projects/1')
  expect(currentLocation().pathname).toBe('/projects/1')
  lead('/projects/2')
  expect(currentLocation().pathname).toBe('/projects/1')
})

it('whoever is on their way to another page is not led back', () => {
  navigate('/chatbot')
  navigate('/my-space')
  replaceUrl('/chatbot?conversation=c')
  expect(currentLocation()).toMatchObject({ pathname: '/my-space', search: '' })
})

it('the page is known by its address, whatever its case and its last slash', () => {
  navigate('/Chatbot/')
  replaceUrl('/chatbot?conversation=c')
  expect(currentLocation()).toMatchObject({ pathname: '/chatbot', search: '?conversation=c' })
})
