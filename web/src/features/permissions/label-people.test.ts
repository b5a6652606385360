import { expect, test } from 'vitest'
import { hasLetters, labelPeople } from './label-people.ts'

test('people who are called the same are offered apart', () => {
  const people = [
    { userid: 4, fullname: 'Ada Moreau' },
    { userid: 7, fullname: 'Ada Moreau' },
    { userid: 9, fullname: 'Ada Moreau', email: 'ada@example.org' },
  ]
  const labelled = labelPeople(people)
  expect([...labelled.keys()]).toEqual(['Ada Moreau', 'Ada Moreau · 7', 'Ada Moreau · ada@example.org'])
  expect([...labelled.values()]).toEqual(people)
})

test('letters are found in names and e-mails, whatever their accents', () => {
  const grace = { userid: 4, fullname: 'Grace Höpper', email: 'g.h@example.org' }
  expect(['hop', 'HÖ', 'g.h@', ''].map((letters) => hasLetters(grace, letters))).toEqual([true, true, true, true])
  expect(hasLetters(grace, 'hopkins')).toBe(false)
})
