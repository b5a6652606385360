import type { Session } from '@aliquot/contract/session'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { givenService, ours, versioned } from '../../../test/service.ts'
import { noteSession } from '../../api/known-session.ts'
import {
  mayEntriesWait,
  newEntryId,
  noteEntriesWait,
  notePageEnding,
  onEntryCreated,
  realId,
} from '../../api/new-entries.ts'
import { putLastWords } from '../../sync/last-words.ts'
import { newEntity } from '../entry-data/new-entity.ts'
import { catchEarlyTitle, takeEarlyTitle } from '../new-entry/early-title.ts'
import { resumeNewEntries } from './resume-new-entries.ts'

const CHEMISTRY = 1
const PHYSICS = 2
const TEAMS = [
  { id: CHEMISTRY, name: 'Chemistry' },
  { id: PHYSICS, name: 'Physics' },
]
const ADA = { userid: 1, fullname: 'Ada Moreau', team: CHEMISTRY, teams: TEAMS } as unknown as Session

beforeEach(() => {
  localStorage.clear()
  // The emulated page has no database.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  noteSession(ADA)
})

/** The text of a page that was closed. */
function leaveText(entryId: number, title: string, userid = ADA.userid): void {
  const base = { title: 'Untitled', body: '' }
  const current = { title, body: '' }
  const key = `${entryId}/closed`
  putLastWords({
    kind: 'html',
    etag: '"0-"',
    base,
    known: base,
    current,
    sending: undefined,
    at: 1,
    key,
    entryId,
    userid,
    type: 'experiments',
  })
  noteEntriesWait(true)
}

function givenCreated(id: number) {
  const record = { ...newEntity({ type: 'experiments', id: newEntryId('html', CHEMISTRY) }), id, title: 'Untitled' }
  const saved: unknown[] = []
  const created = ours({}, 201)
  created.headers.set('location', `/api/v2/experiments/${id}`)
  const service = givenService({
    'POST /experiments': () => created.clone(),
    [`GET /experiments/${id}`]: () => versioned(record, 1),
    [`PATCH /experiments/${id}`]: async (request) => {
      const change = (await request.json()) as object
      saved.push(change)
      return versioned({ ...record, ...change }, 2)
    },
  })
  return { saved, service }
}

test('a page that was closed between the creation and its text leaves no Untitled entry', async () => {
  const { saved, service } = givenCreated(8)
  const id = newEntryId('html', CHEMISTRY)
  localStorage.setItem('aliquot-created', JSON.stringify([[id, 8]]))
  dispatchEvent(new StorageEvent('storage', { key: 'aliquot-created' }))
  leaveText(8, 'Yield of batch 17')
  await resumeNewEntries()
  await expect.poll(() => saved).toMatchObject([{ title: 'Yield of batch 17' }])
  expect(service.asked).not.toContain('POST /experiments')
})

/** A database that cannot be opened, which shows only after a while once it was tried this many times. */
function givenSlowDevice(quickTries: number): void {
  class Request extends EventTarget {
    error = new Error('no database')
  }
  let tries = 0
  const open = () => {
    const request = new Request()
    setTimeout(() => request.dispatchEvent(new Event('error')), tries++ < quickTries ? 0 : 1_300)
    return request
  }
  vi.stubGlobal('IDBRequest', Request)
  vi.stubGlobal('indexedDB', { open })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('a device that reads slowly sends it, too', async () => {
  const { saved } = givenCreated(14)
  leaveText(newEntryId('html', CHEMISTRY), 'Read slowly')
  // So many reads find the entry, and the next ones its text.
  givenSlowDevice(4)
  await resumeNewEntries()
  await expect.poll(() => saved, { timeout: 8_000 }).toMatchObject([{ title: 'Read slowly' }])
})

test('an entry begun in another team waits for that team', async () => {
  const { saved, service } = givenCreated(9)
  leaveText(newEntryId('html', CHEMISTRY), 'Begun in chemistry')
  noteSession({ ...ADA, team: PHYSICS })
  await resumeNewEntries()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(service.asked).toEqual([])
  expect(saved).toEqual([])
})

test('an entry of a team that the person has left goes to the present one', async () => {
  const { saved } = givenCreated(10)
  leaveText(newEntryId('html', CHEMISTRY), 'Begun in chemistry')
  noteSession({ ...ADA, team: PHYSICS, teams: TEAMS.slice(1) } as Session)
  await resumeNewEntries()
  await expect.poll(() => saved).toMatchObject([{ title: 'Begun in chemistry' }])
})

test('what somebody else began in this browser is not sent, and still waits for them', async () => {
  const { service } = givenCreated(11)
  leaveText(newEntryId('html', CHEMISTRY), 'Of Grace', 2)
  await resumeNewEntries()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(service.asked).toEqual([])
  expect(mayEntriesWait()).toBe(true)
})

test('a page hears of an entry that another tab has created', () => {
  const id = newEntryId('html', CHEMISTRY)
  expect(realId(id)).toBeUndefined()
  const heard: number[][] = []
  onEntryCreated((...ids) => heard.push(ids))
  localStorage.setItem('aliquot-created', JSON.stringify([[id, 12]]))
  dispatchEvent(new StorageEvent('storage', { key: 'aliquot-created' }))
  expect(heard).toEqual([[id, 12]])
  expect(realId(id)).toBe(12)
})

function type(...keys: string[]): void {
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}

test('keys typed before the page of a new entry was there are sent by the next page', async () => {
  const { saved } = givenCreated(13)
  const id = newEntryId('html', CHEMISTRY)
  catchEarlyTitle(() => ({ type: 'experiments', id }))
  type('p', 'H', 'Enter', '<', '7')
  dispatchEvent(new Event('pagehide'))
  expect(mayEntriesWait()).toBe(true)
  takeEarlyTitle()
  notePageEnding(false)
  await resumeNewEntries()
  // The service may also get what other tests left.
  await expect.poll(() => saved).toContainEqual(expect.objectContaining({ title: 'pH', body: '<p>&lt;7</p>' }))
})

test('keys whose page came after all, or that would need a template, are not stored', () => {
  const id = newEntryId('html', CHEMISTRY)
  const keptRows = () => Object.keys(localStorage).filter((name) => name.includes('/early'))
  catchEarlyTitle(() => ({ type: 'experiments', id }))
  type('a')
  dispatchEvent(new Event('pagehide'))
  expect(keptRows()).toHaveLength(1)
  // Back from the cache of the browser.
  dispatchEvent(new Event('pageshow'))
  expect(keptRows()).toEqual([])
  expect(takeEarlyTitle()?.text).toBe('a')
  dispatchEvent(new Event('pagehide'))
  expect(keptRows()).toEqual([])
  catchEarlyTitle(() => undefined)
  type('a')
  dispatchEvent(new Event('pagehide'))
  expect(keptRows()).toEqual([])
  takeEarlyTitle()
})
