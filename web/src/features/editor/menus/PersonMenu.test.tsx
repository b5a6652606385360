import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { press, shownText, showPage } from '../../../../test/page.tsx'
import { givenService } from '../../../../test/service.ts'
import { queryClient } from '../../../api/query-client.ts'
import { entryKeys } from '../../entry-data/entry-keys.ts'
import { currentSession } from '../../session/session.queries.ts'
import { setTitles } from '../extensions/entry-links.extension.ts'
import { openText, pressKey, typeText } from '../testing/open-text.ts'
import { TriggerMenu } from './TriggerMenu.tsx'

const NOWHERE = { left: 0, right: 0, top: 0, bottom: 0 }
const ADA = { userid: 3, fullname: 'Ada Lovelace', can_read: 1 }
const BOB = { userid: 7, fullname: 'Bob Ross', can_read: 0 }

const SESSION = { userid: 1, fullname: 'Grace Hopper', team: 1, teams: [{ id: 1 }], can_write: 1 }

async function openMenu(html = '<p></p>', { id = 1, owner = SESSION.userid } = {}) {
  givenService({ 'GET /session': SESSION, [`GET /experiments/${id}/mentionable`]: [ADA, BOB] as object })
  await queryClient.fetchQuery(currentSession())
  const entry = { id, type: 'experiments', team: 1, userid: owner, canwrite: null, canwrite_base: 10 }
  queryClient.setQueryData(entryKeys.entry(id), { data: entry as unknown as Entity, etag: '"1"' })
  const page = document.createElement('div')
  page.id = 'page'
  document.body.append(page)
  const opened = openText(html)
  opened.editor.view.coordsAtPos = () => NOWHERE
  showPage(
    <>
      <p>ready</p>
      <TriggerMenu editor={opened.editor} entryType="experiments" entryId={id} pickImage={() => {}} />
    </>,
  )
  await expect.poll(shownText).toContain('ready')
  return opened
}

const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

test('@ offers people, and Enter inserts a mention that goes as a whole', async () => {
  const { editor, stored } = await openMenu()
  typeText(editor, 'ask @ad')
  await expect.poll(options).toEqual(['Ada Lovelace', 'Bob RossCannot read this entry – share'])
  press(editor.view.dom, 'Enter')
  expect(stored()).toBe('<p>ask <a href="/people/3">@Ada Lovelace</a></p>')
  typeText(editor, ', please')
  expect(stored()).toBe('<p>ask <a href="/people/3">@Ada Lovelace</a>, please</p>')
  editor.commands.setTextSelection(editor.state.selection.from - ', please'.length)
  pressKey(editor, 'Backspace')
  expect(stored()).toBe('<p>ask , please</p>')
})

test('somebody who cannot read the entry is mentioned only after a second choice', async () => {
  const { editor, stored } = await openMenu()
  typeText(editor, '@b')
  await expect.poll(options).toHaveLength(2)
  press(editor.view.dom, 'ArrowDown')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.textContent).toContain('Bob')
  press(editor.view.dom, 'Enter')
  await expect
    .poll(options)
    .toEqual(['Share with Bob Ross for reading, and mention', 'Mention onlyBob Ross is not notified'])
  expect(stored()).toBe('<p>@b</p>')
  press(editor.view.dom, 'ArrowDown')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.textContent).toContain('Mention only')
  press(editor.view.dom, 'Enter')
  expect(stored()).toBe('<p><a href="/people/7">@Bob Ross</a></p>')
})

test('who may not share the entry can only mention', async () => {
  const { editor } = await openMenu('<p></p>', { id: 2, owner: 9 })
  typeText(editor, '@b')
  await expect.poll(options).toHaveLength(2)
  press(editor.view.dom, 'ArrowDown')
  await expect.poll(() => document.querySelector('[aria-selected=true]')?.textContent).toContain('Bob')
  press(editor.view.dom, 'Enter')
  await expect.poll(options).toEqual(['Mention onlyBob Ross is not notified'])
})

test('Escape leaves the letters, and an e-mail address or a temperature opens nothing', async () => {
  const { editor, stored } = await openMenu()
  typeText(editor, '@ad')
  await expect.poll(options).toHaveLength(2)
  press(editor.view.dom, 'Escape')
  await expect.poll(options).toEqual([])
  typeText(editor, ' kept at 25 @ 4 and ada@lab')
  expect(options()).toEqual([])
  expect(stored()).toBe('<p>@ad kept at 25 @ 4 and ada@lab</p>')
})

test('a mention shows the present name and keeps the stored words; other links to people stay links', async () => {
  const html = '<p><a href="/people/3">@Ada King</a> and <a href="/people/3">her</a></p>'
  const { editor, stored } = await openMenu(html)
  setTitles(editor.view, new Map([['people/3', '@Ada Lovelace']]))
  const [mention, link] = editor.view.dom.querySelectorAll<HTMLElement>('a')
  expect([mention?.textContent, link?.textContent]).toEqual(['@Ada Lovelace', 'her'])
  expect(stored()).toBe(html)
})
