import { expect, test } from 'vitest'
import { EventParser } from './event-parser.ts'

const TEXT = ': hello\n\nid: abc\nevent: comment.created\ndata: {"a":1}\n\nid: def\n\nevent: jobs\ndata: {}\n\n'

test('events are the same however the text is cut', () => {
  const whole = new EventParser().push(TEXT)
  expect(whole).toEqual([
    { name: '', data: '', id: undefined },
    { name: 'comment.created', data: '{"a":1}', id: 'abc' },
    { name: '', data: '', id: 'def' },
    { name: 'jobs', data: '{}', id: undefined },
  ])
  for (let cut = 0; cut <= TEXT.length; cut++) {
    const parser = new EventParser()
    expect([...parser.push(TEXT.slice(0, cut)), ...parser.push(TEXT.slice(cut))]).toEqual(whole)
  }
})
