import { Console } from 'node:console'
import { Readable, Writable } from 'node:stream'
import { run } from '../src/cli/run.ts'

/** A command line sent by a test. */
export interface CommandLine {
  args: readonly string[]
  input: string
  folder: string
  env: Record<string, string>
}

/** The process behind `runInHost`: runs command lines one after the other, each as if in a new process. */
process.on('message', async ({ args, input, folder, env }: CommandLine) => {
  process.chdir(folder)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const stdout = new Collector()
  const stderr = new Collector()
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
  for (const [name, value] of Object.entries({ stdin, stdout, stderr })) {
    Object.defineProperty(process, name, { value, configurable: true })
  }
  globalThis.console = new Console({ stdout, stderr })
  const code = await run(args)
  process.send?.({ code, stdout: stdout.text(), stderr: stderr.text() })
})

class Collector extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }
  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
