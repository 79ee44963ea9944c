import { createElement, Suspense, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { loadable } from './loadable.tsx'
import { preloadRoute, Route } from './Routes.tsx'

const screen =
  (words: string): ComponentType =>
  () =>
    words
const drawn = (component: ComponentType) => renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(component)))

test('is drawn at once when it was preloaded, and waits for its code otherwise', async () => {
  const Page = loadable(async () => screen('the page'))
  expect(drawn(Page)).toContain('waiting')
  await Page.preload('/')
  expect(drawn(Page)).toContain('the page')
  expect(drawn(Page)).not.toContain('waiting')
})

test('preloading never fails, and drawing fetches again what was away', async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(screen('the page'))
  const inside = vi.fn<(pathname: string) => Promise<void>>().mockResolvedValue()
  const Page = loadable(load, inside)
  await expect(Page.preload('/')).resolves.toBeUndefined()
  expect(inside).not.toHaveBeenCalled()
  await Page.preload('/projects')
  expect(load).toHaveBeenCalledTimes(2)
  expect(inside).toHaveBeenCalledExactlyOnceWith('/projects')
  expect(drawn(Page)).toContain('the page')
})

test('of a table of routes, the screen of the address and what stands around it are preloaded, the others are not', async () => {
  const asked: string[] = []
  const part = (name: string) => {
    const load = async () => {
      asked.push(name)
      return screen(name)
    }
    return createElement(loadable(load))
  }
  const routes = createElement(
    Route,
    { element: part('layout') },
    createElement(Route, { path: '/projects/:id', element: part('project') }),
    createElement(Route, { path: '/profile', element: part('profile') }),
    createElement(Route, { path: '/plain', element: createElement('p') }),
  )
  await preloadRoute(routes, '/projects/7')
  expect(asked).toEqual(['layout', 'project'])
  await preloadRoute(routes, '/plain')
  expect(asked).toEqual(['layout', 'project', 'layout'])
  await preloadRoute(routes, '/nowhere')
  expect(asked).toHaveLength(3)
})
