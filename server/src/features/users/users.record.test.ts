import { expect, test } from 'vitest'
import { initialsOf } from './users.record.ts'

test.each([
  ['Ada', 'Lovelace', 'AL'],
  ['Marie', 'von Oppenheim', 'MO'],
  ['Aurélie', 'de la Fontaine-Desrosiers', 'AF'],
  ['bell', 'hooks', 'BH'],
  ['Åsa', '', 'Å'],
  ['明', '李', '明李'],
])('the initials of %s %s are %s', (firstname, lastname, initials) => {
  expect(initialsOf({ firstname, lastname })).toBe(initials)
})
