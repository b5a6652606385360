import { Suspense, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listRow, SESSION } from '../../../../test/list-rows.ts'
import { findButton, press, shownText, showPage } from '../../../../test/page.tsx'
import { givenService, ours, versioned } from '../../../../test/service.ts'
import { useBulk } from '../bulk/use-bulk.ts'
import { changeSearch, type ListSearch } from '../list-search.ts'
import { ListType } from '../list-type.ts'
import { Calendar } from './Calendar.tsx'

function Shown({ start }: { start: ListSearch }) {
  const bulk = useBulk()
  const [search, setSearch] = useState(start)
  return (
    <ListType value="experiments">
      <Calendar
        shown={search}
        search={search}
        change={(part) => setSearch((before) => changeSearch(before, part))}
        perform={(action, rows) => void bulk.perform(action, rows)}
      />
    </ListType>
  )
}

/** A calendar of entries that the service keeps, and finds by their date. */
function givenCalendar(entries: Record<string, unknown>[], start: ListSearch = { day: '2026-11-17' }) {
  const kept = new Map(entries.map((fields, index) => [index + 1, listRow(index + 1, fields)]))
  const sent: unknown[] = []
  const asked: string[] = []
  const service = givenService({
    'GET /session': SESSION,
    'GET /teams/current': { force_exp_tpl: 0 },
    'GET /experiments': (request) => {
      const { searchParams } = new URL(request.url)
      const date = searchParams.get('date') ?? ''
      asked.push(date)
      const [from = '', to = ''] = date.split('..')
      const found = [...kept.values()].filter((row) => row.date >= from && row.date <= to)
      const answer = ours(found.slice(0, Number(searchParams.get('limit'))))
      answer.headers.set('x-total-count', String(found.length))
      return answer
    },
    'POST /experiments': async (request) => {
      sent.push(await request.json())
      return ours({}, 500)
    },
  })
  for (const [id, entry] of kept) {
    service.answers[`GET /experiments/${id}`] = () => versioned(entry, sent.length)
    service.answers[`PATCH /experiments/${id}`] = async (request) => {
      const body = (await request.json()) as object
      sent.push(body)
      Object.assign(entry, body)
      return versioned(entry, sent.length)
    }
  }
  showPage(
    <Suspense>
      <Shown start={start} />
    </Suspense>,
  )
  return { sent, asked }
}

function dayOf(title: string): string | undefined {
  const links = [...document.querySelectorAll('[role="gridcell"] a')]
  return links.find((one) => one.textContent === title)?.closest('[role="gridcell"]')?.id
}

test('an entry of somebody else says whose it is', async () => {
  givenCalendar(
    [
      { title: 'PCR', date: '2026-11-17' },
      { title: 'Gel', date: '2026-11-17', userid: 2, fullname: 'Kenji Tanaka' },
    ],
    { day: '2026-11-17', span: 'week' },
  )
  const links = () =>
    Array.from(document.querySelectorAll('[role="gridcell"] a span'), ({ textContent }) => textContent)
  await expect.poll(links).toEqual(['PCR', 'Gel', 'Kenji Tanaka'])
})

test('entries stand on their days, and the rest of a full day is counted', async () => {
  const many = Array.from({ length: 5 }, (_, index) => ({ title: `Run ${index}`, date: '2026-11-09' }))
  const { asked } = givenCalendar([{ title: 'PCR', date: '2026-11-17' }, ...many])
  await expect.poll(() => dayOf('PCR')).toBe('day-2026-11-17')
  expect(shownText()).toContain('+3 more')
  expect(asked).toHaveLength(1)
  ;(await findButton('+3 more')).click()
  await expect.poll(shownText).toContain('Run 4')
})

test('a click on a day creates an entry on that date', async () => {
  const { sent } = givenCalendar([])
  ;(await findButton('New entry on Nov 5, 2026')).click()
  await expect.poll(() => sent).toEqual([{ date: '2026-11-05' }])
})

test('an entry is moved by the keyboard, and comes back by undo', async () => {
  const { sent } = givenCalendar([{ title: 'PCR', date: '2026-11-17' }])
  await expect.poll(() => dayOf('PCR')).toBe('day-2026-11-17')
  const link = document.querySelector('[role="gridcell"] a') as HTMLElement
  press(link, 'ArrowDown', { shiftKey: true })
  await expect.poll(() => dayOf('PCR')).toBe('day-2026-11-24')
  ;(await findButton('UndoZ')).click()
  await expect.poll(() => sent).toEqual([{ date: '2026-11-24' }, { date: '2026-11-17' }])
  await expect.poll(() => dayOf('PCR')).toBe('day-2026-11-17')
})

test('a locked entry stays on its day and says why', async () => {
  const { sent } = givenCalendar([{ title: 'PCR', date: '2026-11-17', locked: 1 }])
  await expect.poll(() => dayOf('PCR')).toBe('day-2026-11-17')
  press(document.querySelector('[role="gridcell"] a') as HTMLElement, 'ArrowRight', { shiftKey: true })
  await expect.poll(shownText).toContain('Locked. Unlock it to move it.')
  expect(sent).toEqual([])
})

test('arrows and page keys go through the days, and a date filter limits them', async () => {
  const { asked } = givenCalendar([], { day: '2026-11-30', date: '2026-11-10..2026-12-05' })
  await expect.poll(() => document.getElementById('day-2026-11-30')?.tabIndex).toBe(0)
  await expect.poll(() => asked).toEqual(['2026-11-10..2026-12-05'])
  press(document.getElementById('day-2026-11-30') as HTMLElement, 'ArrowRight')
  await expect.poll(() => document.activeElement?.id).toBe('day-2026-12-01')
  press(document.activeElement as Element, 'PageUp')
  await expect.poll(() => document.activeElement?.id).toBe('day-2026-11-01')
})

test('a crowded month asks each day for its first entries', async () => {
  const many = Array.from({ length: 301 }, (_, index) => ({ title: `Run ${index}`, date: '2026-11-09' }))
  const { asked } = givenCalendar(many)
  await expect.poll(shownText).toContain('+299 more')
  expect(asked).toContain('2026-11-09..2026-11-09')
})

test('a list of days opens at today, and returns there when it is asked for again', async () => {
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.getAttribute('aria-current') ?? '')
  })
  vi.stubGlobal('matchMedia', (query: string) => ({ ...NO_LISTENERS, matches: query === '(width < 48em)' }))
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  givenCalendar([], {})
  await expect.poll(() => scrolled).toEqual(['date'])
  const button = await findButton('Today')
  expect(button.hasAttribute('disabled')).toBe(false)
  button.click()
  await expect.poll(() => scrolled).toEqual(['date', 'date'])
})

const NO_LISTENERS = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }
