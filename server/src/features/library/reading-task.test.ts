import { expect, test } from 'vitest'
import { readingTask } from './reading-task.ts'

test.each([
  ['Relève tous les montants', 'gather'],
  ['Liste toutes les décisions avec leur date', 'gather'],
  ['Qui sont les personnes citées ?', 'gather'],
  ['Liste les dates et les montants', 'gather'],
  ['Quels articles de loi sont cités ?', 'gather'],
  ['Liste toutes les subventions aux associations', 'gather'],
  ['Traduis ce document en anglais', 'transform'],
  ['Translate this document into English', 'transform'],
  ['Corrige les fautes de ce texte', 'transform'],
  ['Réécris ce texte en FALC', 'transform'],
  ['Fais la synthèse, partie par partie', 'synthesis'],
  ['Fais la synthèse de ce rapport de 300 pages', 'synthesis'],
  ['Explique-moi ce document simplement', 'synthesis'],
  ['Prépare une note au maire à partir du document', 'synthesis'],
  ['Fais la synthèse, lecture complète', 'synthesis'],
  ['Donne un titre et trois mots-clés', 'synthesis'],
  ['De quoi parle ce document ?', 'synthesis'],
  ['Quel est le montant de la subvention au club de judo ?', 'passages'],
  ['Qui préside la commission d’appel d’offres ?', 'passages'],
  ['Combien coûte la cantine pour un quotient familial de 800 ?', 'passages'],
] as const)('%s', (request, task) => {
  expect(readingTask(request)).toBe(task)
})

test.each([
  ['Quand la délibération sur la voie verte a-t-elle été adoptée ?', 'Et qui l’a présentée ?', 'passages'],
  ['Quand la délibération sur la voie verte a-t-elle été adoptée ?', 'Et par qui ?', 'passages'],
  ['Quand la délibération sur la voie verte a-t-elle été adoptée ?', 'Et où ?', 'passages'],
  ['Quand la délibération sur la voie verte a-t-elle été adoptée ?', 'Et maintenant, résume', 'synthesis'],
  ['Quand la délibération sur la voie verte a-t-elle été adoptée ?', 'Ou plutôt la synthèse', 'synthesis'],
  ['Quand la délibération sur la voie verte a-t-elle été adoptée ?', 'Et qui sont les signataires ?', 'gather'],
  ['Fais la synthèse de ce rapport', 'Et qui l’a présenté ?', 'synthesis'],
] as const)('%s, then %s', (before, request, task) => {
  expect(readingTask(request, [before])).toBe(task)
})
