import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { copyPostgresDatabase, createPostgresDatabase, type TestDatabase } from './postgres-databases.ts'
import { type Outcome, runInHost } from './run-in-host.ts'
import { copySqliteDatabase } from './sqlite-databases.ts'

const launcher = join(import.meta.dirname, '../src/cli/aliquot.js')

interface RunOptions {
  input?: string
  env?: Record<string, string>
  /** Writing more than this into a file fails, as on a full disk. */
  mostFileBytes?: number
}

/** An instance that tests use through real processes. Removed at the end of the test. */
export class TestInstance {
  readonly folder: string
  readonly env: Record<string, string>

  constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.env = env
  }

  /** Runs one command line in its own process. */
  async aliquot(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const child = this.#spawn(args, options.env, options.mostFileBytes)
    child.stdin?.end(options.input ?? '')
    const output = collect(child)
    const [code] = await once(child, 'close')
    return { code, ...output }
  }

  /** The same with --json: returns the output, or rejects if it failed. */
  async json<T>(args: readonly string[], options: { input?: string } = {}): Promise<T> {
    const { code, stdout, stderr } = await this.aliquot([...args, '--json'], options)
    if (code !== 0) throw new Error(`aliquot ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
    return JSON.parse(stdout) as T
  }

  /** The same instance with commands that share a process: for tests of what they do, not of how they start. */
  hosted(): TestInstance {
    return new HostedInstance(this.folder, this.env)
  }

  /** Starts the service and waits until it says that it is ready. */
  async serve(): Promise<TestServer> {
    const child = this.#spawn(['serve'], { PORT: '0', LOG_LEVEL: 'warn', WEB: 'off' })
    const output = collect(child)
    const exited = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await exited
    })
    for (;;) {
      const base = /Aliquot is ready at (\S+)/.exec(output.stdout)?.[1]
      if (base) return new TestServer(child, exited, base)
      if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}: ${output.stderr}`)
      await Promise.race([once(child.stdout ?? child, 'data'), exited])
    }
  }

  #spawn(args: readonly string[], env: Record<string, string> = {}, mostFileBytes?: number): ChildProcess {
    const line = [process.execPath, launcher, ...args]
    const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f ${Number(mostFileBytes) / 512}; exec "$@"`, 'sh', ...line]
    const [program = '', ...rest] = mostFileBytes === undefined ? line : limited
    // A working folder without .env, and an environment without the settings of whoever runs the tests.
    return spawn(program, rest, {
      cwd: this.folder,
      env: { ...passedOn(['PATH', 'NODE_COMPILE_CACHE']), ...this.env, ...env },
    })
  }
}

class HostedInstance extends TestInstance {
  override aliquot(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    if (options.mostFileBytes !== undefined) return super.aliquot(args, options)
    const env = { ...passedOn(['PATH']), ...this.env, ...options.env }
    return runInHost({ args, input: options.input ?? '', folder: this.folder, env })
  }
}

/** The part of our environment that a process needs to start, and to start fast. */
export function passedOn(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

export class TestServer {
  readonly base: string
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown[]>

  constructor(child: ChildProcess, exited: Promise<unknown[]>, base: string) {
    this.#child = child
    this.#exited = exited
    this.base = base
  }

  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM')
    await this.#exited
    return this.#child.exitCode
  }

  /** Kills it, as in a crash. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  /** A call below /api/v2. */
  async call(key: string, method: string, path: string, body?: unknown): Promise<{ status: number; id: number }> {
    const response = await fetch(`${this.base}/api/v2/${path}`, {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    return { status: response.status, id: Number(response.headers.get('location')?.split('/').pop()) }
  }
}

type InstanceEngine = 'sqlite' | 'postgres'
type Closing = (close: () => Promise<void>) => void

/** An instance after its first start. `closing` takes over its removal if several tests share it. */
export async function testInstance(closing: Closing = onTestFinished): Promise<TestInstance> {
  const database = engineOfRun() === 'postgres' ? await copyPostgresDatabase() : undefined
  const instance = await makeInstance(database, closing)
  if (!database) await copySqliteDatabase(instance.env.DATA_DIR ?? '')
  return instance
}

/** A location where nothing was ever started: on the engine of the run, or on the given one. */
export async function emptyInstance(engine: InstanceEngine = engineOfRun()): Promise<TestInstance> {
  return makeInstance(engine === 'postgres' ? await createPostgresDatabase() : undefined, onTestFinished)
}

function engineOfRun(): InstanceEngine {
  return process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
}

async function makeInstance(database: TestDatabase | undefined, closing: Closing): Promise<TestInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-program-'))
  closing(async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const DATA_DIR = join(folder, 'data')
  await mkdir(DATA_DIR, { mode: 0o700 })
  return new TestInstance(folder, {
    DATA_DIR,
    DATABASE_POOL: '4',
    DATABASE_TIMEOUT: '120',
    ...(database && { DATABASE_URL: database.url }),
  })
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk
  })
  return output
}
