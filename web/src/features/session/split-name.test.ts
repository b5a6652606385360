import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

test.each([
  ['Ada Moreau', 'Ada', 'Moreau'],
  ['  Ada   Moreau ', 'Ada', 'Moreau'],
  ['Anna Maria Berg', 'Anna Maria', 'Berg'],
  ['Anna van der Berg', 'Anna', 'van der Berg'],
  ['Miguel de la Cruz', 'Miguel', 'de la Cruz'],
  ['Van Nguyen', 'Van', 'Nguyen'],
  ['Sukarno', 'Sukarno', ''],
  ['', '', ''],
])('%j is split into first and last name', (name, firstname, lastname) => {
  expect(splitName(name)).toEqual({ firstname, lastname })
})
