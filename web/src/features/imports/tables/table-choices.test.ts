import { expect, test } from 'vitest'
import { sampleColumns, sampleTable } from '../../../../test/sample-table.ts'
import { chosenColumns, withDetails, withReading, withRest, withTarget } from './table-choices.ts'

const columns = sampleColumns()

test('a target that only one column can have is taken from the other, which becomes a field', () => {
  const choices = withTarget(columns, null, 2, 'date')
  expect(choices.columns).toEqual([
    { number: 2, target: 'date' },
    { number: 3, target: 'field', name: 'Received', type: 'date', unit: null, group: null, order: 'dmy' },
  ])
  const [, mass, received] = chosenColumns(sampleTable(), choices)
  expect([mass?.target, received?.target]).toEqual(['date', 'field'])
})

test('several columns can be a part of the title', () => {
  expect(withTarget(columns, null, 3, 'title').columns).toEqual([{ number: 3, target: 'title', order: 'dmy' }])
})

test('a field keeps what was chosen of it when another column changes', () => {
  const [, mass] = columns
  const renamed = withDetails(mass as (typeof columns)[number], null, { name: 'Weight', unit: 'mg' })
  const both = withTarget(chosenColumns(sampleTable(), renamed), renamed, 3, 'ignore')
  expect(both.columns).toContainEqual({
    number: 2,
    target: 'field',
    name: 'Weight',
    type: 'number',
    unit: 'mg',
    group: null,
  })
  expect(chosenColumns(sampleTable(), both)[1]?.field).toEqual({
    name: 'Weight',
    type: 'number',
    unit: 'mg',
    group: null,
  })
})

test('an empty column can become a field', () => {
  const choices = withTarget(columns, null, 4, 'field')
  expect(choices.columns).toEqual([{ number: 4, target: 'field' }])
})

test('with another separator the columns are others, with another encoding they stay', () => {
  const chosen = withTarget(columns, null, 2, 'ignore')
  expect(withReading(chosen, { separator: ',' })).toEqual({ separator: ',', columns: null })
  expect(withReading(chosen, { encoding: 'utf-8' })).toEqual({ ...chosen, encoding: 'utf-8' })
})

test('all fields can be left out at once, and empty columns are not asked about', () => {
  expect(withRest(columns, null, 'ignore').columns).toEqual([{ number: 2, target: 'ignore' }])
})
