import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
import { queryClient } from '../../api/query-client.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { RenderedText } from '../rendered-text/RenderedText.tsx'
import { useSession } from '../session/session.queries.ts'
import { openText, positionOf } from './testing/open-text.ts'
import { insertAddress } from './text/pasted-address.ts'
import { useEntryLinks } from './use-entry-links.ts'

const SESSION = { userid: 1, team: 1, teams: [], fullname: 'Ada Moreau' }
const BLOT = { type: 'experiments', id: 1, title: 'Western blot', experiments_links: [], items_links: [] }

type Opened = ReturnType<typeof openText>

function Watched({ editor, titles }: { editor: Opened['editor']; titles: Map<string, string> }) {
  useSession()
  useEntryLinks(editor, 1, titles)
  // Only after the effect above, which listens to the text.
  const [isListening, setListening] = useState(false)
  useEffect(() => setListening(true), [])
  return isListening && <p>ready</p>
}

async function open(html: string, titles = new Map<string, string>()) {
  const service = givenService({ 'GET /session': SESSION, 'GET /experiments/1': BLOT })
  queryClient.setQueryData(entryKeys.entry(1), { data: BLOT as unknown as Entity, etag: '"1-a"' })
  const text = openText(html)
  showPage(<Watched editor={text.editor} titles={titles} />)
  await expect.poll(shownText).toContain('ready')
  return { ...text, service }
}

const link = (href: string, words: string, title?: string) =>
  `<a href="${href}"${title === undefined ? '' : ` title="${title}"`}>${words}</a>`

test('an entry that comes into the text is linked once, and stays to be sent without a network', async () => {
  const { editor, service } = await open('<p>see </p>')
  const posts = () => service.asked.filter((one) => one.startsWith('POST')).length
  editor.commands.insertContentAt(5, link('/experiments/5', 'Heat shock'))
  await expect.poll(posts).toBe(1)
  service.answers['POST /experiments/1/experiments_links/5'] = () => ours({}, 201)
  const kept = await import('../links/live-links.ts')
  const [waiting] = kept.liveLinks(BLOT as unknown as Entity, 1).outbox.unsent
  expect(waiting?.target).toEqual({ type: 'experiments', id: 5, title: 'Heat shock' })
  kept.liveLinks(BLOT as unknown as Entity, 1).outbox.retry()
  await expect.poll(posts).toBe(2)
  await expect.poll(() => kept.liveLinks(BLOT as unknown as Entity, 1).outbox.unsent.length).toBe(0)
  // Neither a link that is moved, nor one to this entry, a template or another site.
  editor.commands.insertContentAt(1, link('/experiments/5', 'Heat shock'))
  for (const href of ['/experiments/1', '/templates/7', 'https://example.org/experiments/8'])
    editor.commands.insertContentAt(1, link(href, 'x'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(posts()).toBe(2)
})

test('a link shows the title of today, and the stored words at the cursor and where somebody changed them', async () => {
  const html = `<p>${link('/experiments/5', 'Heat shock', 'Heat shock')} and ${link('/experiments/5', 'this', 'Heat shock')} end</p>`
  const { editor, stored } = await open(html, new Map([['experiments/5', 'Heat shock, run 3']]))
  const shown = () => [...editor.view.dom.querySelectorAll('[data-title]')].map((one) => one.getAttribute('data-title'))
  editor.commands.setTextSelection(positionOf(editor, 'end'))
  await expect.poll(shown).toEqual(['Heat shock, run 3'])
  expect(stored()).toBe(html)
  editor.commands.setTextSelection(positionOf(editor, 'shock'))
  expect(shown()).toEqual([])
  editor.commands.insertContent('x')
  editor.commands.setTextSelection(positionOf(editor, 'end'))
  expect(shown()).toEqual([])
})

test('a read-only text shows the title of today, or the stored words if it may not be known', async () => {
  const html = `<p>${link('/experiments/5', 'Old', 'Old')}, ${link('/resources/6', 'Freezer', 'Freezer')}, ${link('/experiments/5', 'mine', 'Old')}</p>`
  showPage(<RenderedText html={html} titles={new Map([['experiments/5', 'New']])} />)
  await expect.poll(shownText).toContain('New, Freezer, mine')
})

test('the pasted address of an entry becomes its title, and stays an address if that is unknown', async () => {
  const { editor, stored, service } = await open('<p></p>')
  service.answers['GET /experiments/5'] = { type: 'experiments', id: 5, title: 'Heat shock' }
  insertAddress(editor, { type: 'experiments', id: 5 }, 'http://localhost:3000/experiments/5')
  await expect.poll(stored).toBe(`<p>${link('/experiments/5', 'Heat shock', 'Heat shock')}</p>`)
  insertAddress(editor, { type: 'items', id: 6 }, 'http://localhost:3000/resources/6')
  await expect.poll(() => service.asked).toContain('GET /items/6')
  expect(stored()).toContain(link('/resources/6', 'http://localhost:3000/resources/6'))
})
