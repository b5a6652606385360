import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'
import { refuse } from './refuse.ts'

const MIB = 1024 * 1024
const SIZE = 40 * MIB

/** A network so slow that an upload can be interrupted halfway, or none. */
async function networkOf(page: Page) {
  const tools = await page.context().newCDPSession(page)
  const set = (offline: boolean, uploadThroughput: number) =>
    tools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  return { cut: () => set(true, 0), bring: (mibASecond: number) => set(false, mibASecond * MIB) }
}

function parts(page: Page) {
  const files = page.getByRole('region', { name: 'Files' })
  const row = files.getByRole('list', { name: 'Uploading' }).getByRole('listitem')
  const sent = () => row.getByRole('progressbar').evaluate((bar) => (bar as unknown as { value: number }).value)
  const choose = async (path: string) => {
    const picker = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: 'Add files' }).click()
    await (await picker).setFiles(path)
  }
  return { files, row, sent, choose }
}

test('a large file goes on after a pause, a lost network and a lost tab, is sent by one tab at a time, and can be stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-large-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const content = randomBytes(SIZE)
  const [path, other] = [join(folder, 'stack.tif'), join(folder, 'second.tif')]
  writeFileSync(path, content)
  writeFileSync(other, content.subarray(0, 20 * MIB))
  const { notebook, cookie, page } = await lab({ expected: /net::ERR_INTERNET_DISCONNECTED|status of 507/ })
  const id = await notebook.experiment(cookie, { title: 'Light sheet, day 3' })
  const { row, sent, choose } = parts(page)
  const network = await networkOf(page)
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Main text' }).waitFor()

  await network.bring(20)
  await choose(path)
  await expect.poll(sent).toBeGreaterThan(3 * MIB)
  await page.getByRole('button', { name: 'Pause upload of “stack.tif”' }).press('Enter')
  await row.getByText('Paused').waitFor()
  const atPause = await sent()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Resume upload of “stack.tif”' }).press('Enter')
  await expect.poll(sent).toBeGreaterThan(atPause + MIB)

  await network.cut()
  await row.getByText('Connection lost, will resume').waitFor()
  await setTheme(page, 'dark')
  expect(await findBarriers(page)).toEqual([])
  const atLoss = await sent()
  await network.bring(4)
  await expect.poll(sent).toBeGreaterThan(atLoss + MIB)

  // Another tab may not send it too; once the first is closed, it can resume the upload.
  const tab = await page.context().newPage()
  const second = parts(tab)
  const otherNetwork = await networkOf(tab)
  await tab.goto(`/experiments/${id}`)
  await tab.getByRole('textbox', { name: 'Main text' }).waitFor()
  await second.choose(path)
  await second.row.getByRole('alert').getByText('already uploading').waitFor()
  const offsets: number[] = []
  tab.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await page.close()
  const uploadLocks = "held.filter(({ name }) => name.startsWith('aliquot-upload')).length"
  await expect.poll(() => tab.evaluate(`navigator.locks.query().then(({ held }) => ${uploadLocks})`)).toBe(0)
  await otherNetwork.bring(60)
  await second.row.getByRole('button', { name: 'Try again: upload of “stack.tif”' }).click()
  await second.files.getByRole('link', { name: 'stack.tif', exact: true }).waitFor()
  const { data } = await notebook.call<{ hash: string }[]>(cookie, 'GET', `/experiments/${id}/uploads`)
  expect(data).toMatchObject([{ hash: hash('sha256', content) }])
  expect(offsets[0]).toBeGreaterThan(atPause)

  // A refusal is shown and not retried automatically.
  const refusal = { code: 507, message: 'The disk of the server is nearly full; nothing was stored', description: '' }
  let begun = 0
  await tab.route('**/resumable-uploads', (route) => {
    begun++
    return refuse(route, 507, refusal)
  })
  await second.choose(other)
  await second.row.getByRole('alert').getByText('No storage left for this file.').waitFor()
  expect(begun).toBe(1)
  await tab.unroute('**/resumable-uploads')

  await otherNetwork.bring(5)
  await second.row.getByRole('button', { name: 'Try again: upload of “second.tif”' }).click()
  await expect.poll(second.sent).toBeGreaterThan(MIB)
  await second.row.getByRole('button', { name: 'Cancel upload of “second.tif”' }).click()
  await expect.poll(() => second.row.count()).toBe(0)
  // The result of the first is still kept; nothing is left of the second.
  const kept = () =>
    readdirSync(join(notebook.folder, 'files/partial'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /[0-9a-f]{32}/.test(path),
    )
  await expect.poll(kept).toEqual([expect.stringMatching(/done/)])
  expect((await notebook.call<[]>(cookie, 'GET', `/experiments/${id}/uploads`)).data).toHaveLength(1)
})
