import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { START_ARGUMENTS } from '../server/test/start-command.ts'
import type { Answer, Question } from './service-host.ts'
import { type Start, settingsOf } from './start-alone.ts'

const PROGRAM = join(import.meta.dirname, 'service-host.ts')
const FLAGS = START_ARGUMENTS.filter((word) => word.startsWith('--'))

/**
 * In a process that has run services before: a start takes nearly two seconds of CPU time, mostly to load and warm up
 * the code. It is still a separate service with its own folder and port.
 */
export const startInHost: Start = async (folder, options) => {
  const host = provideHost(join(folder, 'cache'))
  const address = await host.ask({ start: settingsOf(folder, options) })
  return { address, setupLink: undefined, end: async () => void (await host.ask({ end: address })) }
}

let host: Host | undefined

/** One per worker, with which it ends. */
function provideHost(cache: string): Host {
  if (!host?.isThere) host = new Host(cache)
  return host
}

class Host {
  readonly #child: ChildProcess
  readonly #asked = new Map<number, PromiseWithResolvers<string>>()
  #questions = 0

  constructor(cache: string) {
    this.#child = fork(PROGRAM, { execArgv: FLAGS, env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: cache } })
    this.#child.on('message', ({ id, text, isTrouble }: Answer) => {
      const asked = this.#asked.get(id)
      this.#asked.delete(id)
      if (isTrouble) asked?.reject(new Error(text))
      else asked?.resolve(text)
    })
    this.#child.on('exit', (code, signal) => {
      for (const asked of this.#asked.values()) asked.reject(new Error(`The host ended with ${signal ?? code}`))
    })
  }

  get isThere(): boolean {
    return this.#child.connected
  }

  ask(what: Question['what']): Promise<string> {
    const asked = Promise.withResolvers<string>()
    const id = ++this.#questions
    this.#asked.set(id, asked)
    this.#child.send({ id, what } satisfies Question)
    return asked.promise
  }
}
