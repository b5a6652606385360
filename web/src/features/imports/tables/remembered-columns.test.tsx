import { beforeEach, expect, test } from 'vitest'
import { sampleTable } from '../../../../test/sample-table.ts'
import { forgetColumns, rememberColumns, rememberedColumns } from './remembered-columns.ts'

const CHOICES = {
  ...{ entity_type: 'experiments' as const, category: 3, template: null },
  table: { separator: ';' as const, columns: [{ number: 1, target: 'title' as const }] },
}

beforeEach(() => localStorage.clear())

test('what a person chose is known for a table with the same headers, to them alone', () => {
  const table = sampleTable()
  rememberColumns(1, table, CHOICES)
  expect(rememberedColumns(1, sampleTable({ separator: ',' }))).toMatchObject({
    entity_type: 'experiments',
    columns: [{ number: 1, target: 'title' }],
  })
  expect(rememberedColumns(2, table)).toBeUndefined()
  expect(rememberedColumns(1, sampleTable({ columns: table.columns.slice(1) }))).toBeUndefined()
  expect(rememberedColumns(1, sampleTable({ header: false }))).toBeUndefined()
  forgetColumns(1, table)
  expect(rememberedColumns(1, table)).toBeUndefined()
})

test('the oldest are forgotten, and what another program stored is ignored', () => {
  const tableOf = (name: string) => sampleTable({ columns: [{ ...sampleTable().columns[0], name } as never] })
  for (let i = 0; i <= 20; i++) rememberColumns(1, tableOf(`T${i}`), CHOICES)
  expect(rememberedColumns(1, tableOf('T0'))).toBeUndefined()
  expect(rememberedColumns(1, tableOf('T20'))).toBeDefined()
  localStorage.setItem('aliquot-import-columns-1', '{"no":1}')
  expect(rememberedColumns(1, tableOf('T20'))).toBeUndefined()
})
