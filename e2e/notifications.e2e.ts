import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { ADA, type Lab, lab, type Person, visit } from './harness.ts'

const GRACE: Person = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' }

interface Pair extends Lab {
  /** Ada's experiment. */
  id: number
  /** Grace comments on it. */
  comment(words: string): Promise<number>
}

async function pair(): Promise<Pair> {
  const one = await lab()
  const grace = await one.notebook.join(one.cookie, GRACE)
  const id = await one.notebook.experiment(one.cookie, { title: 'Crystals', body: '<p>grown</p>'.repeat(80) })
  const comment = async (words: string) =>
    (await one.notebook.call(grace, 'POST', `/experiments/${id}/comments`, { comment: words })).id
  return { ...one, id, comment }
}

function bell(page: Page) {
  return page.getByRole('button', { name: /^Notifications/ })
}

function panel(page: Page) {
  return page.getByRole('dialog', { name: 'Notifications' })
}

test('followed entries and comments are on the page of notifications, which keys go through', async () => {
  const { page, notebook, cookie, comment } = await pair()
  const grace = await notebook.join(cookie, { ...GRACE, firstname: 'Mary', email: 'mary@example.org' })
  const shared = await notebook.experiment(grace, { title: 'Melting points' })
  await comment('Which buffer?')
  await page.goto(`/experiments/${shared}`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await page.locator('[aria-pressed="true"][aria-label="Follow"]').waitFor()
  await notebook.call(grace, 'PATCH', `/experiments/${shared}`, { title: 'Melting points, again' })
  await page.getByRole('button', { name: 'Notifications 2 unread' }).click()
  await panel(page).getByRole('link', { name: 'All notifications' }).click()
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  await page.getByText('Changes, the last by Mary Hopper, in Melting points, again').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Notifications 1 unread' }).waitFor()
  await page.getByRole('radio', { name: 'Following' }).check({ force: true })
  await page.getByRole('button', { name: /^Unfollow/ }).click()
  await page.getByText('You follow no entries yet').waitFor()
})

test('a comment rings the bell, and a click opens it where it stands', async () => {
  const { page, id, comment } = await pair()
  await page.goto('/experiments')
  await bell(page).click()
  await panel(page).getByText('No notifications').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })

  const first = await comment('Which buffer?')
  await comment('And how warm?')
  await page.reload()
  await page.getByRole('button', { name: 'Notifications 2 unread' }).click()
  await panel(page).getByText('Grace Hopper commented on Crystals').first().waitFor()
  expect(await findBarriers(page)).toEqual([])
  await panel(page)
    .getByRole('link', { name: /Which buffer\?/ })
    .click()
  await page.waitForURL(`**/experiments/${id}#comment-${first}`)
  const told = page.locator(`#comment-${first}`)
  await told.and(page.locator(':focus')).waitFor()
  // The text above it loads later and must not push it away.
  await page.getByRole('textbox', { name: 'Main text' }).getByText('grown').last().waitFor()
  await expect
    .poll(() => told.evaluate((item) => item.getBoundingClientRect().top).then((top) => top > 0 && top < 800))
    .toBe(true)
  await page.getByRole('button', { name: 'Notifications 1 unread' }).waitFor()
})

test('one is marked as read and unread, and all are, with the keyboard alone', async () => {
  const { notebook, cookie, page, comment } = await pair()
  const unread = async () =>
    (await notebook.call<{ is_ack: number }[]>(cookie, 'GET', '/users/me/notifications?is_ack=0')).data.length
  await comment('One')
  await comment('Two')
  await page.goto('/')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  const mark = panel(page).getByRole('button', { name: 'Mark “Crystals” as read' })
  await mark.first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Notifications 1 unread' }).waitFor()
  await expect.poll(unread).toBe(1)
  await panel(page).getByRole('button', { name: 'Mark “Crystals” as unread' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(unread).toBe(2)
  await panel(page).getByRole('button', { name: 'Mark all as read' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await expect.poll(unread).toBe(0)
  await page.keyboard.press('Escape')
  await bell(page).and(page.locator(':focus')).waitFor()
})

test('a comment on the experiment that is open shows when its notification is clicked', async () => {
  const { page, id, comment } = await pair()
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Main text' }).waitFor()
  const said = await comment('Look at this')
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: /Look at this/ })
    .click()
  await page.locator(`#comment-${said}`).and(page.locator(':focus')).waitFor()
})

test('the bell is at hand on a phone, in the dark and in French', async () => {
  const { notebook, comment } = await pair()
  await comment('Which buffer?')
  const page = await visit(notebook, {
    as: ADA,
    theme: 'dark',
    size: { width: 390, height: 800 },
    locale: 'fr-FR',
  })
  await page.goto('/experiments')
  await page.getByRole('button', { name: 'Notifications 1 non lu' }).click()
  await page.getByText('Grace Hopper a commenté Crystals').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('an admin is told of a new person, and a click finds them among the members', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = await notebook.join(cookie, GRACE)
  const { data } = await notebook.call<{ userid: number; team: number }>(grace, 'GET', '/users/me')
  const admin = { action: 'patchuser2team', team: data.team, target: 'is_admin', content: 1 }
  await notebook.call(cookie, 'PATCH', `/users/${data.userid}`, admin)
  await notebook.join(await notebook.signIn(GRACE), { firstname: 'Max', lastname: 'Born', email: 'max@example.org' })
  await page.goto('/experiments')
  await page.getByRole('button', { name: 'Notifications 1 unread' }).click()
  await panel(page)
    .getByRole('link', { name: /New member of .*: Max Born/ })
    .click()
  await page.waitForURL('**/team/members?person=Max*')
  const members = page.getByRole('list', { name: 'Members' })
  await members.getByText('Max Born').waitFor()
  await members.getByText('Grace Hopper').waitFor({ state: 'hidden' })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
})

test('@ offers to share with somebody who cannot read the entry, and then tells them', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = await notebook.join(cookie, GRACE)
  const id = await notebook.experiment(cookie, { title: 'Secret salts', body: '<p>Yield is low.</p>' })
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { canread_base: 10 })
  await page.goto(`/experiments/${id}`)
  const main = page.getByRole('textbox', { name: 'Main text' })
  await main.getByText('Yield is low.').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Please look, @gra')
  await page.getByRole('option', { name: /Grace Hopper.*Cannot read this entry/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Share with Grace Hopper for reading, and mention' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await main.locator('a', { hasText: '@Grace Hopper' }).waitFor()
  await page.getByText('Shared with Grace Hopper').waitFor()
  await page.keyboard.type(', why?')

  const field = page.getByRole('textbox', { name: 'Write a comment' })
  await field.fill('And you, @gra')
  await field.press('End')
  await field.pressSequentially('c')
  await page.getByRole('option', { name: 'Grace Hopper' }).click()
  expect(await field.inputValue()).toBe('And you, @Grace Hopper')
  await field.press('Control+Enter')
  await page.getByRole('region', { name: 'Comments' }).getByRole('link', { name: '@Grace Hopper' }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  const told = async () => {
    type Told = { category: number; body: { excerpt: string } }
    const { data } = await notebook.call<Told[]>(grace, 'GET', '/users/me/notifications')
    return data.map(({ category, body }) => [category, body.excerpt])
  }
  await expect.poll(told).toEqual([
    [110, 'And you, @Grace Hopper'],
    [110, expect.stringMatching(/^Yield is low. Please look, @Grace Hopper/)],
  ])
  const hers = await visit(notebook, { as: GRACE })
  await hers.goto('/')
  await bell(hers).click()
  await panel(hers).getByText('Ada Moreau mentioned you in Secret salts').first().waitFor()
})

test('a mention shows the present name of the person, also in the editor', async () => {
  const { notebook, cookie, page } = await lab()
  await notebook.join(cookie, GRACE)
  const body = '<h2>Ask <a href="/people/2">@Grace Old</a> now</h2>'
  const id = await notebook.experiment(cookie, { title: 'Salts', body })
  await page.goto(`/experiments/${id}`)
  const mention = page.getByRole('textbox', { name: 'Main text' }).getByText('@Grace Hopper')
  await mention.waitFor()
  expect((await mention.boundingBox())?.width).toBeGreaterThan(100)
})
