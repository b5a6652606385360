import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from 'playwright-core'

const IN_PAGE = readFileSync(join(import.meta.dirname, 'keyboard.page.js'), 'utf8')
const LISTEN = IN_PAGE.slice(IN_PAGE.indexOf(';(') + 1).trim()

/** Problems are collected, so that one run tells all of them. */
const PATIENCE = 10_000

/** What has the focus, as a screen reader tells it. */
export interface Stop {
  role: string
  name: string
}

/** A person without a mouse, and perhaps without a screen. Open it before the first page. */
export class KeyboardUser {
  /** What would have been in their way. */
  readonly problems: string[] = []
  readonly #page: Page
  readonly #tools: CDPSession

  private constructor(page: Page, tools: CDPSession) {
    this.#page = page
    this.#tools = tools
  }

  static async sit(page: Page): Promise<KeyboardUser> {
    await page.addInitScript({ content: `(${LISTEN})()` })
    return new KeyboardUser(page, await page.context().newCDPSession(page))
  }

  type(letters: string): Promise<void> {
    return this.#page.keyboard.type(letters)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  /** Presses the key until the target has the focus, and looks at each stop on the way. */
  async goTo(target: Locator, key = 'Tab'): Promise<void> {
    const isThere = await target.waitFor({ state: 'attached', timeout: PATIENCE }).catch(() => 'no')
    if (isThere === 'no') throw new Error(`There is no ${target}. Before: ${this.problems.join(' | ')}`)
    for (let presses = 0; presses < 90; presses++) {
      if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
      await this.press(key)
      // After the last stop the focus is in the frame of the browser, and then at the start again.
      if (!(await this.#page.evaluate<boolean>('document.activeElement === document.body'))) await this.look()
    }
    throw new Error(`${key} never reaches ${target}. Before: ${this.problems.join(' | ')}`)
  }

  /** Waits until the target has the focus by itself. */
  async isAt(target: Locator): Promise<void> {
    const reached = target.and(this.#page.locator(':focus'))
    const isThere = await reached.waitFor({ timeout: PATIENCE }).then(
      () => true,
      () => false,
    )
    const { role, name } = await this.look()
    if (!isThere) this.problems.push(`The focus is on ${role} “${name}” and not on ${target}`)
  }

  /** Notes what is wrong with the present stop. */
  async look(): Promise<Stop> {
    const { result } = await this.#tools.send('Runtime.evaluate', { expression: 'document.activeElement' })
    const { nodes } = await this.#tools.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId ?? '',
      fetchRelatives: false,
    })
    const stop = { role: String(nodes[0]?.role?.value ?? ''), name: String(nodes[0]?.name?.value ?? '') }
    const seen = await this.#settled()
    const unnamed = stop.name.trim() === '' && !['main', 'RootWebArea'].includes(stop.role) ? ['has no name'] : []
    const nothing = ['generic', 'none', ''].includes(stop.role) ? ['has no role'] : []
    for (const fault of [...seen, ...unnamed, ...nothing]) {
      const problem = `${stop.role} “${stop.name}” at ${new URL(this.#page.url()).pathname} ${fault}`
      if (!this.problems.includes(problem)) this.problems.push(problem)
    }
    return stop
  }

  /** Something may cover it while the page moves, on a slow machine for a while. */
  async #settled(): Promise<string[]> {
    for (let tries = 0; ; tries++) {
      const seen = await this.#page.evaluate<string[]>('window.walk.look()')
      if (seen.length === 0 || tries === 10) return seen
      await this.#page.waitForTimeout(200)
    }
  }

  /** Waits until live regions have told this since the last time. */
  async hears(words: RegExp): Promise<void> {
    const heard = () => this.#page.evaluate<string[]>('window.walk.heard')
    let isHeard = false
    for (const end = performance.now() + PATIENCE; !isHeard && performance.now() < end; ) {
      isHeard = (await heard()).some((one) => words.test(one))
      if (!isHeard) await this.#page.waitForTimeout(50)
    }
    if (!isHeard) this.problems.push(`Nobody said ${words}, only: ${(await heard()).join(' | ')}`)
    await this.#page.evaluate('window.walk.heard.length = 0')
  }
}
