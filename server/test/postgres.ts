import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'
import { requirePostgresBin } from './packages.ts'
import { hasMemoryDisk, MEMORY_DISK } from './run-folder.ts'

/** `fast` ends all connections and writes everything out; `immediate` is a crash, and the next start recovers. */
export type StopMode = 'fast' | 'immediate'

export interface Postgres {
  /** Database `postgres` as the superuser, without a password, on 127.0.0.1. */
  url: string
  folder: string
  stop(mode?: StopMode): Promise<void>
  /** Starts a stopped cluster again, on the same port. */
  start(): Promise<void>
  /** Stops the cluster if it runs, and removes its folder unless that was given. */
  remove(): Promise<void>
}

export interface PostgresOptions {
  durable?: boolean
  /** A folder for the cluster, which is kept and reused. */
  folder?: string
}

/**
 * Makes and starts a throw-away PostgreSQL cluster. Whoever starts one must `remove` it, also when interrupted; should
 * the process end without doing so, the server ends with it.
 *
 *     const postgres = await startPostgres({ durable: true })
 *     await postgres.stop('immediate')
 *     await postgres.start()
 *     await postgres.remove()
 */
export async function startPostgres({ durable = false, folder: kept }: PostgresOptions = {}): Promise<Postgres> {
  const bin = requirePostgresBin()
  const owner = findOwner()
  const folder = kept ? provideFolder(kept, owner) : makeFolder(owner, durable)
  let server: ChildProcess | undefined

  const startOn = async (port: number) => {
    if (isRunning(server)) throw new Error('This PostgreSQL cluster runs already')
    server = spawnServer(bin, folder, port, owner)
    await untilReady(server, folder)
  }
  const stop = async (mode: StopMode = 'fast') => {
    if (server) await endServer(server, mode)
  }
  const removeFolder = () => {
    if (!kept) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const removeAtExit = () => {
    server?.kill('SIGQUIT')
    removeFolder()
  }
  const remove = async () => {
    await stop()
    removeFolder()
    process.off('exit', removeAtExit)
  }

  process.on('exit', removeAtExit)
  try {
    if (!existsSync(join(folder, 'data'))) {
      await makeCluster(bin, folder, owner)
      appendFileSync(join(folder, 'data/postgresql.conf'), settings(durable))
    }
    const port = await startOnFreePort(startOn)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    return { url, folder, stop, start: () => startOn(port), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

interface Owner {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so root hands the cluster to a user without rights. */
function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = ['postgres', 'nobody'].find((name) => spawnSync('id', [name]).status === 0)
  if (!user) throw new Error('Running as root, PostgreSQL needs a user `postgres` or `nobody` to run as')
  const ask = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

function provideFolder(folder: string, owner: Owner | undefined): string {
  mkdirSync(folder, { recursive: true })
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

function makeFolder(owner: Owner | undefined, durable: boolean): string {
  // Root's own temporary folder may be closed to the owner.
  const canEnter = (parent: string) => spawnSync('/bin/sh', ['-c', 'cd "$0"', parent], owner).status === 0
  const inMemory = !durable && hasMemoryDisk() ? [MEMORY_DISK] : []
  const parent = [...inMemory, tmpdir(), '/tmp', '/var/tmp'].find(canEnter)
  if (!parent) throw new Error('No temporary folder that the user running PostgreSQL can enter')
  const folder = mkdtempSync(join(parent, 'aliquot-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

async function makeCluster(bin: string, folder: string, owner: Owner | undefined): Promise<void> {
  // C.UTF-8 exists everywhere glibc does, knows the case of all letters, and sorts by code point.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
  const args = ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync']
  const initdb = spawn(join(bin, 'initdb'), args, {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  initdb.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`initdb ended with ${code}\n${errors}`)
}

function settings(durable: boolean): string {
  const lines = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_connections = 200']
  if (!durable) {
    lines.push('fsync = off', 'synchronous_commit = off', 'full_page_writes = off')
    // Hundreds of small databases come and go: nothing of them is worth replicating or tidying up.
    lines.push('wal_level = minimal', 'max_wal_senders = 0', 'autovacuum = off')
  }
  return `\n${lines.join('\n')}\n`
}

/** Somebody else may take a free port before we use it, so a failed start is retried on another one. */
async function startOnFreePort(startOn: (port: number) => Promise<void>, attempts = 3): Promise<number> {
  const port = await findFreePort()
  try {
    await startOn(port)
    return port
  } catch (error) {
    if (attempts === 1) throw error
    return startOnFreePort(startOn, attempts - 1)
  }
}

/**
 * Started as our own child and not through `pg_ctl`, so that we reap it, which a container's first process may not do.
 * In its own session, so that Ctrl-C only reaches us and we stop it in order.
 */
function spawnServer(bin: string, folder: string, port: number, owner: Owner | undefined): ChildProcess {
  const command = [join(bin, 'postgres'), '-D', 'data', '-p', String(port)]
  // Asks Linux to stop the server when this process is killed outright.
  if (existsSync('/usr/bin/setpriv')) command.unshift('/usr/bin/setpriv', '--pdeathsig', 'QUIT')
  const [program = '', ...args] = command
  const log = openSync(logFile(folder), 'a')
  try {
    const server = spawn(program, args, { ...owner, cwd: folder, detached: true, stdio: ['ignore', log, log] })
    // A program that cannot be started has no pid, which `isRunning` sees.
    return server.on('error', () => {})
  } finally {
    closeSync(log)
  }
}

async function untilReady(server: ChildProcess, folder: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (!isRunning(server)) throw new Error(`PostgreSQL did not start\n${readIfThere(logFile(folder)).slice(-4000)}`)
    // PostgreSQL keeps its process id in the first line of this file and its state in the eighth.
    const lines = readIfThere(join(folder, 'data/postmaster.pid')).split('\n')
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return
    await sleep(20)
  }
  await endServer(server, 'immediate')
  throw new Error('PostgreSQL did not become ready within a minute')
}

async function endServer(server: ChildProcess, mode: StopMode): Promise<void> {
  if (!isRunning(server)) return
  const exited = once(server, 'exit')
  server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  // A fast stop can hang on a client; a temporary cluster is not worth a longer wait.
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 20_000)
  await exited
  clearTimeout(impatience)
}

function isRunning(server: ChildProcess | undefined): boolean {
  return server?.pid !== undefined && server.exitCode === null && server.signalCode === null
}

function logFile(folder: string): string {
  return join(folder, 'postgres.log')
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
