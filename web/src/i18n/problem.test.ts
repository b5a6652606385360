import { beforeAll, expect, test } from 'vitest'
import { ApiError, Unreachable } from '../api/client.ts'
import { catalogues } from '../languages/index.ts'
import { offerLanguages } from './catalogue.ts'
import { messagesIn } from './messages.tsx'
import { problemMessages } from './problem.messages.ts'
import { describeProblem } from './problem.ts'
import { loadRefusals } from './refusals.ts'

const { english: en } = problemMessages
let fr = en

beforeAll(async () => {
  offerLanguages(catalogues)
  await loadRefusals('fr')
  fr = messagesIn('fr', problemMessages)
})

test.each([400, 401, 403, 404, 409, 412, 413, 422, 429])('%i has words of its own in each language', (status) => {
  const error = new ApiError(status, { message: 'title: must not be empty', reason: 'field.empty', field: 'title' })
  for (const language of ['en', 'fr']) {
    const text = messagesIn(language, problemMessages)
    const { message, detail } = describeProblem(error, text, language)
    expect(message).not.toBe('')
    expect(message).not.toBe(error.message)
    expect(detail).toBe(language === 'fr' ? 'titre : ne doit pas être vide' : 'title: must not be empty')
  }
  expect(describeProblem(error, fr, 'fr').message).not.toBe(describeProblem(error, en, 'en').message)
})

test('a silent service and one that is full are told apart', () => {
  expect(describeProblem(new Unreachable('x'), en, 'en')).toEqual({ message: en.unreachable })
  expect(describeProblem(new Unreachable('x', { isReached: true }), fr, 'fr')).toEqual({ message: fr.busy })
})

test('how long to wait is said where the service says it', () => {
  const { message } = describeProblem(new ApiError(429, {}, 180), en, 'en')
  expect(message).toContain('3 minutes')
})

test('what is kept of an error reads like the error', () => {
  expect(describeProblem({ status: 403, message: 'is locked' }, en, 'en')).toEqual({
    message: en.byStatus[403],
    detail: 'is locked',
  })
})
