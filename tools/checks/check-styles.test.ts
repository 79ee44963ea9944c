import { expect, test } from 'vitest'
import { checkStyles } from './check-styles.ts'

const file = (path: string, text: string) => ({ path, text })
const stylesheet = file(
  'web/src/Box.module.css',
  '/* .old */ .box { padding: 1.5rem; } .box .title:hover { color: red; } @media (width < 40rem) { .box { padding: 0; } }',
)
const component = (body: string) => file('web/src/Box.tsx', `import styles from './Box.module.css'\n${body}`)

test('names the classes that only a component or only a stylesheet has', () => {
  expect(checkStyles([stylesheet, component('styles.box + styles.title')])).toEqual([])
  expect(checkStyles([stylesheet, component('styles.box + styles.note')])).toEqual([
    'web/src/Box.tsx : la classe note n’est pas dans web/src/Box.module.css',
    'web/src/Box.module.css : aucun composant n’emploie la classe title',
  ])
})

test('accepts any class where a component chooses one at run time', () => {
  expect(checkStyles([stylesheet, component('styles[tone]')])).toEqual([])
})
