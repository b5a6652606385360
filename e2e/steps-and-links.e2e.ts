import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { type Lab, lab, PASSWORD, type Person, visit } from './harness.ts'

const GRACE: Person = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' }

interface Step {
  body: string
  finished: number
  deadline: string | null
  deadline_notif: number
}

/** Runs in the page: whether the last of several options is to be seen. */
const LAST_OPTION_IS_IN_SIGHT = `(() => {
  const isShown = (option) => option.getBoundingClientRect().height > 0
  const options = [...document.querySelectorAll('[role="option"]')].filter(isShown)
  if (options.length < 2) return false
  const { left, top } = options.at(-1).getBoundingClientRect()
  return options.at(-1).contains(document.elementFromPoint(left + 8, top + 8))
})()`

interface Linked {
  experiments_links: { entityid: number }[]
  items_links: { entityid: number }[]
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function openEntry({ notebook, cookie, page }: Lab, fields: Record<string, unknown> = {}): Promise<number> {
  const id = await notebook.experiment(cookie, { title: 'Elution of GFP', body: '<p>4.2 mg</p>', ...fields })
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Main text' }).waitFor()
  return id
}

test('steps are written, ticked, moved and deleted from the keyboard, and kept without a connection', async () => {
  const one = await lab({ expected: /net::ERR_/ })
  const { notebook, cookie, page } = one
  const id = await openEntry(one)
  const stored = async () => (await notebook.call<Step[]>(cookie, 'GET', `/experiments/${id}/steps`)).data
  const bodies = async () => (await stored()).map(({ body }) => body)
  const steps = page.getByRole('region', { name: 'Steps' })
  const input = steps.getByLabel('Add step')
  const tick = (body: string) => steps.getByRole('checkbox', { name: `Done: ${body}` })

  // From the text to the steps and back.
  await page.getByRole('textbox', { name: 'Main text' }).click()
  await press(page, 'Control+End')
  await page.keyboard.type(' /step')
  await press(page, 'Enter')
  await input.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Weigh')
  await press(page, 'Enter')
  await page.keyboard.type('Dissolve')
  await press(page, 'Enter', 'Escape')
  await page.keyboard.type('and more')
  await expect.poll(bodies).toEqual(['Weigh', 'Dissolve'])
  expect(await page.getByRole('textbox', { name: 'Main text' }).innerText()).toContain('4.2 mg and more')

  // Pasted lines become a step each.
  await page.evaluate("navigator.clipboard.writeText('- Filter\\n- Freeze')")
  await input.focus()
  await press(page, 'Control+v')
  await expect.poll(bodies).toEqual(['Weigh', 'Dissolve', 'Filter', 'Freeze'])
  await steps.getByText('0 of 4').waitFor()

  await tick('Weigh').focus()
  await press(page, 'Space')
  await steps.getByText('1 of 4').waitFor()
  await expect.poll(async () => (await stored())[0]?.finished).toBe(1)
  await tick('Freeze').focus()
  await press(page, 'Alt+ArrowUp')
  await tick('Freeze').and(page.locator(':focus')).waitFor()
  await press(page, 'Alt+ArrowUp')
  await expect.poll(bodies).toEqual(['Weigh', 'Freeze', 'Dissolve', 'Filter'])
  const row = (body: string) => steps.getByRole('listitem').filter({ hasText: body })
  const drag = async (body: string, onto: string) => {
    await row(body).hover()
    await row(body).getByTitle('Drag to move').dragTo(row(onto))
  }
  await drag('Filter', 'Weigh')
  await expect.poll(bodies).toEqual(['Filter', 'Weigh', 'Freeze', 'Dissolve'])
  await drag('Filter', 'Dissolve')
  await expect.poll(bodies).toEqual(['Weigh', 'Freeze', 'Dissolve', 'Filter'])
  await steps.getByRole('button', { name: 'Rename “Filter”' }).press('Enter')
  await page.keyboard.type('Filter, 0.2 µm')
  await press(page, 'Enter')
  await expect.poll(bodies).toContain('Filter, 0.2 µm')
  await tick('Dissolve').press('Delete')
  await tick('Dissolve').waitFor({ state: 'hidden' })
  await press(page, 'z')
  await tick('Dissolve').waitFor()

  await steps.getByRole('button', { name: 'Actions for “Dissolve”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Set deadline' }).press('Enter')
  await steps.getByLabel('Deadline of “Dissolve”').fill('2031-05-06T09:30')
  await steps.getByLabel('Remind me 30 min before').press('Space')
  expect(await findBarriers(page)).toEqual([])
  await steps.getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(async () => (await stored())[2]).toMatchObject({ deadline: /^2031-05-0/, deadline_notif: 1 })

  await page.context().setOffline(true)
  await input.fill('Label the tubes')
  await input.press('Enter')
  await tick('Label the tubes').press('Space')
  await steps.getByText('Offline, kept on this device').first().waitFor()
  await page.context().setOffline(false)
  await expect.poll(async () => (await stored()).at(-1)).toMatchObject({ body: 'Label the tubes', finished: 1 })

  // The next step can be ticked on the dashboard too.
  await page.goto('/')
  const next = page.getByRole('region', { name: 'Next steps' })
  await next.getByRole('checkbox', { name: 'Done: Freeze' }).press('Space')
  await next.getByRole('checkbox', { name: 'Done: Dissolve' }).waitFor()
  await expect.poll(async () => (await stored())[1]).toMatchObject({ body: 'Freeze', finished: 1 })
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await next.getByRole('checkbox', { name: 'Done: Freeze' }).waitFor()
  // One page shows all that is to do, and says where it does not show all steps of an entry.
  const long = await notebook.experiment(cookie, { title: 'Long protocol' })
  const wash = () => notebook.call(cookie, 'POST', `/experiments/${long}/steps`, { body: 'Wash' })
  await Promise.all(Array.from({ length: 101 }, wash))
  for (let count = 0; count < 49; count++) {
    const other = await notebook.experiment(cookie, { title: `Other ${count}` })
    await notebook.call(cookie, 'POST', `/experiments/${other}/steps`, { body: `Look ${count}` })
  }
  await press(page, 'g', 'o')
  await page.waitForURL('**/to-do')
  const unfinished = page.getByRole('region', { name: 'Unfinished steps' })
  await unfinished.getByText('50 of 51 entries').waitFor()
  await unfinished.getByRole('button', { name: 'Show more' }).click()
  await unfinished.getByRole('checkbox', { name: 'Done: Dissolve' }).waitFor()
  const rest = unfinished.getByRole('link', { name: 'Showing the first 100. See all steps of “Long protocol”' })
  expect(await rest.getAttribute('href')).toBe(`/experiments/${long}`)
  await page.getByText('No open requests.').waitFor()
  await page.getByRole('region', { name: 'Your list' }).getByLabel('Add a to-do').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await unfinished.getByRole('link', { name: /Freeze/ }).click()
  await page.waitForURL(`**/experiments/${id}#step-*`)
  await steps.getByRole('listitem').filter({ hasText: 'Freeze' }).and(page.locator(':focus')).waitFor()
})

test('a list of one’s own is kept on the dashboard', async () => {
  const one = await lab()
  const { notebook, cookie, page } = one
  await notebook.experiment(cookie, { title: 'Elution of GFP' })
  await page.goto('/')
  const todo = page.getByRole('region', { name: 'To do' })
  const stored = async () =>
    (await notebook.call<{ body: string }[]>(cookie, 'GET', '/todolist')).data.map(({ body }) => body)
  await todo.getByLabel('Add a to-do').fill('Order imidazole')
  await press(page, 'Enter')
  await page.keyboard.type('Book the FPLC')
  await press(page, 'Enter')
  await expect.poll(async () => (await stored()).toSorted()).toEqual(['Book the FPLC', 'Order imidazole'])
  await todo.getByRole('button', { name: 'Edit “Book the FPLC”' }).press('Enter')
  await page.keyboard.type('Book the FPLC for Friday')
  await press(page, 'Enter')
  await expect.poll(stored).toContain('Book the FPLC for Friday')
  const order = todo.getByRole('checkbox', { name: 'Done: Order imidazole' })
  await order.press('Space')
  await order.waitFor({ state: 'hidden' })
  await press(page, 'z')
  await order.press('Space')
  await order.waitFor({ state: 'hidden' })
  // Left before the offer to undo ends.
  await page.reload()
  await expect.poll(stored).toEqual(['Book the FPLC for Friday'])
})

test('links lead both ways, are taken over, and are drawn as a graph', async () => {
  const one = await lab()
  const { notebook, cookie, page } = one
  const { id: column } = await notebook.call(cookie, 'POST', '/items', {})
  await notebook.call(cookie, 'PATCH', `/items/${column}`, { title: 'Column Ni-NTA 7' })
  const crystals = await notebook.experiment(cookie, { title: 'Crystals of GFP' })
  for (const title of ['Ni-NTA resin', 'Ni-NTA agarose', 'Ni-NTA spin kit'])
    await notebook.experiment(cookie, { title })
  const id = await openEntry(one)
  const stored = async (of: number) => {
    const { data } = await notebook.call<Linked>(cookie, 'GET', `/experiments/${of}`)
    return [...data.experiments_links, ...data.items_links].map(({ entityid }) => entityid)
  }
  const links = page.getByRole('region', { name: 'Links' })
  await press(page, 'l')
  await links.getByRole('combobox', { name: 'Add link' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('ni-nta')
  // The column beside the text ends above them, and does not cut them off.
  await expect.poll(() => page.evaluate(LAST_OPTION_IS_IN_SIGHT)).toBe(true)
  await page.keyboard.type(' 7')
  await press(page, 'Enter')
  await links.getByRole('link', { name: 'Column Ni-NTA 7' }).waitFor()
  await expect.poll(() => stored(id)).toEqual([column])
  await links.getByRole('button', { name: 'Remove link to “Column Ni-NTA 7”' }).press('Enter')
  await links.getByRole('link', { name: 'Column Ni-NTA 7' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo Z' }).click()
  await links.getByRole('link', { name: 'Column Ni-NTA 7' }).waitFor()

  // The other entry links here and copies the links of this one.
  await notebook.call(cookie, 'POST', `/experiments/${crystals}/experiments_links/${id}`, {})
  await page.goto(`/experiments/${crystals}`)
  await links.getByRole('button', { name: 'Link actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Import links from another' }).press('Enter')
  await links.getByRole('combobox', { name: 'Import links from…' }).fill('elution')
  await press(page, 'Enter')
  await page.getByText('1 link imported').waitFor()
  expect(await stored(crystals)).toEqual([id, column])

  await page.goto(`/experiments/${id}`)
  await links.getByRole('list', { name: 'Linked from' }).getByRole('link', { name: 'Crystals of GFP' }).waitFor()
  await links.getByRole('button', { name: 'Show graph' }).press('Enter')
  const graph = page.getByRole('dialog').getByRole('navigation')
  await graph.getByRole('link', { name: /^Elution of GFP/ }).focus()
  await press(page, 'ArrowRight')
  await graph
    .getByRole('link', { name: /^Column Ni-NTA 7/ })
    .and(page.locator(':focus'))
    .waitFor()
  expect(await findBarriers(page)).toEqual([])

  // It can be enlarged and moved, and has an address of its own: a reload shows it again, Back returns.
  const card = graph.getByRole('link', { name: /^Column Ni-NTA 7/ })
  const place = async () => (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const before = await place()
  await press(page, '+')
  await expect.poll(async () => Math.round(((await place()).width / before.width) * 100)).toBe(125)
  await press(page, '0')
  await expect.poll(place).toEqual(before)
  await page.mouse.move(200, 700)
  await page.mouse.down()
  await page.mouse.move(230, 660, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => (await place()).y).toBeLessThan(before.y - 30)
  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await place()).width).toBeLessThan(before.width)
  expect(new URL(page.url()).search).toBe('?show=graph')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(page.url()).toMatch(new RegExp(`/experiments/${id}$`))
  await page.goForward()
  await graph.getByRole('link', { name: /^Elution of GFP/ }).focus()
  await press(page, 'ArrowLeft', 'Enter')
  await page.waitForURL(`**/experiments/${crystals}`)
})

test('somebody is asked to lock an entry, and it is done when they do it', async () => {
  const one = await lab()
  const { notebook, cookie, page } = one
  const { id: grace } = await notebook.call(cookie, 'POST', '/users', GRACE)
  await notebook.call(cookie, 'PATCH', `/users/${grace}`, { action: 'updatepassword', password: PASSWORD })
  const id = await openEntry(one, { canwrite_base: 30 })
  const pending = async () =>
    (await notebook.call<unknown[]>(cookie, 'GET', `/experiments/${id}/request_actions`)).data.length
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Request review, lock' }).press('Enter')
  await page.getByRole('radio', { name: 'Lock' }).check()
  await page.getByRole('combobox', { name: 'Recipient' }).fill('grace')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Send request', exact: true }).and(page.locator(':focus')).waitFor()
  await press(page, 'Enter')
  await page.getByText('You asked Grace Hopper to lock this').waitFor()

  const hers = await visit(notebook, { as: GRACE })
  await hers.goto('/')
  await hers
    .getByRole('region', { name: 'Requests for you' })
    .getByRole('link', { name: /Elution of GFP/ })
    .click()
  const request = hers.getByRole('list', { name: 'Requests' })
  await request.getByText('Ada Moreau asks you to lock this').waitFor()
  expect(await findBarriers(hers)).toEqual([])
  await request.getByRole('button', { name: 'Lock' }).click()
  await request.waitFor({ state: 'hidden' })
  await expect.poll(pending).toBe(0)

  // Withdrawn before it is done.
  await notebook.call(cookie, 'POST', `/experiments/${id}/request_actions`, { target_userid: grace, target_action: 30 })
  await page.reload()
  await page.getByText('You asked Grace Hopper to review this').waitFor()
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByText('You asked Grace Hopper to review this').waitFor({ state: 'hidden' })
  await page.goto('/')
  await expect.poll(pending).toBe(0)
})
