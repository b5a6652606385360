import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../../test/page.tsx'
import { givenService } from '../../../../test/service.ts'
import { AgentsSection } from './AgentsSection.tsx'

const AGENT = {
  id: 4,
  name: 'Balance 2.14',
  host: 'balance-pc',
  version: '0.1.0',
  userid: 1,
  fullname: 'Ada Lovelace',
  team: 1,
  team_name: 'Lab',
  apikey: 7,
  interval: 60,
  waiting: 3,
  errors: 0,
  last_error: '',
  created_at: '2026-03-02 09:15:40',
  last_seen_at: '2026-03-02 09:15:40',
  is_silent: false,
  has_ended: false,
}

const ADMIN = { userid: 1, team: 1, is_admin: 1, timezone: 'UTC' }

test('agents are listed by need: silent ones first, then those with errors', async () => {
  givenService({
    'GET /session': ADMIN,
    'GET /agents': [
      { ...AGENT, id: 1, name: 'Calm' },
      { ...AGENT, id: 2, name: 'Done', has_ended: true, waiting: 0 },
      { ...AGENT, id: 3, name: 'Failing', errors: 2, last_error: 'run.csv: too large (413)' },
      { ...AGENT, id: 4, name: 'Gone', is_silent: true, errors: 1 },
      { ...AGENT, id: 5, name: 'Elsewhere', team: 2 },
    ],
  })
  showPage(<AgentsSection scope="team" />)
  await expect.poll(shownText).toContain('Calm')
  const names = [...document.querySelectorAll('li')].map((row) => row.textContent?.match(/^[A-Z][a-z]+?(?=[A-Z])/)?.[0])
  expect(names).toEqual(['Gone', 'Failing', 'Calm', 'Done'])
  for (const words of ['Silent', 'Needs attention', 'Running', 'Ended', 'balance-pc', '3 files waiting'])
    expect(shownText()).toContain(words)
  expect(shownText()).toContain('2 files could not be added. The last error:run.csv: too large (413)')
})

test('administration shows the agents of all teams with their team', async () => {
  givenService({ 'GET /session': ADMIN, 'GET /agents': [{ ...AGENT, team: 2, team_name: 'Structural biology' }] })
  showPage(<AgentsSection scope="instance" />)
  await expect.poll(shownText).toContain('Team: Structural biology')
})

test('one that is no longer used is removed from the list', async () => {
  const service = givenService({
    'GET /session': ADMIN,
    'GET /agents': [AGENT],
    'DELETE /agents/4': new Response(null, { status: 204, headers: { 'x-request-id': 'a1' } }),
  })
  showPage(<AgentsSection scope="team" />)
  ;(await findButton('More for Balance 2.14')).click()
  await expect.poll(() => document.querySelector<HTMLElement>('[role=menuitem]')).toBeTruthy()
  service.answers['GET /agents'] = []
  document.querySelector<HTMLElement>('[role=menuitem]')?.click()
  await expect.poll(shownText).toContain('No instruments yet')
  expect(service.asked).toContain('DELETE /agents/4')
})

test('without agents the section tells how to set one up', async () => {
  givenService({ 'GET /session': ADMIN, 'GET /agents': [] })
  showPage(<AgentsSection scope="team" />)
  await expect.poll(shownText).toContain('No instruments yet')
  expect(shownText()).toContain('npx aliquot watch --config watch.json')
  expect(shownText()).toContain(`"server": "${location.origin}"`)
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/account/keys')
})
