import { expect, test } from 'vitest'
import { startText, type TextEffect, type TextEvent, type TextState, textsIn } from '../../sync/text-state.ts'
import { mergeTexts } from './merge.ts'
import { stepText } from './text-sync.ts'

const START = { texts: { title: 'Run', body: '<p>start</p>' }, etag: '"1-x"' }

/** The state after these events, one per second, and the effects of the last one. */
function after(...events: TextEvent[]): { state: TextState; effects: TextEffect[] } {
  let result = { state: startText('html', START), effects: [] as TextEffect[] }
  for (const [index, event] of events.entries()) {
    result = stepText(result.state, event, { now: index * 1000, newKey: () => `key-${index}`, merge: mergeTexts })
  }
  return result
}

const typed: TextEvent = { do: 'body', body: '<p>start, mine</p>' }
const kinds = (effects: TextEffect[]) => effects.map((effect) => effect.do)

test('a step leaves the state before it as it was', () => {
  const before = Object.freeze(startText('html', START))
  const { state } = stepText(before, typed, { now: 0, newKey: () => 'key', merge: mergeTexts })
  expect(textsIn(before).body).toBe('<p>start</p>')
  expect(textsIn(state).body).toBe('<p>start, mine</p>')
})

test('what is let go after a refusal gives way to the newest version that the page has seen', () => {
  const here = { texts: { title: 'Run', body: '<p>as Ada has it</p>' }, etag: '"3-x"' }
  const left = { ...START.texts, body: '<p>start, mine</p>' }
  const unsaved = {
    ...{ kind: 'html' as const, etag: START.etag, base: START.texts, known: START.texts, current: left },
    ...{ sending: left, save: { key: 'key', at: 0 }, at: 0 },
  }
  let state = startText('html', here)
  for (const event of [
    { do: 'restore', unsaved: [unsaved] },
    { do: 'saveDue' },
    { do: 'answer', answer: { kind: 'refused', message: 'Not yours', status: 403 } },
    { do: 'giveUp' },
  ] satisfies TextEvent[]) {
    state = stepText(state, event, { now: 0, newKey: () => 'key', merge: mergeTexts }).state
  }
  expect(textsIn(state)).toEqual(here.texts)
  expect(state.etag).toBe(here.etag)
})

test('a key is kept at once and saved after a moment', () => {
  const { effects } = after(typed)
  expect(effects).toEqual([{ do: 'changed' }, { do: 'keepAfter', wait: 0 }, { do: 'saveAfter', wait: 350 }])
})

test('a save is kept with its name before it is sent', () => {
  const { effects } = after(typed, { do: 'saveDue' })
  expect(kinds(effects)).toEqual(['cancelSave', 'cancelKeeping', 'keep', 'send'])
  expect(effects).toContainEqual({
    do: 'keep',
    unsaved: expect.objectContaining({ save: { key: 'key-1', at: 1000 }, sending: textsIn(after(typed).state) }),
  })
  expect(effects).toContainEqual({
    do: 'send',
    change: { body: '<p>start, mine</p>' },
    etag: '"1-x"',
    key: 'key-1',
  })
})

test('what has no answer is sent again under the same name', () => {
  const { effects } = after(
    typed,
    { do: 'saveDue' },
    { do: 'answer', answer: { kind: 'unreachable' } },
    { do: 'body', body: '<p>start, mine, and more</p>' },
    { do: 'saveDue' },
  )
  expect(effects).toContainEqual({ do: 'send', change: { body: '<p>start, mine</p>' }, etag: '"1-x"', key: 'key-1' })
})

test('what is in, and was changed by others since, is what theirs and mine grew from', () => {
  const { state, effects } = after(
    typed,
    { do: 'saveDue' },
    { do: 'answer', answer: { kind: 'unreachable' } },
    { do: 'saveDue' },
    {
      do: 'answer',
      answer: { kind: 'saved', savedVersion: 2, texts: { title: 'Run', body: '<p>start</p>' }, etag: '"3-y"' },
    },
  )
  expect(textsIn(state).body).toBe('<p>start</p>')
  expect(state.etag).toBe('"3-y"')
  expect(kinds(effects)).toEqual(['saved', 'replace', 'clear', 'changed', 'changed'])
})

test('a save that is let go while it is on its way is taken back when it arrives', () => {
  const { state, effects } = after(
    typed,
    { do: 'saveDue' },
    { do: 'giveUp' },
    {
      do: 'answer',
      answer: { kind: 'saved', savedVersion: 2, texts: { title: 'Run', body: '<p>start, mine</p>' }, etag: '"2-y"' },
    },
  )
  expect(textsIn(state).body).toBe('<p>start</p>')
  expect(kinds(effects)).toEqual(['saved', 'keep', 'saveAfter'])
})
