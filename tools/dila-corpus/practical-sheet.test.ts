import { expect, test } from 'vitest'
import { groupSheets, sheetCodeOf } from './group-sheets.ts'
import { readPracticalSheet, type PracticalSheet } from './practical-sheet.ts'
import { sheetFile } from './practical-sheet.fixture.ts'

const linesOf = (body: string) => readPracticalSheet(sheetFile({ body }))?.content.replaceAll('\u00a0', ' ').split('\n')
const paragraph = (text: string) => `<Paragraphe>${text}</Paragraphe>`
const title = (text: string) => `<Titre>${paragraph(text)}</Titre>`

test('a sheet gives its title, its day, its place and its text', () => {
  expect(readPracticalSheet(sheetFile())).toEqual({
    id: 'F1',
    title: 'Congé d’essai',
    audience: 'Particuliers',
    path: ['Travaux d’essai', 'Congés inventés'],
    modified_on: '2020-06-22',
    content: 'Texte inventé.',
  })
})

test('the day of the last important change stands for a date that is missing or impossible', () => {
  for (const date of ['', 'modified 0205-10-06', 'modified 2021-02-29']) expect(readPracticalSheet(sheetFile({ date }))?.modified_on).toBe('2019-07-01')
  expect(readPracticalSheet(sheetFile({ date: '', attributes: '' }))).toBeNull()
})

test('without breadcrumb, the theme and the folder say where the sheet is', () => {
  const context = `<Theme ID="N1"><Titre>Travail</Titre></Theme><SousThemePere ID="N2">Congés</SousThemePere>
    <DossierPere ID="N3"><Titre>Congés</Titre><Fiche ID="F9">Autre fiche</Fiche></DossierPere>`
  expect(readPracticalSheet(sheetFile({ context }))).toMatchObject({ path: ['Travail', 'Congés'], content: 'Texte inventé.' })
})

test.each([
  ['a folder', sheetFile({ id: 'N177' })],
  ['a sheet without text', sheetFile({ body: '<OuSAdresser ID="R1"><Titre>Mairie</Titre></OuSAdresser>' })],
  ['an online service', sheetFile().replaceAll('Publication', 'ServiceComplementaire')],
])('%s is no sheet', (_name, xml) => expect(readPracticalSheet(xml)).toBeNull())

test('a malformed file is refused', () => {
  expect(() => readPracticalSheet(sheetFile().slice(0, 700))).toThrow('unclosed tag')
  expect(() => readPracticalSheet('<a>'.repeat(300))).toThrow('too deep')
})

test('the text of a case begins with the case and the titles that it is in', () => {
  expect(
    linesOf(`<Introduction><Texte>${paragraph('Présentation.')}</Texte></Introduction>
      <ListeSituations affichage="onglet"><Introduction><Texte>${paragraph('Tout dépend.')}</Texte></Introduction>
      <Situation><Titre>Père</Titre><Texte><Chapitre>${title('Durée')}
        <BlocCas affichage="radio"><Cas>${title('Un enfant')}${paragraph('11&#160;jours')}</Cas><Cas>${title('Jumeaux')}${paragraph('<Valeur>18</Valeur> jours')}</Cas></BlocCas>
        ${paragraph('Jours de suite.')}<SousChapitre>${title('Report')}${paragraph('Au 2<Exposant>e</Exposant> mois.')}</SousChapitre></Chapitre>
        <Chapitre>${title('Qui contacter')}<OuSAdresser ID="R1"><Titre>Mairie</Titre></OuSAdresser></Chapitre></Texte></Situation>
      <Situation><Titre>Autre</Titre><Texte>${paragraph('Aucun.')}</Texte></Situation></ListeSituations>
      <Conclusion>${title('Pour finir')}${paragraph('Fin.')}</Conclusion>`),
  ).toEqual([
    'Présentation.',
    'Tout dépend.',
    'Père › Durée › Un enfant',
    '11 jours',
    'Père › Durée › Jumeaux',
    '18 jours',
    'Père › Durée',
    'Jours de suite.',
    'Père › Durée › Report',
    'Au 2e mois.',
    'Autre',
    'Aucun.',
    'Pour finir',
    'Fin.',
  ])
})

test('lists, tables, notes and references are lines; definitions, services and conditions are left out', () => {
  expect(
    linesOf(`<Avertissement ID="R9"><Titre>Mise à jour</Titre><Texte>${paragraph('Règle en cours de changement.')}</Texte></Avertissement>
      <Texte><Liste type="puce"><Item>${paragraph('Un')}${paragraph('suite')}<Liste type="numero"><Item>${paragraph('Premier')}</Item></Liste></Item><Item>Deux</Item></Liste>
      <Tableau><Titre>Montants</Titre><Colonne largeur="50"/><Rangée type="header"><Cellule>${paragraph('Cas')}</Cellule><Cellule>${paragraph('Montant')}</Cellule></Rangée>
        <Rangée><Cellule>${paragraph('Seul')}</Cellule><Cellule><Liste type="puce"><Item>${paragraph('50&#160;€')}</Item><Item>${paragraph('60&#160;€')}</Item></Liste></Cellule></Rangée></Tableau>
      <ANoter><Titre>À noter</Titre>${paragraph('le délai court')}${paragraph('dès la naissance.')}</ANoter><Attention>${paragraph('Sans titre.')}</Attention>
      <FragmentConditionne><Condition><estVrai var="x"/></Condition>${paragraph('Selon le cas.')}</FragmentConditionne>
      <ServiceEnLigne ID="R2"><Titre>Téléservice</Titre></ServiceEnLigne></Texte>
      <Reference type="Texte de référence" ID="R3" URL="https://exemple.fr"><Titre>Code du travail : article L1225-35</Titre></Reference>
      <Definition ID="R4"><Titre>Mot</Titre><Texte>${paragraph('Sens.')}</Texte></Definition>`),
  ).toEqual([
    'Mise à jour : Règle en cours de changement.',
    '- Un suite',
    '1. Premier',
    '- Deux',
    'Montants',
    'Cas | Montant',
    'Seul | 50 € ; 60 €',
    'À noter : le délai court',
    'dès la naissance.',
    'Attention : Sans titre.',
    'Selon le cas.',
    'Textes de référence',
    '- Code du travail : article L1225-35',
  ])
})

test('each text of a sheet is a version from its day to the day before the next', () => {
  const sheet = (modified_on: string, content: string): PracticalSheet => ({
    id: 'F1',
    title: 'Titre',
    audience: 'Particuliers',
    path: ['Thème'],
    modified_on,
    content,
  })
  const [article, ...others] = groupSheets([sheet('2019-01-01', 'a'), sheet('2020-03-01', 'a'), sheet('2020-06-01', 'b'), sheet('2020-06-01', 'c')])
  expect(others).toEqual([])
  expect(article).toMatchObject({ id: 'F1', code: 'FICHES-PARTICULIERS', number: 'F1', path: ['Thème', 'Titre'] })
  expect(article!.versions.map(({ valid_from, valid_until, state, text }) => [valid_from, valid_until, state, text])).toEqual([
    ['2019-01-01', '2020-05-31', 'MODIFIE', 'a'],
    ['2020-06-01', null, 'VIGUEUR', 'c'],
  ])
})

test('a code names the site', () => {
  expect(sheetCodeOf({ audience: 'Associations' })).toEqual({ id: 'FICHES-ASSOCIATIONS', title: 'Fiches pratiques de service-public.fr (associations)' })
})
