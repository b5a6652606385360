import { expect, test } from 'vitest'
import { ApiError, Unreachable } from '../api/client.ts'
import { problemTexts } from './problem.text.ts'
import { describeProblem } from './problem.ts'

const { en, fr } = problemTexts

test.each([400, 401, 403, 404, 409, 412, 413, 422, 429])('%i has words of its own in each language', (status) => {
  const error = new ApiError(status, { message: 'title: must not be empty' })
  for (const text of [en, fr]) {
    const { message, detail } = describeProblem(error, text)
    expect(message).not.toBe('')
    expect(message).not.toBe(error.message)
    expect(detail).toBe('title: must not be empty')
  }
  expect(describeProblem(error, fr).message).not.toBe(describeProblem(error, en).message)
})

test('a silent service and one that is full are told apart', () => {
  expect(describeProblem(new Unreachable('x'), en)).toEqual({ message: en.unreachable })
  expect(describeProblem(new Unreachable('x', { isReached: true }), fr)).toEqual({ message: fr.busy })
})

test('how long to wait is said where the service says it', () => {
  const { message } = describeProblem(new ApiError(429, {}, 180), en)
  expect(message).toContain('3 minutes')
})

test('what is kept of an error reads like the error', () => {
  expect(describeProblem({ status: 403, message: 'is locked' }, en)).toEqual({
    message: en.byStatus[403],
    detail: 'is locked',
  })
})
