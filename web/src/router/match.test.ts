import { describe, expect, it, test } from 'vitest'
import { findRoute, matchPath } from './match.ts'

test.each([
  ['/', '/', {}],
  ['/login', '/login', {}],
  ['/login', '/LOGIN/', {}],
  ['/projects/:projectId', '/projects/a%20b', { projectId: 'a b' }],
  ['/projects/:projectId', '/projects/Ab', { projectId: 'Ab' }],
  ['/projects/:projectId', '/projects/100%', { projectId: '100%' }],
  ['/assistants-admin/:assistantId/versions', '/assistants-admin/7/versions', { assistantId: '7' }],
  ['/galerie/*', '/galerie/kit/boutons', {}],
  ['/galerie/*', '/galerie', {}],
  ['*', '/', {}],
  ['*', '/n/importe/quoi', {}],
])('%s answers %s', (path, address, params) => expect(matchPath(path, address)).toEqual(params))

test.each([
  ['/', '/login'],
  ['/login', '/'],
  ['/login', '/login/x'],
  ['/login', '/xlogin'],
  ['/projects', '/projects/1'],
  ['/projects/:projectId', '/projects/'],
  ['/projects/:projectId', '/projects//'],
  ['/projects/:projectId', '/projects/1/2'],
  ['/a/:one/:two', '/a//b'],
  ['/a/b', '/a%2Fb'],
  ['/galerie/*', '/'],
  ['/galerie/*', '/galeries'],
])('%s does not answer %s', (path, address) => expect(matchPath(path, address)).toBeNull())

describe('among several routes', () => {
  const nodes = [
    { content: 'bare', children: [{ path: '/login', content: 'sign-in' }] },
    { content: 'shell', children: [{ content: 'guard', children: [{ path: '/projects/:id', content: 'project' }] }] },
    { path: '*', content: 'not found' },
  ]

  it('gives the screen with what stands around it, from the outermost in', () => {
    expect(findRoute(nodes, '/login')).toEqual({ branch: ['bare', 'sign-in'], params: {} })
    expect(findRoute(nodes, '/projects/3')).toEqual({ branch: ['shell', 'guard', 'project'], params: { id: '3' } })
  })

  it('takes the first that answers: the one for everything comes last', () => {
    expect(findRoute(nodes, '/ailleurs')?.branch).toEqual(['not found'])
    expect(findRoute(nodes.toReversed(), '/login')?.branch).toEqual(['not found'])
    expect(findRoute(nodes.slice(0, 2), '/ailleurs')).toBeNull()
  })
})
