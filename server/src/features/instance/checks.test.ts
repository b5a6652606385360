import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { checkRunning } from './checks.ts'

const HOURS_MS = 3_600_000

afterEach(() => vi.restoreAllMocks())

test('a journal without a checkpoint is fine at first, and late after an hour, with a remedy', async () => {
  const { ctx } = await testApp()
  const journal = async () => (await checkRunning(ctx.config, ctx.db)).find(({ name }) => name === 'journal')
  expect(await journal()).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^no checkpoint yet, \d+ events$/),
  })
  const later = Date.now() + 2 * HOURS_MS
  vi.spyOn(Date, 'now').mockReturnValue(later)
  expect(await journal()).toMatchObject({ state: 'warning', message: expect.stringContaining('look at its log') })
})
