import { expect, test } from 'vitest'
import { toCsv } from './audit-export.ts'

const EVENT = {
  id: 7,
  at: '2026-03-02 10:15:40',
  userid: null,
  fullname: null,
  via: 'cli',
  address: '',
  subject: 'user',
  subject_id: 3,
  entity_id: null,
  entity_type: null,
  entity_title: null,
  verb: 'created',
  fields: 'email,lastname',
  changes: '{"email": {"after": "a@b.org"}}',
  reason: null,
}

test('every event is a line, quoted where it must be', () => {
  const [head, line, end] = toCsv([EVENT]).split('\r\n')
  expect(head).toBe(
    '\uFEFFid,at,userid,fullname,via,address,subject,subject_id,entity_id,entity_type,entity_title,verb,fields,changes,reason',
  )
  expect(line).toBe(
    '7,2026-03-02 10:15:40,,,cli,,user,3,,,,created,"email,lastname","{""email"": {""after"": ""a@b.org""}}",',
  )
  expect(end).toBe('')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j is text in a spreadsheet, not a formula', (fullname) => {
  expect(toCsv([{ ...EVENT, fullname }])).toContain(`'${fullname}`)
})
