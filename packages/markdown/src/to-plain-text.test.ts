import { expect, test } from 'vitest'
import { toPlainText } from './to-plain-text.ts'

test('headings, emphasis and code lose their marks', () => {
  expect(toPlainText('# Titre\n\nUn mot **gras**, *italique*, ~~rayé~~ et `code`.\n\n```js\nlet a\n```')).toBe(
    'Titre\n\nUn mot gras, italique, rayé et code.\n\nlet a',
  )
})

test('lists keep their bullets, numbers, boxes and depth', () => {
  expect(toPlainText('- un\n  - dedans\n- deux\n\n3. trois\n4. quatre\n\n- [x] fait')).toBe('• un\n  • dedans\n• deux\n\n3. trois\n4. quatre\n\n☒ fait')
})

test('a table is cells between tabs, one row on a line', () => {
  expect(toPlainText('| Poste | Coût |\n|---|---:|\n| **Voirie** | 12 000 € |')).toBe('Poste\tCoût\nVoirie\t12 000 €')
})

test('links carry their address once, notes follow the text', () => {
  expect(toPlainText('[la fiche](https://www.service-public.fr/f) et <https://a.fr>')).toBe('la fiche (https://www.service-public.fr/f) et https://a.fr')
  expect(toPlainText('Un[^a].\n\n[^a]: Note **b**.')).toBe('Un[1].\n\n[1] Note b.')
})

test('words in brackets after a link stay: only the machine that the screen adds goes', () => {
  expect(toPlainText('Voir https://www.caf.fr (PDF)')).toBe('Voir https://www.caf.fr (PDF)')
  expect(toPlainText('[La fiche](https://www.caf.fr/f) (2026)')).toBe('La fiche (https://www.caf.fr/f) (2026)')
})

test('what is said above is not said twice; a quotation has its marks', () => {
  expect(toPlainText('# Arrêté\n\nTexte', 'Arrêté')).toBe('Texte')
  expect(toPlainText('> cité')).toBe('«\u00a0cité\u00a0»')
})

test.each(['« Nul n’est censé ignorer la loi. »', '«\u00a0Cité\u00a0», dit-il', '“Cité”'])('a quotation that has its marks gets no others: %s', (words) => {
  expect(toPlainText(`> ${words}`)).toBe(words)
})

test('a line break that stands alone is not printed', () => {
  expect(toPlainText('Un.\n\n<br>\n\nDeux.\n\n<br/>\n\n- trois<br>quatre')).toBe('Un.\n\nDeux.\n\n• trois\n  quatre')
})

test('a line that only looks like a definition stays', () => {
  expect(toPlainText('[Objet]: Cantine\n\nMadame,\n\n- [Date]: demain')).toBe('[Objet]: Cantine\n\nMadame,\n\n• [Date]: demain')
  expect(toPlainText('Voir [la page][p].\n\n[p]: https://exemple.fr/a')).toBe('Voir la page (https://exemple.fr/a).')
})

test('a note that nothing calls stays where it is written', () => {
  const alone = 'Texte.\n\n[^1]: Règlement de voirie.\n\n[^2]: https://exemple.fr/a'
  expect(toPlainText(alone)).toBe(alone)
  expect(toPlainText('[^1]: Règlement de voirie,\n  article premier.')).toMatch(/^\[\^1\]: Règlement de voirie,\s+article premier\.$/)
  expect(toPlainText('Texte[^1].\n\n[^1]: Appelée.\n[^2]: Seule.')).toBe('Texte[1].\n\n[^2]: Seule.\n\n[1] Appelée.')
})

test('a text that holds no Markdown is the same', () => expect(toPlainText('Une phrase.\n\nUne autre [1].')).toBe('Une phrase.\n\nUne autre [1].'))

test('an address with accents is its own words', () => {
  expect(toPlainText('Voir https://www.mairie.fr/été')).toBe('Voir https://www.mairie.fr/été')
  const blank = 'https://www.mairie.fr/Compte%20rendu.pdf'
  expect(toPlainText(`[https://www.mairie.fr/Compte rendu.pdf](${blank})`)).toContain(blank)
  expect(toPlainText('<https://www.mairie.fr/100%>')).toBe('https://www.mairie.fr/100%')
})

test('code between three ticks on one line opens no block: what follows is read', () => {
  expect(toPlainText('```code``` puis une note[^1].\n\n[^1]: Le **texte**.')).toBe('code puis une note[1].\n\n[1] Le texte.')
})

test('a note too intricate to be read stands as it is', () => {
  const marks = '**a** '.repeat(1_000).trim()
  expect(toPlainText(`Voir[^n].\n\n[^n]: ${marks}`)).toBe(`Voir[1].\n\n[1] ${marks}`)
})

test('the letters of French are read where they are written as entities, and nothing else', () => {
  expect(toPlainText('Ao&ucirc;t, No&euml;l, na&iuml;f, &oelig;uvre, &Eacute;cole')).toBe('Août, Noël, naïf, œuvre, École')
  expect(toPlainText('Texte &toString; et &inconnu;')).toBe('Texte &toString; et &inconnu;')
})
