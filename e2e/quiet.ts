import type { Page } from 'playwright-core'

const REST_MS = 500

/**
 * Resolves when the page has loaded nothing for a while. Unlike the idle network of the browser, this does not wait
 * for the stream of changes, which never ends.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(`new Promise((resolve) => {
    let timer = setTimeout(resolve, ${REST_MS})
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, ${REST_MS})
    }
    new PerformanceObserver(wait).observe({ type: 'resource', buffered: true })
  })`)
}
