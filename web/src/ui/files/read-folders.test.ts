import { describe, expect, it } from 'vitest'
import { readFolders, type DroppedFolder } from './read-folders.ts'

type Tree = { [name: string]: string | Tree }

const folder = (name: string, tree: Tree): DroppedFolder => ({
  kind: 'directory',
  name,
  async *getEntries() {
    for (const [name, one] of Object.entries(tree))
      yield typeof one === 'string' ? { kind: 'file' as const, name, getFile: async () => new File([one], name) } : folder(name, one)
  },
})

const many = (count: number): Tree => Object.fromEntries(Array.from({ length: count }, (_, at) => [`note ${at}.txt`, 'x']))
const names = ({ files }: { files: File[] }) => files.map(({ name }) => name)

describe('the files of a dropped folder', () => {
  it('come with those of the folders in it, by their names, without what systems leave there', async () => {
    const tree = { 'piece 10.pdf': 'a', '.DS_Store': 'b', 'Thumbs.db': 'c', '~$piece.docx': 'd', annexes: { 'plan.pdf': 'e', vides: {} }, 'piece 2.pdf': 'f' }
    const found = await readFolders([folder('Dossier', tree)], 50)
    expect(names(found)).toEqual(['plan.pdf', 'piece 2.pdf', 'piece 10.pdf'])
    expect(await found.files[0]!.text()).toBe('e')
    expect(found.problems).toEqual([])
  })

  it('are taken up to the limit, with what was dropped beside; past it the folder is left out whole and named', async () => {
    expect(names(await readFolders([folder('A', many(50))], 50))).toHaveLength(50)
    const beside = await readFolders([folder('A', many(50)), folder('B', { 'un.txt': '1' })], 50, 1)
    expect(names(beside)).toEqual(['un.txt'])
    expect(beside.problems).toEqual([
      '«\u00a0A\u00a0» n’a pas été pris\u00a0: 50\u00a0fichiers au plus à la fois. Ouvrez ce dossier et déposez ceux qu’il vous faut.',
    ])
    const second = await readFolders([folder('A', many(30)), folder('B', many(30))], 50)
    expect([second.files.length, second.problems.length]).toEqual([30, 1])
  })

  it('are not looked for without end', async () => {
    const loop: Tree = {}
    loop['encore'] = loop
    expect((await readFolders([folder('Boucle', loop)], 50)).problems[0]).toContain('«\u00a0Boucle\u00a0» n’a pas été pris')
  })

  it('are told to be missing: an empty folder, one that cannot be read; the others are taken', async () => {
    const broken: DroppedFolder = {
      ...folder('Secret', {}),
      getEntries: () => {
        throw new Error('NotReadableError')
      },
    }
    const found = await readFolders([folder('Vide', { sous: {} }), broken, folder('Bon', { 'a.txt': 'a' })], 50)
    expect(names(found)).toEqual(['a.txt'])
    expect(found.problems).toEqual([
      '«\u00a0Vide\u00a0» est un dossier qui ne contient aucun fichier.',
      'Le dossier «\u00a0Secret\u00a0» n’a pas pu être lu. Déposez plutôt les fichiers qu’il contient.',
    ])
  })
})
