import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { listRow, SESSION } from '../../../../test/list-rows.ts'
import { findButton, press, shownText, showPage } from '../../../../test/page.tsx'
import { givenService, ours, versioned } from '../../../../test/service.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { ListType } from '../list-type.ts'
import { Board } from './Board.tsx'
import { cardBeside } from './card-beside.ts'

function Shown() {
  const bulk = useBulk()
  return (
    <ListType value="experiments">
      <Board shown={{}} search={{ view: 'board' }} perform={(action, rows) => void bulk.perform(action, rows)} />
      {bulk.failures && <p>Refused: {bulk.failures.entries.map(({ row }) => row.title).join()}</p>}
    </ListType>
  )
}

/** Another team shares it. */
const SHARED = { id: 6, title: 'Repeated', color: 'aa0000' }
/** It is no longer offered. */
const REMOVED = { id: 7, title: 'Failed', color: 'aa0000' }

function groupsIn(entries: Record<string, unknown>[]) {
  const used = [SHARED, REMOVED].filter(({ id }) => entries.some(({ status }) => status === id))
  return used.map(({ id, ...label }) => ({ ...label, value: String(id), total: 1, total_is_exact: 1 }))
}

/** A board with the columns None, Running and Done, whose entries the service keeps. */
function givenBoard(entries: Record<string, unknown>[]) {
  const kept = new Map(entries.map((fields, index) => [index + 1, listRow(index + 1, fields)]))
  const labels = [
    { id: 4, title: 'Running', color: '00aa00', team: 1 },
    { id: 5, title: 'Done', color: '0000aa', team: 1 },
    { ...SHARED, team: 2 },
  ]
  const sent: unknown[] = []
  const service = givenService({
    'GET /session': SESSION,
    'GET /teams/1/experiments_status': labels,
    'GET /entity_groups/experiments': groupsIn(entries),
    'GET /experiments': (request) => {
      const wanted = new URL(request.url).searchParams.get('status')
      return [...kept.values()].filter(({ status }) => String(status) === wanted)
    },
  })
  for (const [id, entry] of kept) {
    service.answers[`GET /experiments/${id}`] = () => versioned(entry, sent.length)
    service.answers[`PATCH /experiments/${id}`] = async (request) => {
      const body = (await request.json()) as { status: number }
      sent.push(body)
      const label = labels.find((one) => one.id === body.status)
      Object.assign(entry, body, { status_title: label?.title ?? null })
      return versioned(entry, sent.length)
    }
  }
  showPage(
    <Suspense>
      <Shown />
    </Suspense>,
  )
  return { sent, service }
}

function columnOf(title: string): string | undefined {
  const card = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes(title))
  return card?.closest('section')?.getAttribute('aria-label') ?? undefined
}

test('a card is moved by the keyboard, keeps the focus, and comes back by undo', async () => {
  const { sent } = givenBoard([{ title: 'PCR' }, { title: 'Blot', status: 4 }])
  await expect.poll(() => columnOf('PCR')).toBe('No status')
  expect(columnOf('Blot')).toBe('Running')
  const link = () => [...document.querySelectorAll('a')].find((one) => one.textContent === 'PCR') as HTMLElement
  link().focus()
  press(link(), 'ArrowRight', { shiftKey: true })
  await expect.poll(() => columnOf('PCR')).toBe('Running')
  await expect.poll(() => document.activeElement?.textContent).toBe('PCR')
  await expect.poll(() => sent).toEqual([{ status: 4 }])
  ;(await findButton('UndoZ')).click()
  await expect.poll(() => sent).toEqual([{ status: 4 }, { status: null }])
  await expect.poll(() => columnOf('PCR')).toBe('No status')
})

test('a card is moved by its menu', async () => {
  const { sent } = givenBoard([{ title: 'PCR' }])
  ;(await findButton('Move PCR')).click()
  await expect.poll(() => document.querySelector('[aria-label="Move to Done"]')).not.toBeNull()
  document.querySelector<HTMLElement>('[aria-label="Move to Done"]')?.click()
  await expect.poll(() => columnOf('PCR')).toBe('Done')
  await expect.poll(() => sent).toEqual([{ status: 5 }])
  const left = document.querySelector('section[aria-label="No status"]')
  await expect.poll(() => left?.textContent).toContain('No entries. Drag one here.')
})

test('entries with a shared or removed label have a column, and only the shared one takes more', async () => {
  const { sent } = givenBoard([{ title: 'PCR' }, { title: 'Blot', status: 6 }, { title: 'Heat shock', status: 7 }])
  await expect.poll(() => columnOf('Blot')).toBe('Repeated')
  await expect.poll(() => columnOf('Heat shock')).toBe('Failed')
  ;(await findButton('Move PCR')).click()
  await expect.poll(() => document.querySelector('[aria-label="Move to Repeated"]')).not.toBeNull()
  expect(document.querySelector('[aria-label="Move to Failed"]')).toBeNull()
  document.querySelector<HTMLElement>('[aria-label="Move to Repeated"]')?.click()
  await expect.poll(() => sent).toEqual([{ status: 6 }])
})

test.each([
  [{ locked: 1 }, 'Locked. Unlock it to move it.'],
  [{ userid: 2, canwrite_base: 10 }, 'You can view this entry, not edit it.'],
])('an entry with %j cannot be moved, and says why', async (fields, reason) => {
  const { sent } = givenBoard([{ title: 'PCR', ...fields }])
  const move = await findButton('Move PCR')
  move.click()
  await expect.poll(shownText).toContain(reason)
  const item = document.querySelector<HTMLButtonElement>('[aria-label="Move to Done"]')
  expect(item?.disabled).toBe(true)
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'PCR') as HTMLElement
  press(link, 'ArrowRight', { shiftKey: true })
  expect(columnOf('PCR')).toBe('No status')
  expect(sent).toEqual([])
})

test('what the service refuses goes back to its column', async () => {
  const { service } = givenBoard([{ title: 'PCR' }])
  await expect.poll(() => columnOf('PCR')).toBe('No status')
  service.answers['PATCH /experiments/1'] = () => ours({ code: 403, message: 'no', description: '' }, 403)
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'PCR') as HTMLElement
  press(link, 'ArrowRight', { shiftKey: true })
  await expect.poll(shownText).toContain('Refused: PCR')
  await expect.poll(() => columnOf('PCR')).toBe('No status')
})

test('arrows go from card to card and skip empty columns', () => {
  const column = (...ids: number[]) => ({ cards: ids.map((id) => listRow(id) as never) })
  const columns = [column(1, 2, 3), column(), column(4, 5)]
  const beside = (id: number, direction: 'up' | 'down' | 'left' | 'right') => cardBeside(columns, id, direction)?.id
  expect(beside(1, 'down')).toBe(2)
  expect(beside(1, 'up')).toBeUndefined()
  expect(beside(3, 'right')).toBe(5)
  expect(beside(4, 'left')).toBe(1)
  expect(beside(4, 'right')).toBeUndefined()
})
