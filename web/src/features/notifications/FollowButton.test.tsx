import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { queryClient } from '../../api/query-client.ts'
import { FollowButton } from './FollowButton.tsx'

test('an entry is followed with one click, and no longer with another', async () => {
  queryClient.clear()
  let isFollowing = 0
  givenService({
    'GET /experiments/3/follow': () => ({ is_following: isFollowing, since: null }),
    'POST /experiments/3/follow': () => {
      isFollowing = 1
      return new Response('', { status: 201, headers: { 'x-request-id': 'a1' } })
    },
    'DELETE /experiments/3/follow': () => {
      isFollowing = 0
      return new Response(null, { status: 204, headers: { 'x-request-id': 'a1' } })
    },
  })
  showPage(<FollowButton entry={{ type: 'experiments', id: 3 }} />)
  const button = await findButton('Follow')
  expect(button.getAttribute('aria-pressed')).toBe('false')
  button.click()
  await expect.poll(() => document.querySelector('[aria-pressed]')?.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(shownText).toContain('You follow this entry')
  expect(isFollowing).toBe(1)
  button.click()
  await expect.poll(() => isFollowing).toBe(0)
})
