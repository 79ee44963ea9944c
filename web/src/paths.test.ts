import { isPagePath, pages } from '@parvis/contract'
import { expect, it } from 'vitest'
import { isChatPath, paths } from './paths.ts'

it('has the addresses of the specification, each address once', () => {
  const addresses = Object.values(paths).filter((path) => typeof path === 'string')
  const specified = ['/', '/docs', '/login', '/register', '/forgot-password', '/assistants', '/biblio-rag', '/document-rag', '/chatbotopenai', '/profile']
  const others = ['/avatars', '/my-space', '/bibliotheque', '/projects', '/prompts', '/users', '/assistants-admin']
  expect(addresses).toEqual(expect.arrayContaining([...specified, ...others]))
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(paths.resetPassword('a/b')).toBe('/reset-password/a%2Fb')
  expect(paths.project('7')).toBe('/projects/7')
})

it('writes the query of a chat, leaving out what is not chosen', () => {
  expect(paths.chatbotAssistant({ assistant: 'a', project: null, library: 'Notes internes' })).toBe('/chatbot-assistant?assistant=a&library=Notes+internes')
  expect(paths.chatbot()).toBe('/chatbot')
  expect(paths.chatbot({ prompt: '1' })).toBe('/chatbot?prompt=1')
})

it('knows the screens that fill the window', () => {
  expect(isChatPath('/chatbot')).toBe(true)
  expect(isChatPath('/biblio-rag/')).toBe(true)
  expect(isChatPath('/bibliotheque')).toBe(false)
  expect(isChatPath('/')).toBe(false)
})

it('an address that takes a parameter or a query is written by a function', () => {
  const taken = Object.entries(pages).filter(([, pattern]) => pattern.includes(':'))
  expect(taken.length).toBeGreaterThan(3)
  expect(taken.map(([name]) => name).filter((name) => typeof paths[name as keyof typeof pages] !== 'function')).toEqual([])
})

it('an address with parameters is a page; what only resembles one is not', () => {
  for (const path of [paths.project('a b'), paths.resetPassword('un.jeton'), paths.assistantVersions('1'), '/login/', '/Login'])
    expect(isPagePath(path), path).toBe(true)
  for (const path of ['', '/phpmyadmin', '/login/x', '/projects/1/2', '/projects//', '/xlogin']) expect(isPagePath(path), path).toBe(false)
})
