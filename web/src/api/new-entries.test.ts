import { expect, test } from 'vitest'
import { beginningOf, newEntryId, newEntryName, readNewEntryName } from './new-entries.ts'

test('the temporary id of an entry holds the local day and the format', () => {
  const evening = new Date(2026, 10, 17, 23, 59, 58)
  for (const [format, content_type] of [
    ['html', 1],
    ['markdown', 2],
  ] as const) {
    const id = newEntryId(format, 7, evening)
    expect(id).toBeLessThan(0)
    expect(beginningOf(id)).toEqual({ date: '2026-11-17', content_type })
    expect(readNewEntryName(newEntryName(id))).toBe(id)
  }
})

test.each(['new-', 'new-1', 'new-ZZZZZZZZZ', 'new-zzzzzzzzzzzzzzzz', 'new', '12', 'new-zzzzzzzzzzz'])(
  '%j is no temporary address',
  (part) => {
    expect(readNewEntryName(part)).toBeUndefined()
  },
)
