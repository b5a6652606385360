import type { EntityListRow } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { findField, press, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { type Command, useCommands } from '../../ui/keys/commands.ts'
import { catchEarlyKeys } from '../../ui/keys/early-keys.ts'
import { Palette } from './Palette.tsx'

const ADA: Partial<Session> = { userid: 1, fullname: 'Ada Love', team: 1, timezone: 'UTC' }

function row(id: number, title: string, of: Partial<EntityListRow> = {}): Partial<EntityListRow> {
  return { id, title, userid: 1, fullname: 'Ada Love', date: '2026-03-02', ...of }
}

function command(label: string, of: Partial<Command> = {}): Command {
  return { id: label, label, group: 'Actions', run: vi.fn(), ...of }
}

interface Given {
  commands?: Command[]
  views?: object[]
  answers?: Record<string, object>
}

/** The open palette, over a service that finds these entries. */
async function openPalette({ commands = [], views = [], answers = {} }: Given = {}) {
  const service = givenService({
    'GET /session': ADA,
    'GET /views': views,
    'GET /experiments': [],
    'GET /items': [],
    'GET /experiments_templates': [],
    'GET /items_types': [],
    ...answers,
  })
  const close = vi.fn()
  function Page() {
    useCommands(commands)
    return (
      <Suspense>
        <Palette close={close} />
      </Suspense>
    )
  }
  const { address } = showPage(<Page />)
  const field = await findField('Search or run a command')
  return { service, close, field, address }
}

function options(): string[] {
  return [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent ?? '')
}

function chosen(): string | null | undefined {
  return document.querySelector('[aria-selected="true"]')?.textContent
}

test('commands are found by the starts of their words, accents and order aside', async () => {
  const { field } = await openPalette({
    commands: [
      command('Lock the entry'),
      command('Sign out', { words: 'leave' }),
      command('Thème : clair', { group: 'Apparence' }),
    ],
  })
  await expect.poll(options).toEqual(['Lock the entry', 'Sign out', 'Thème : clair'])
  for (const [typed, first] of [
    ['entr lo', 'Lock the entry'],
    ['LEAVE', 'Sign out'],
    ['clair theme', 'Thème : clair'],
    ['appar', 'Thème : clair'],
  ] as const) {
    type(field, typed)
    await expect.poll(() => options()[0]).toBe(first)
  }
  type(field, 'ock')
  await expect.poll(() => options()[0]).toBe('Experiments: search for “ock”')
})

test('arrows choose, all around, and Enter runs what is chosen after the palette has closed', async () => {
  const commands = ['One', 'Two', 'Three'].map((label) => command(label))
  const { field, close } = await openPalette({ commands })
  await expect.poll(chosen).toBe('One')
  press(field, 'ArrowUp')
  await expect.poll(chosen).toBe('Three')
  press(field, 'ArrowDown')
  await expect.poll(chosen).toBe('One')
  press(field, 'ArrowDown')
  await expect.poll(chosen).toBe('Two')
  expect(field.getAttribute('aria-activedescendant')).toBe(document.querySelector('[aria-selected="true"]')?.id)

  press(field, 'Enter')

  expect(close).toHaveBeenCalledTimes(1)
  await expect.poll(() => vi.mocked(commands[1]?.run ?? vi.fn()).mock.calls.length).toBe(1)
  expect(commands[0]?.run).not.toHaveBeenCalled()
})

test('Enter of an input method chooses letters, not a result', async () => {
  const { field, close } = await openPalette({ commands: [command('One')] })
  await expect.poll(chosen).toBe('One')
  press(field, 'Enter', { isComposing: true })
  expect(close).not.toHaveBeenCalled()
})

test('entries stand under their kind, with the day of one’s own and the name of somebody else', async () => {
  const { field, service } = await openPalette()
  service.answers['GET /experiments'] = [
    row(7, 'Gel of March'),
    row(8, 'Gel of Ben', { userid: 2, fullname: 'Ben Hill' }),
  ]
  service.answers['GET /items'] = [row(9, '')]
  type(field, 'gel')
  await expect.poll(() => options().length).toBe(5)
  const [own, others, untitled] = options()
  expect(own).toMatch(/^Gel of March.*2026/)
  expect(others).toBe('Gel of BenBen Hill')
  expect(untitled).toMatch(/^Untitled/)
  const groups = [...document.querySelectorAll('[role="presentation"]')].map(({ textContent }) => textContent)
  expect(groups).toEqual(['Experiments', 'Resources', 'Search lists'])
  expect(document.querySelector('[role="status"]')?.textContent).toBe('3 results')
})

test('an offer to search a list is no result', async () => {
  const { field } = await openPalette()
  type(field, 'unobtainium')
  await expect.poll(() => options().length).toBe(2)
  await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toBe('0 results')
})

test('who types fast and presses Enter gets the entry for the last letter, not the one in sight', async () => {
  const { field, service, close, address } = await openPalette()
  service.answers['GET /experiments'] = [row(7, 'Gel')]
  type(field, 'ge')
  await expect.poll(() => options()[0]).toMatch(/^Gel/)

  const { promise, resolve } = Promise.withResolvers<object>()
  service.answers['GET /experiments'] = () => promise
  type(field, 'gelatine')
  press(field, 'Enter')
  expect(close).not.toHaveBeenCalled()
  resolve([row(12, 'Gelatine')])

  await expect.poll(() => close.mock.calls.length).toBe(1)
  await expect.poll(address).toContain('12')
})

test('a command that fits does not wait for the service', async () => {
  const lock = command('Lock the entry')
  const { field, service, close } = await openPalette({ commands: [lock] })
  service.answers['GET /experiments'] = () => new Promise(() => {})
  type(field, 'lock')
  await expect.poll(() => options()[0]).toBe('Lock the entry')
  press(field, 'Enter')
  expect(close).toHaveBeenCalledTimes(1)
  await expect.poll(() => vi.mocked(lock.run).mock.calls.length).toBe(1)
})

test('a saved view opens its list with its search', async () => {
  const view = { id: 3, name: 'Open gels', entity_type: 'items', search: '{"q":"gel"}' }
  const { field, address } = await openPalette({ views: [view] })
  await expect.poll(options).toEqual(['Open gels'])
  type(field, 'op ge')
  await expect.poll(() => options()[0]).toBe('Open gels')
  press(field, 'Enter')
  await expect.poll(address).toBe('/resources?q=gel')
})

test('what was typed before the palette had come is in it', async () => {
  catchEarlyKeys()
  for (const key of ['g', 'e', 'l']) press(document.body, key)
  const { field } = await openPalette()
  await expect.poll(() => field.value).toBe('gel')
  await expect.poll(shownText).toContain('search for “gel”')
})

test('the entries changed last come first, and each group stands once', async () => {
  const commands = [command('One'), command('Two', { group: 'Go to' }), command('Three')]
  const recent = [row(7, 'Gel of March', { modified_at: '2026-03-02 10:00:00' })]
  const answers = {
    'GET /experiments': recent,
    'GET /items': [row(9, 'Buffer', { modified_at: '2026-03-03 10:00:00' })],
  }
  await openPalette({ commands, answers })
  await expect.poll(() => options().length).toBe(5)
  const first = ['Buffer', 'Gel of March', 'One', 'Three', 'Two']
  expect(options()).toEqual(first.map((label) => expect.stringMatching(`^${label}`)))
  expect(groups()).toEqual(['Recent', 'Actions', 'Go to'])
})

test('what the arrows chose stays chosen when recent entries come above it', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const commands = ['One', 'Two', 'Three'].map((label) => command(label))
  const { field } = await openPalette({ commands, answers: { 'GET /experiments': () => promise } })
  await expect.poll(chosen).toBe('One')
  press(field, 'ArrowDown')
  await expect.poll(chosen).toBe('Two')
  resolve([row(7, 'Gel of March', { modified_at: '2026-03-02 10:00:00' })])
  await expect.poll(() => options().length).toBe(4)
  expect(chosen()).toBe('Two')
  press(field, 'Enter')
  await expect.poll(() => vi.mocked(commands[1]?.run ?? vi.fn()).mock.calls.length).toBe(1)
})

test('what could be created stands below what is there, unless it is asked for', async () => {
  const create = command('New experiment', { isCreate: true })
  const { field, service } = await openPalette({ commands: [create, command('Go to experiments', { group: 'Go to' })] })
  service.answers['GET /experiments'] = [row(7, 'Experiment 12'), row(8, 'New buffer')]
  type(field, 'exp')
  await expect.poll(() => options().length).toBe(6)
  expect(groups()).toEqual(['Go to', 'Experiments', 'Actions', 'Search lists'])
  type(field, 'new')
  await expect.poll(() => options()[0]).toBe('New experiment')
})

function groups(): (string | null)[] {
  return [...document.querySelectorAll('[role="presentation"]')].map(({ textContent }) => textContent)
}

test('actions of an entry stand in their order, whatever part of the page they come from', async () => {
  const group = 'This experiment'
  await openPalette({
    commands: [
      command('Upload files', { group }),
      command('History', { group, rank: 11 }),
      command('Lock', { group, rank: 6 }),
      command('Share', { group, rank: 1 }),
      command('Sign out'),
    ],
  })
  await expect.poll(options).toEqual(['Share', 'Lock', 'History', 'Upload files', 'Sign out'])
})

test('a command with three dots is chosen from in the palette, by letters and Enter; Escape goes back', async () => {
  const run = vi.fn()
  const labels = ['Running', 'Success', 'Fail'].map((label) => ({
    id: label,
    label,
    isSet: label === 'Fail',
    run: () => run(label),
  }))
  const setStatus = command('Set status…', { choices: async () => labels })
  const { field, close } = await openPalette({ commands: [command('Share', { rank: 1 }), setStatus] })
  type(field, 'status')
  await expect.poll(chosen).toBe('Set status…')
  press(field, 'Enter')
  await expect.poll(options).toEqual(['Running', 'Success', 'Fail'])
  expect(close).not.toHaveBeenCalled()
  expect(field.getAttribute('aria-label')).toBe('Set status…')
  // People who speak to the page say the words that they see.
  expect(document.querySelector('button[aria-label^="Set status…"]')).not.toBeNull()
  expect(document.querySelector('[aria-label="current"]')?.closest('[role=option]')?.textContent).toBe('Fail')

  press(field, 'Escape')
  await expect.poll(() => options().length).toBe(2)
  expect(chosen()).toBe('Set status…')
  press(field, 'Enter')
  await expect.poll(options).toEqual(['Running', 'Success', 'Fail'])
  type(field, 'suc')
  await expect.poll(options).toEqual(['Success'])
  press(field, 'Enter')
  await expect.poll(() => run.mock.calls).toEqual([['Success']])
  expect(close).toHaveBeenCalledTimes(1)
  expect(setStatus.run).not.toHaveBeenCalled()
})

test('an address can only mean its entry, and is else searched for as it is', async () => {
  const lab12 = command('https 12 command')
  const { field, service, close, address } = await openPalette({ commands: [lab12] })
  service.answers['GET /entries_of_code'] = [{ type: 'items', id: 9, title: 'Tube', state: 1 }]
  type(field, 'https://lab.example.org/e/9')
  await expect
    .poll(options)
    .toEqual([
      'Tube#9',
      'Experiments: search for “https://lab.example.org/e/9”',
      'Resources: search for “https://lab.example.org/e/9”',
    ])
  press(field, 'Enter')
  await expect.poll(address).toBe('/resources/9')
  expect(close).toHaveBeenCalledTimes(1)
})

test('a number may be a word, so its entry stands after what fits the word', async () => {
  const { field, service } = await openPalette({ commands: [command('Switch to Lab 12')] })
  service.answers['GET /entries_of_code'] = [{ type: 'items', id: 12, title: 'Tube', state: 1 }]
  type(field, '12')
  await expect.poll(() => options().slice(0, 2)).toEqual(['Switch to Lab 12', 'Tube#12'])
})
