import type { Upload } from '@aliquot/contract/uploads'
import { expect, test } from 'vitest'
import { buttonNow, findButton, shownText, showPage } from '../../../../test/page.tsx'
import { givenService, ours } from '../../../../test/service.ts'
import { TextView } from './TextView.tsx'

const MEGABYTE = 1024 * 1024

let lastId = 0

function givenFile(real_name: string, filesize: number): Upload {
  lastId += 1
  return { id: lastId, type: 'experiments', item_id: 5, real_name, filesize, mime_type: 'text/plain' } as Upload
}

/** A service that has this text, and sends the part that is asked for. */
function givenContent({ id }: Upload, text: string) {
  const bytes = new TextEncoder().encode(text)
  const ranges: string[] = []
  const path = `GET /experiments/5/uploads/${id}`
  const service = givenService({
    [path]: ({ headers }: Request) => {
      const range = headers.get('range') ?? ''
      ranges.push(range)
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
      const part = bytes.slice(Number(from), Number(to) + 1)
      return new Response(part, { status: 206, headers: { 'x-request-id': 'a1' } })
    },
  })
  return { ranges, service, path }
}

const pre = () => document.querySelector('pre')?.textContent

test('a short text is shown as it is, without a request for more', async () => {
  const file = givenFile('notes.txt', 14)
  givenContent(file, '<b>5 µg</b>\n')
  showPage(<TextView file={file} />)
  await expect.poll(pre).toBe('<b>5 µg</b>\n')
  expect(buttonNow('Show more')).toBeNull()
})

test('a long text comes a megabyte at a time, when somebody asks', async () => {
  const text = `${'a'.repeat(MEGABYTE)}the end`
  const file = givenFile('run.log', text.length)
  const { ranges } = givenContent(file, text)
  showPage(<TextView file={file} />)
  const more = await findButton('Show more')
  expect(document.querySelector('[role="status"]')?.textContent).toMatch(/^Showing the first 1(\.0)? MB of /)
  expect(pre()).not.toContain('the end')
  expect(ranges).toEqual([`bytes=0-${MEGABYTE - 1}`])

  more.click()

  await expect.poll(pre).toContain('athe end')
  expect(ranges[1]).toBe(`bytes=${MEGABYTE}-${2 * MEGABYTE - 1}`)
  await expect.poll(() => buttonNow('Show more')).toBeNull()
})

test('an empty file says so, and is not asked for: it has no first byte', async () => {
  const file = givenFile('empty.txt', 0)
  const { service } = givenContent(file, '')
  showPage(<TextView file={file} />)
  await expect.poll(shownText).toContain('This file is empty')
  expect(service.asked).toEqual([])
})

test('a refusal is shown in place of the text, and another try shows the text', async () => {
  const file = givenFile('notes.txt', 4)
  const { service, path } = givenContent(file, 'text')
  const given = service.answers[path]
  service.answers[path] = () => ours({ message: 'the content of this file is damaged' }, 500)
  showPage(<TextView file={file} />)
  const retry = await findButton('Try again')
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('the content of this file is damaged')
  if (given) service.answers[path] = given
  retry.click()
  await expect.poll(pre).toBe('text')
})

test('what is in sight stays when more of it cannot be read', async () => {
  const text = `${'b'.repeat(MEGABYTE)}the end`
  const file = givenFile('run.log', text.length)
  const { service, path } = givenContent(file, text)
  showPage(<TextView file={file} />)
  const more = await findButton('Show more')
  service.answers[path] = () => ours({ message: 'the content of this file is damaged' }, 500)
  more.click()
  await findButton('Try again')
  expect(pre()).toHaveLength(MEGABYTE)
  expect(buttonNow('Show more')).toBeNull()
})

test('code is coloured, and says the same as before', async () => {
  const code = 'def dose(mass):\n    return mass * 0.5  # mg\n'
  const file = givenFile('dose.py', code.length)
  givenContent(file, code)
  showPage(<TextView file={file} />)
  await expect.poll(() => document.querySelectorAll('pre span').length).toBeGreaterThan(2)
  expect(pre()).toBe(code)
})
