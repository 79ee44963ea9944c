import { expect, test } from 'vitest'
import { stateAt, type DatedText } from './state-at.ts'

const run = (valid_from: string, valid_until: string | null, text = `${valid_from} ${valid_until}`): DatedText => ({ valid_from, valid_until, text })
const today = '2026-11-29'

test.each<[string, DatedText[], string, string, string | undefined]>([
  ['its first day', [run('2018-03-01', null)], '2018-03-01', 'en_vigueur', '2018-03-01'],
  ['the day before', [run('2018-03-01', null)], '2018-02-28', 'inconnu', undefined],
  ['the last day of a version that another follows', [run('2010-01-01', '2018-02-28'), run('2018-03-01', null)], '2018-02-28', 'modifie', '2018-03-01'],
  ['a version that follows with the same text', [run('2010-01-01', '2018-02-28', 'a'), run('2018-03-01', null, 'a')], '2015-01-01', 'en_vigueur', '2010-01-01'],
  [
    'a text that came back',
    [run('2010-01-01', '2012-12-31', 'a'), run('2013-01-01', '2014-12-31', 'b'), run('2015-01-01', null, 'a')],
    '2011-01-01',
    'en_vigueur',
    '2015-01-01',
  ],
  ['repealed since', [run('2010-01-01', '2022-06-30')], '2015-01-01', 'abroge', '2022-07-01'],
  ['changed, then repealed', [run('2010-01-01', '2018-09-30'), run('2018-10-01', '2022-06-30')], '2018-09-30', 'abroge', '2022-07-01'],
  ['repealed already', [run('2010-01-01', '2015-12-31')], '2020-01-01', 'abroge', '2016-01-01'],
  ['repealed, then written again', [run('2010-01-01', '2015-12-31'), run('2019-09-01', null)], '2015-12-31', 'modifie', '2016-01-01'],
  ['between a repeal and another text', [run('2010-01-01', '2015-12-31'), run('2019-09-01', null)], '2017-01-01', 'abroge', '2016-01-01'],
  ['an entry to come, today', [run('2008-03-12', '2030-12-31'), run('2031-01-01', null)], today, 'en_vigueur', '2008-03-12'],
  ['an entry to come, on its day', [run('2008-03-12', '2030-12-31'), run('2031-01-01', null)], '2031-01-01', 'en_vigueur', '2031-01-01'],
  ['a repeal to come, after it', [run('2008-03-12', '2030-12-31')], '2031-01-01', 'abroge', '2031-01-01'],
  ['one day in force', [run('2020-02-29', '2020-02-29'), run('2020-03-01', null)], '2020-02-29', 'modifie', '2020-03-01'],
])('%s', (_, versions, at, state, since) => expect(stateAt(versions, at, today)).toEqual({ state, ...(since !== undefined && { since }) }))
