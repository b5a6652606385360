import type { Page, Response } from 'playwright-core'
import type { Notebook } from './notebook.ts'

export type Kind = 'HTML' | 'Markdown'

/** Keys per second: FAST is faster than people, who pause; QUICK is a quick typist who does not pause. */
const FAST = 20
const QUICK = 8

export function mainText(page: Page) {
  return page.getByRole('textbox', { name: 'Main text' })
}

/** `w001 w002 …`: a missing, doubled or displaced character shows. */
export function words(count: number, letter = 'w'): string {
  return Array.from({ length: count }, (_, n) => `${letter}${String(n + 1).padStart(3, '0')}`).join(' ')
}

/** Keeps its pace: after a delayed key the next ones come faster. */
export async function typeLikeARobot(page: Page, text: string, keysPerSecond = FAST): Promise<void> {
  const start = performance.now()
  for (const [index, character] of [...text].entries()) {
    const wait = start + (index * 1000) / keysPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await page.keyboard.type(character)
  }
}

/** Types words while `isWanted`; returns what it typed. */
export async function typeWordsWhile(page: Page, isWanted: () => boolean): Promise<string> {
  let typed = 0
  for (; isWanted(); typed++) await typeLikeARobot(page, words(typed + 1).slice(typed === 0 ? 0 : -5), QUICK)
  return words(typed)
}

/** An entry being edited, and its saves. */
export class Writing {
  readonly kind: Kind
  readonly page: Page
  readonly id: number
  saves = 0
  conflicts = 0
  reloads = 0

  private constructor(kind: Kind, page: Page, id: number) {
    this.kind = kind
    this.page = page
    this.id = id
  }

  /** A new entry of that kind, with the focus in its text. */
  static async begin(notebook: Notebook, cookie: string, page: Page, kind: Kind, body = ''): Promise<Writing> {
    const id = await notebook.experiment(cookie, {
      title: `Typing ${kind}`,
      content_type: kind === 'HTML' ? 1 : 2,
      body,
    })
    return Writing.join(page, kind, id)
  }

  /** The same entry in another browser. */
  static async join(page: Page, kind: Kind, id: number): Promise<Writing> {
    const writing = new Writing(kind, page, id)
    await page.goto(`/experiments/${id}`)
    await mainText(page).click()
    page.on('response', (response) => writing.#count(response))
    page.on('load', () => {
      writing.reloads += 1
    })
    return writing
  }

  #count(response: Response): void {
    if (response.request().method() !== 'PATCH' || !response.url().endsWith(`/experiments/${this.id}`)) return
    if (response.ok()) this.saves += 1
    if (response.status() === 412) this.conflicts += 1
  }

  async shownText(): Promise<string> {
    const field = mainText(this.page)
    return this.kind === 'HTML' ? field.innerText() : field.inputValue()
  }
}

/** The stored text without paragraph tags. */
export async function storedText(notebook: Notebook, cookie: string, { id }: { id: number }): Promise<string> {
  const { data } = await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)
  return data.body
    .replace(/<\/p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .trim()
}

/** How many typed characters are missing. Consecutive blanks all count. */
export function countLost(typed: string, kept: string): number {
  const left = new Map<string, number>()
  for (const character of kept) left.set(character, (left.get(character) ?? 0) + 1)
  let lost = 0
  for (const character of typed) {
    const count = left.get(character) ?? 0
    if (count === 0) lost += 1
    else left.set(character, count - 1)
  }
  return lost
}

/** One line for the log of a run. */
export function tell(what: string, counts: Record<string, number>): void {
  const list = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(`${what}: ${list.join(', ')}`)
}
