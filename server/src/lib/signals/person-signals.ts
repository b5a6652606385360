/** What somebody should read again. */
export type Topic = 'agents' | 'notifications' | 'jobs'

type Listener = (userid: number, topic: Topic) => void

/** Several signals within this time are one. */
const PAUSE_MS = 200

/** To and from other processes. */
interface Others {
  say(word: string): void
  onWord(listener: (word: string) => void): void
}

const WORD = /^signal (\d+) (agents|notifications|jobs)$/

/**
 * Tells a person's open pages that something of theirs changed, whatever it is: they read it again. Nothing is kept, so
 * whoever was away reads anyway. Call it after the change is stored.
 */
export class PersonSignals {
  readonly #others: Others | undefined
  readonly #listeners = new Set<Listener>()
  /** Those that were told lately; true: and again since. */
  readonly #lately = new Map<string, boolean>()

  constructor(others?: Others) {
    this.#others = others
    others?.onWord((word) => {
      const [, userid, topic] = WORD.exec(word) ?? []
      if (userid !== undefined) this.#hear(Number(userid), topic as Topic)
    })
  }

  tell(userid: number, topic: Topic): void {
    const key = `${userid} ${topic}`
    if (this.#lately.has(key)) {
      this.#lately.set(key, true)
      return
    }
    this.#lately.set(key, false)
    setTimeout(() => {
      const isWanted = this.#lately.get(key) === true
      this.#lately.delete(key)
      if (isWanted) this.tell(userid, topic)
    }, PAUSE_MS).unref()
    this.#hear(userid, topic)
    this.#others?.say(`signal ${userid} ${topic}`)
  }

  onSignal(listener: Listener): void {
    this.#listeners.add(listener)
  }

  #hear(userid: number, topic: Topic): void {
    for (const listener of this.#listeners) listener(userid, topic)
  }
}
