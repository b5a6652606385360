import { expect, test } from 'vitest'
import {
  emptyRequired,
  groupFields,
  moveField,
  readExtraFields,
  redefineField,
  renameGroup,
  withGroup,
} from './extra-fields.ts'

const METADATA = {
  kept: { by: 'another program' },
  elabftw: { display_main_text: true, extra_fields_groups: [{ id: 1, name: 'Sample' }] },
  extra_fields: {
    Batch: { type: 'text', value: 'B-17', position: 2, group_id: 1, required: true },
    Mass: { type: 'number', value: '12.5', position: 1, group_id: 1 },
    Note: { type: 'text', value: '', required: true },
    Lost: { type: 'text', value: 'x', group_id: 9 },
  },
}

function shape(metadata: unknown) {
  return groupFields(metadata).map(({ group, fields }) => [group?.name, fields.map(({ name }) => name)])
}

test('fields stand in their groups and in their order; those of an unknown group are in none', () => {
  expect(shape(METADATA)).toEqual([
    [undefined, ['Note', 'Lost']],
    ['Sample', ['Mass', 'Batch']],
  ])
})

test('a field moves within its group, and stays at its end', () => {
  expect(shape(moveField(METADATA, 'Mass', 1))).toEqual([
    [undefined, ['Note', 'Lost']],
    ['Sample', ['Batch', 'Mass']],
  ])
  expect(shape(moveField(METADATA, 'Mass', -1))).toEqual(shape(METADATA))
  expect(shape(moveField(METADATA, 'Lost', -1))[0]).toEqual([undefined, ['Lost', 'Note']])
})

test('a field is renamed and becomes something else where it stands; what is not a field stays', () => {
  const after = redefineField(METADATA, 'Mass', 'Weight', { ...METADATA.extra_fields.Mass, unit: 'mg' })
  expect(shape(after)[1]).toEqual(['Sample', ['Weight', 'Batch']])
  expect(readExtraFields(after).find(({ name }) => name === 'Weight')).toMatchObject({ value: '12.5', unit: 'mg' })
  expect(after.kept).toEqual(METADATA.kept)
})

test('a group is made once, and renamed', () => {
  const made = withGroup(METADATA, 'Storage')
  expect(made.group).toBe(2)
  expect(withGroup(made.metadata, 'Storage')).toEqual(made)
  expect(renameGroup(made.metadata, 2, 'Freezer').elabftw).toEqual({
    display_main_text: true,
    extra_fields_groups: [
      { id: 1, name: 'Sample' },
      { id: 2, name: 'Freezer' },
    ],
  })
  expect(withGroup(undefined, 'First').group).toBe(1)
})

test('a required field is asked for as long as it is empty', () => {
  expect(emptyRequired(METADATA).map(({ name }) => name)).toEqual(['Note'])
})
