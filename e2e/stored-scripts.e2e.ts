import { expect, test } from 'vitest'
import { lab } from './harness.ts'
import { PAYLOADS } from './script-payloads.ts'

const MARKDOWN = 2

test('there are enough payloads to mean something', () => {
  expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60)
})

test('stored scripts stay text on every screen', async () => {
  // A picture that was never there is asked for at this server, and missing.
  const { notebook, cookie, page } = await lab({ expected: /status of 404/ })
  const ids: number[] = []
  for (const [number, payload] of PAYLOADS.entries()) {
    const id = await notebook.experiment(cookie, {
      title: payload.replaceAll('\n', ' '),
      body: payload,
      content_type: number % 2 === 0 ? 1 : MARKDOWN,
      tags: [payload.replaceAll(/[\n|]/g, ' ')],
      metadata: {
        extra_fields: {
          [payload]: { type: 'text', value: payload, description: payload },
          link: { type: 'url', value: 'javascript:alert(1)' },
          choice: { type: 'select', value: payload, options: [payload] },
        },
      },
    })
    await notebook.call(cookie, 'POST', `/experiments/${id}/comments`, { comment: payload })
    await notebook.call(cookie, 'POST', '/apikeys', { name: payload })
    ids.push(id)
  }
  await notebook.call(cookie, 'PATCH', '/users/me', { firstname: PAYLOADS[12], lastname: PAYLOADS[0] })

  for (const path of ['/', '/experiments', '/experiments?state=deleted', '/account', '/account/keys']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  for (const id of ids) {
    await page.goto(`/experiments/${id}`)
    // In the editor, or as it is where the editor would change it.
    const text = page.getByRole('textbox', { name: 'Main text' })
    await text.or(page.getByRole('button', { name: 'Edit as HTML' })).waitFor()
    await page.getByRole('region', { name: 'Comments' }).getByRole('listitem').waitFor()
  }
  await page.waitForLoadState('networkidle')
}, 180_000)
