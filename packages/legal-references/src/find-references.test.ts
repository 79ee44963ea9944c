import { describe, expect, test } from 'vitest'
import { findReferences } from './index.ts'

/** References of a text: `CGCT:L2121-29`, `LOI-2025-1129` for a whole act. */
const cited = (text: string): string[] =>
  findReferences(text).map(({ code, articles }) => (articles.length === 0 ? `${code}` : `${code ?? '?'}:${articles.join(',')}`))

describe('the number of an article', () => {
  test.each([
    ['art. L. 2121-17 CGCT', 'CGCT:L2121-17'],
    ['article L.2121-29 du CGCT', 'CGCT:L2121-29'],
    ['ARTICLE L 2121-29 DU CODE GÉNÉRAL DES COLLECTIVITÉS TERRITORIALES', 'CGCT:L2121-29'],
    ['l’art.L2121-29 du cgct', 'CGCT:L2121-29'],
    ['article L. 2121\u201129 du C.G.C.T.', 'CGCT:L2121-29'],
    ['article L. 2121 - 29 du CGCT', 'CGCT:L2121-29'],
    ['article L.\u00a02121–29 du CGCT', 'CGCT:L2121-29'],
    ['l’article **L. 2121-29** du *code général des collectivités territoriales*', 'CGCT:L2121-29'],
    ['article\nL. 2121-29 du code général\ndes collectivités territoriales', 'CGCT:L2121-29'],
    ['article R*423-23 du code de l’urbanisme', 'CU:R423-23'],
    ['article R.* 423-23 du code de l’urbanisme', 'CU:R423-23'],
    ['article *R. 423-23 du code de l’urbanisme', 'CU:R423-23'],
    ['l’article L.O. 141 du code électoral', 'CELEC:LO141'],
    ['l’article LO 1112-1 du CGCT', 'CGCT:LO1112-1'],
    ['l’article D. 2223-34 du CGCT', 'CGCT:D2223-34'],
    ['l’article 1er du décret n° 2002-60', 'DECRET-2002-60:1'],
    ['l’article premier de la loi n° 82-213', 'LOI-82-213:1'],
    ['l’article 1ᵉʳ de la Constitution', 'CONST:1'],
    ['l’article 1er bis de la loi n° 82-213', 'LOI-82-213:1 bis'],
    ['article 1639 A quater du CGI', 'CGI:1639 A quater'],
    ['article 150-0 B ter du code général des impôts', 'CGI:150-0 B ter'],
    ['article 244 quater B du CGI', 'CGI:244 quater B'],
    ['l’article 39 quindecies du CGI', 'CGI:39 quindecies'],
    ['l’article L. 16 B du livre des procédures fiscales', 'LPF:L16 B'],
    ['l’article L. 80 B LPF', 'LPF:L80 B'],
    ['l’article L. 2334-7-3 du CGCT', 'CGCT:L2334-7-3'],
    ['l’article 5 C. civ. s’applique', 'CCIV:5'],
    ['L’ARTICLE 5 A ÉTÉ MODIFIÉ PAR LA LOI N° 82-213', 'LOI-82-213'],
    // Accents in two characters, as macOS writes them.
    ['article L. 131-6 du code de l’éducation'.normalize('NFD'), 'CEDUC:L131-6'],
    ['article L. 600-12-2 du code de l’ur\u00adba\u00adnisme', 'CU:L600-12-2'],
  ])('%s', (text, expected) => expect(cited(text)).toEqual([expected]))
})

describe('lists and ranges', () => {
  test.each([
    ['articles L. 2121-7 à L. 2121-9 du CGCT', ['CGCT:L2121-7,L2121-8,L2121-9']],
    ['articles L. 2121-7 à 9 du CGCT', ['CGCT:L2121-7,L2121-8,L2121-9']],
    ['articles L. 2121-13 à L. 2121-13-2 du CGCT', ['CGCT:L2121-13,L2121-13-1,L2121-13-2']],
    ['de l’article L. 251-5 à l’article L. 251-7 du CGFP', ['CGFP:L251-5,L251-6,L251-7']],
    ['articles 5 à 8 de la loi n° 2019-828', ['LOI-2019-828:5,6,7,8']],
    ['articles 1er à 3 du décret n° 2002-60', ['DECRET-2002-60:1,2,3']],
    // What lies between two chapters cannot be known.
    ['articles L. 2121-7 à L. 2123-2 du CGCT', ['CGCT:L2121-7,L2123-2']],
    ['articles 1 à 99999 du code civil', ['CCIV:1,99999']],
    ['art. L. 332-8, 332-13 et 332-14 du CGFP', ['CGFP:L332-8', 'CGFP:L332-13', 'CGFP:L332-14']],
    ['les articles L. 511-5, R. 511-12 et D. 511-3 du CSI', ['CSI:L511-5', 'CSI:R511-12', 'CSI:D511-3']],
    ['articles L. 2121-10 et suivants du CGCT', ['CGCT:L2121-10']],
    ['art. L. 2121-10 et s. CGCT', ['CGCT:L2121-10']],
    ['aux articles 5, 6 et 9 de la loi n° 2000-321', ['LOI-2000-321:5', 'LOI-2000-321:6', 'LOI-2000-321:9']],
    ['l’article L. 103-2, 3° et 4°, du code de l’urbanisme', ['CU:L103-2']],
    ['les articles L. 103-2, 3°, et L. 103-4 du code de l’urbanisme', ['CU:L103-2', 'CU:L103-4']],
    ['l’article 5, paragraphe 1, point f), du RGPD', ['RGPD:5']],
    ['le 1° du II de l’article L. 2122-22, premier alinéa, du CGCT', ['CGCT:L2122-22']],
    ['articles 1240 du code civil et 121-3 du code pénal', ['CCIV:1240', 'CPEN:121-3']],
    ['les articles L. 2122-22 du CGCT et L. 211-2 du code de l’urbanisme', ['CGCT:L2122-22', 'CU:L211-2']],
    ['les articles 16 et 17 du code civil, l’article L. 1110-4 du CSP', ['CCIV:16', 'CCIV:17', 'CSP:L1110-4']],
  ])('%s', (text, expected) => expect(cited(text)).toEqual(expected))

  test('each article of a list has its own place in the text', () => {
    const text = 'Selon les articles L. 712-1 et L. 714-4 du CGFP, oui.'
    expect(findReferences(text).map(({ start, end }) => text.slice(start, end))).toEqual(['articles L. 712-1', 'L. 714-4 du CGFP'])
  })
})

describe('codes and acts', () => {
  test.each([
    ['CGCT, art. L. 2223-19', ['CGCT:L2223-19']],
    ['(CGI, art. 1407 bis)', ['CGI:1407 bis']],
    ['CSP L3111-2', ['CSP:L3111-2']],
    ['C. trav., art. L. 4121-1', ['CTRAV:L4121-1']],
    ['L. 211-1 C. urb.', ['CU:L211-1']],
    ['art. L. 2141-1 du CG3P', ['CGPPP:L2141-1']],
    ['article L. 123-5 du code de l’action sociale et des familles (CASF)', ['CASF:L123-5']],
    ['article L. 2121-29 (CGCT)', ['CGCT:L2121-29']],
    ['Code général des collectivités territoriales : art. L. 2121-29', ['CGCT:L2121-29']],
    ['au code de l’environnement (articles L. 123-1 et R. 123-1)', ['CENV:L123-1', 'CENV:R123-1']],
    ['l’article L. 112-3 de l’ancien code rural', ['CRPM:L112-3']],
    ['article L. 142-1 du code de la sécurité sociale', ['CSS:L142-1']],
    ['la loi n° 2025-1129 du 26 novembre 2025', ['LOI-2025-1129']],
    ['loi 84-53 du 26 janvier 1984', ['LOI-84-53']],
    ['LOI N°84-53 DU 26 JANVIER 1984', ['LOI-84-53']],
    ['loi de finances pour 2024 n° 2023-1322 du 29 décembre 2023', ['LOI-2023-1322']],
    ['loi organique n° 2001-692 du 1er août 2001', ['LOI-2001-692']],
    ['décret en Conseil d’État n° 2019-1414', ['DECRET-2019-1414']],
    ['décret no 88-145 du 15/02/1988', ['DECRET-88-145']],
    ['loi du 1er juillet 1901 relative au contrat d’association', ['LOI-1901-07-01']],
    ['l’ordonnance du 2 février 1945', ['ORDONNANCE-1945-02-02']],
    ['lois n° 83-634 du 13 juillet 1983 et n° 84-53 du 26 janvier 1984', ['LOI-83-634', 'LOI-84-53']],
    ['L. n° 2015-991, 7 août 2015, art. 16', ['LOI-2015-991:16']],
    ['loi n° 2000-321 (art. 10)', ['LOI-2000-321:10']],
    ['l’article 16 de la loi NOTRe', ['LOI-2015-991:16']],
    ['article 72-2 de la Constitution du 4 octobre 1958', ['CONST:72-2']],
    ['article 6 du règlement (UE) 2016/679', ['RGPD:6']],
    ['Vu le règlement (UE) n° 2016/679 du 27 avril 2016', ['RGPD']],
    ['article 28 du règlement général sur la protection des données', ['RGPD:28']],
  ])('%s', (text, expected) => expect(cited(text)).toEqual(expected))
})

describe('what stands before', () => {
  test.each([
    ['l’article L. 242-1 du CRPA ; l’article L. 243-3 dudit code', ['CRPA:L242-1', 'CRPA:L243-3']],
    ['l’article 1383 du CGI et l’article 1639 A bis du même code', ['CGI:1383', 'CGI:1639 A bis']],
    ['l’article L. 1 du code du travail. Les articles L. 2 et L. 3 de ce code', ['CTRAV:L1', 'CTRAV:L2', 'CTRAV:L3']],
    ['Vu le code de l’urbanisme ; l’article R. 421-1 du code susvisé', ['CU:R421-1']],
    ['l’article L. 2121-10 du CGCT. Ledit article impose un délai.', ['CGCT:L2121-10', 'CGCT:L2121-10']],
    ['les articles 5 et 6 du code civil. Ces articles sont clairs.', ['CCIV:5', 'CCIV:6', 'CCIV:5,6']],
    ['l’article 5 du code civil ; l’article précité', ['CCIV:5', 'CCIV:5']],
    ['la loi n° 84-53 du 26 janvier 1984, et son article 3', ['LOI-84-53', 'LOI-84-53:3']],
    ['le décret n° 88-145 ; l’article 38 du même décret', ['DECRET-88-145', 'DECRET-88-145:38']],
    ['l’ordonnance n° 2020-391 ; article 6 de cette ordonnance', ['ORDONNANCE-2020-391', 'ORDONNANCE-2020-391:6']],
    ['la loi du 9 décembre 1905 ; l’article 2 de la loi de 1905', ['LOI-1905-12-09', 'LOI-1905-12-09:2']],
    ['loi n° 84-53 du 26 janvier 1984 ; loi du 26 janvier 1984', ['LOI-84-53', 'LOI-84-53']],
    ['l’article L. 5219-5 et l’article L. 5219-10 du CGCT', ['CGCT:L5219-5', 'CGCT:L5219-10']],
    ['l’article 16 ou l’article 17 de la loi n° 2015-991', ['LOI-2015-991:16', 'LOI-2015-991:17']],
    ['l’article 1240 du code civil, l’article 1241', ['CCIV:1240', 'CCIV:1241']],
    ['l’article L. 5212-16 du CGCT et, pour le retrait, l’article L. 5211-19', ['CGCT:L5212-16', 'CGCT:L5211-19']],
    ['Selon le CGCT, le maire (L. 2122-18) délègue.', ['CGCT:L2122-18']],
    ['Que dit l’article L. 2121-17 ?', ['?:L2121-17']],
  ])('%s', (text, expected) => expect(cited(text)).toEqual(expected))
})

describe('what is no reference', () => {
  test.each([
    'L’article 4 de la convention prévoit un préavis.',
    'Article 3 du présent arrêté : le maire est chargé de l’exécution.',
    'l’article 7 du règlement intérieur, et cet article est clair.',
    'les articles 5 et 6 des statuts',
    'CCTP, article 4.2.1 : enduits',
    'selon le CGCT, la dépense est imputée à l’article 6068',
    'Article 2 : le présent acte sera publié.',
    'l’article N 2 du règlement d’urbanisme',
    'l’article R. 12 du PLU',
    'l’article L. 4 du bordereau des prix',
    'Parcelle A 123-4, section R 421',
    'dossier n° L. 2024-118',
    'Référence R. 2025-12',
    'Réf. L. 421-12, modèle : R. 332-14',
    'le premier alinéa, le premier janvier',
    'www.valombre.example/l/2121-29',
    'Place de parking L. 4, lot D. 12',
    'La D. 137 et la R. 421 sont fermées.',
    'le projet de loi n° 2025-12',
    'l’ordonnance du 12 mars 2024 du juge des référés',
    'l’ordonnance du médecin du 3 mai',
    'le décret du 2 mai',
    'La loi impose la délibération n° 2026-041.',
    'Une loi de finances pour 2026 sera votée.',
    'arrêté municipal n° 2025-26 du 4 mars 2025',
    'la constitution du dossier, article 5 de la constitution du groupement',
    'Le musée d’art 20-22 rue de la Paix',
    'L’article a 12 pages et 3 figures.',
    'Cet article de papeterie est soldé.',
    'Articles L 12 et M 14 en rupture de stock',
    'le code d’accès 2122, le code source et le code postal 35000',
    'l’article 12 du code de déontologie du club',
    'article 5-2 du bail, article 3 du marché n° 2025-12',
    'Taille L 42-44, taille D 90-95',
    'art. 3 : La subvention est versée.',
    'Le vol L. 2121 part à 6 h',
    'L. Martin et R. Dupont, 12-14 rue A. Briand',
    'appeler le 02 99 21 21-29',
  ])('%s', (text) => expect(cited(text)).toEqual([]))

  test('an article of a contract between two of a code', () => {
    expect(cited('l’article 1240 du code civil, l’article 4 du contrat et l’article 1241 du même code')).toEqual(['CCIV:1240', 'CCIV:1241'])
  })
})

test('codes of a corpus are recognised too', () => {
  const codes = [{ id: 'REGL', title: 'règlement sanitaire départemental', abbreviations: ['RSD'], isPlain: true }]
  expect(findReferences('l’article 23 du RSD', { codes })).toMatchObject([{ code: 'REGL', articles: ['23'] }])
})

test('places count UTF-16 units of the text as it is', () => {
  const text = '🏛️ Vu\u00a0: l’article L. 2121-29 du CGCT'.normalize('NFD')
  const [reference] = findReferences(text)
  expect(text.slice(reference!.start, reference!.end)).toBe('article L. 2121-29 du CGCT')
})

describe('time is proportional to the length of a hostile text', () => {
  const size = 200_000
  test.each([
    ['article ', 'article '],
    ['article 1, ', 'article 1, '],
    ['numbers', '1, 2-3-4-5-6-7-8-9 et '],
    ['articles L. 1 à L. 9, ', 'articles L. 1 à L. 9, '],
    ['L. ', 'L. '],
    ['L. 1-', 'L. 1-1'],
    ['code de ', 'code de la de '],
    ['C. C. C. ', 'C. C. '],
    ['loi de finances ', 'loi de finances '],
    ['loi n° ', 'loi n° '],
    ['ledit article ', 'article L. 1-1 du CGCT ledit article '],
    ['parentheses', '(((((('],
    ['hyphens', '------'],
    ['asterisks', '*****'],
    ['subdivisions', 'article 5, 3° et 4°, II, premier alinéa, '],
    ['combining marks', '\u0301\u0301\u0301'],
    ['spaces', ' \n'],
  ])('%s', (_, unit) => {
    /** Returns the processor time of a reading, in microseconds: others may want the machine. */
    const measure = (length: number) => {
      const text = `articles ${unit.repeat(Math.ceil(length / unit.length))}`
      const start = process.threadCpuUsage()
      findReferences(text)
      return process.threadCpuUsage(start).user
    }
    measure(size / 8)
    const [short, long] = [measure(size / 4), measure(size)]
    // Four times the length: a quadratic reading would take sixteen times as long.
    expect(long).toBeLessThan(Math.max(8 * short, 1_000_000))
  })
})
