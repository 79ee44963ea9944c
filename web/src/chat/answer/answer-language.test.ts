import { describe, expect, it } from 'vitest'
import { foreignLanguageOf } from './answer-language.ts'

describe('the language of an answer', () => {
  it.each([
    ['en', 'Here is the letter that you asked for. It should be sent to the mayor with the minutes of the meeting.'],
    ['de', 'Hier ist der Entwurf für die Sitzung. Sie können ihn mit dem Protokoll an die Verwaltung senden, und das ist nicht dringend.'],
    ['es', 'Aquí está el borrador para los vecinos del municipio. Es necesario que se publique con los horarios por la mañana.'],
    ['it', 'Ecco la lettera per gli abitanti della città. Non è necessario che sia firmata, ma questo è più sicuro per il comune.'],
  ])('says %s', (code, text) => expect(foreignLanguageOf(text)).toBe(code))

  it('says nothing of French, even with English names, quotations or code', () => {
    expect(foreignLanguageOf('La délibération est adoptée par le conseil municipal, dans les conditions de l’article 4.')).toBeUndefined()
    expect(
      foreignLanguageOf('Le mot « the » est un article. La phrase est\u00a0:\n\n> This is the text of the letter that you should send to the mayor with it.'),
    ).toBeUndefined()
    expect(
      foreignLanguageOf('Voici le code de la page\u00a0:\n\n```\n// this is the end of the loop and it is not to be changed for that\n```'),
    ).toBeUndefined()
  })

  it.each([
    ['ar', 'يرجى تقديم الطلب إلى بلدية Saint-Brévin قبل 15 أكتوبر.'],
    ['he', 'יש להגיש את הבקשה לעירייה לפני ה־15 באוקטובר.'],
    ['ru', 'Заявление подаётся в мэрию до 15 октября.'],
    ['zh', '请在10月15日之前向市政府提交申请。'],
    ['ja', '10月15日までに市役所に申請してください。'],
  ])('tells %s by its writing', (code, text) => expect(foreignLanguageOf(text)).toBe(code))

  it('is not misled by a foreign word, nor by signs', () => {
    expect(foreignLanguageOf('Le mot arabe سلام signifie « paix » ; il ouvre la lettre de bienvenue remise aux familles.')).toBeUndefined()
    expect(foreignLanguageOf('Un budget de 12 000 € → 14 000 € ✓ (π ≈ 3,14)')).toBeUndefined()
  })

  it('says nothing of what is too short to tell', () => {
    expect(foreignLanguageOf('OK')).toBeUndefined()
    expect(foreignLanguageOf('')).toBeUndefined()
    expect(foreignLanguageOf('The end.')).toBeUndefined()
  })
})
