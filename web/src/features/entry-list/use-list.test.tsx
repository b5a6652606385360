import { useState } from 'react'
import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService, ours } from '../../../test/service.ts'
import { ApiError } from '../../api/client.ts'
import type { ListSearch } from './list-search.ts'
import { SearchHint } from './SearchHint.tsx'
import { useListHead } from './use-list.ts'

const REFUSED = { code: 400, message: 'q: expected a closing quote for this one, at character 7', description: '' }

function row(id: number, title: string) {
  return { id, title, tags_decoded: [] }
}

/** What the page says of a list, and buttons for two searches. */
function Head() {
  const [search, setSearch] = useState<ListSearch>({})
  const { first, isWaiting, error, refused } = useListHead('experiments', search)
  return (
    <>
      <button type="button" onClick={() => setSearch({ q: 'title:"heat' })}>
        Unfinished
      </button>
      <button type="button" onClick={() => setSearch({ q: 'title:"heat"' })}>
        Finished
      </button>
      <p>{isWaiting ? 'Searching' : first ? `${first.rows.map(({ title }) => title).join(', ')}.` : 'Nothing'}</p>
      <p>{error && `failed: ${error.message}`}</p>
      <p>{refused && `refused: ${refused.message}`}</p>
    </>
  )
}

test('an unfinished search keeps the last results and says what is missing', async () => {
  const service = givenService({ 'GET /experiments': () => [row(1, 'Heat shock'), row(2, 'Buffer')] })
  showPage(<Head />)
  await expect.poll(shownText).toContain('Heat shock, Buffer.')
  service.answers['GET /experiments'] = () => ours(REFUSED, 400)
  ;(await findButton('Unfinished')).click()
  await expect.poll(shownText).toContain('refused:')
  expect(shownText()).toContain('Heat shock, Buffer.')
  expect(shownText()).not.toContain('failed')
  expect(shownText()).not.toContain('Searching')
  service.answers['GET /experiments'] = () => [row(1, 'Heat shock')]
  ;(await findButton('Finished')).click()
  await expect.poll(shownText).toContain('Heat shock.')
  expect(shownText()).not.toContain('refused')
})

test('a list that cannot be read is not searching', async () => {
  givenService({ 'GET /experiments': () => ours({ ...REFUSED, message: 'no' }, 403) })
  showPage(<Head />)
  await expect.poll(shownText).toContain('failed')
  expect(shownText()).not.toContain('Searching')
})

test.each([
  [{ reason: 'query.no_closing_quote' }, 'Add the closing quote to search.'],
  [{ reason: 'query.no_value_of', params: { name: 'title' } }, 'Type what to look for after title:'],
  [{}, 'Expected a closing quote for this one, at character 7'],
])('the refusal %j is told as what to do, without the name of the parameter', async (told, hint) => {
  showPage(<SearchHint refused={new ApiError(400, { ...REFUSED, ...told })} />)
  await expect.poll(shownText).toBe(hint)
})
