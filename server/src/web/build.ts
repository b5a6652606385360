import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSources } from './sources.ts'
import { completeStoredFiles, readStoredFiles, type WebFiles } from './stored-files.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const UNFINISHED = 'unfinished-'
const ABANDONED_AFTER_MS = 10 * 60_000

/**
 * The files of the web interface for the current sources: a stored build or a new one, in the cache of the data folder.
 * Undefined if it cannot be built; the reason is printed, and the API still works.
 */
export async function provideWeb(dataDir: string): Promise<WebFiles | undefined> {
  const folder = join(dataDir, 'cache/web')
  try {
    const built = join(folder, hashSources())
    return readStoredFiles(built) ?? (await buildInto(folder, built))
  } catch (error) {
    console.error(`The web interface cannot be built, only the API is served: ${(error as Error).message}`)
    return undefined
  }
}

async function buildInto(folder: string, built: string): Promise<WebFiles | undefined> {
  if (!existsSync(VITE)) {
    throw new Error('Vite is not installed; `npm ci` brings it, `npm ci --omit=dev` does not')
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = await mkdtemp(join(folder, UNFINISHED))
  const progress = openProgress()
  try {
    progress.say('Building the web interface, once for each version')
    await runVite(unfinished)
    progress.say('Compressing the web interface')
    await completeStoredFiles(unfinished)
    await putInPlace(unfinished, built)
    await removeOthers(folder, built)
    progress.end('The web interface is built')
  } catch (error) {
    progress.end()
    throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return readStoredFiles(built)
}

/** In another process, because the bundler's memory should not stay with the service. */
function runVite(outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Node itself loads the configuration: the other loaders write a file next to it.
    const child = spawn(process.execPath, [VITE, 'build', '--configLoader', 'native', '--logLevel', 'warn'], {
      cwd: join(ROOT, 'web'),
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', WEB_OUT_DIR: outDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    // The service handles signals once it serves; until then a signal ends both.
    const interrupt = (signal: NodeJS.Signals) => {
      child.kill(signal)
      forget()
      process.kill(process.pid, signal)
    }
    const forget = () => {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    }
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    child.on('error', reject)
    child.on('close', (code) => {
      forget()
      if (code === 0) resolve()
      else reject(new Error(`Vite ended with ${code}\n${output.trim()}`))
    })
  })
}

/** Another process on the same folder may have been faster; both builds are the same. */
async function putInPlace(unfinished: string, built: string): Promise<void> {
  if (existsSync(built) && !readStoredFiles(built)) await rm(built, { recursive: true, force: true })
  try {
    await rename(unfinished, built)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error
  }
}

/** Removes earlier versions and killed builds. A running service has its files in memory. */
async function removeOthers(folder: string, built: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (path === built) continue
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
    if (name.startsWith(UNFINISHED) && age < ABANDONED_AFTER_MS) continue
    await rm(path, { recursive: true, force: true })
  }
}

/** Shows what is being done, with a timer on a terminal. */
function openProgress() {
  const { stdout } = process
  const start = performance.now()
  const seconds = (digits: number) => `${((performance.now() - start) / 1000).toFixed(digits)} s`
  let step = ''
  const timer = stdout.isTTY ? setInterval(() => stdout.write(`\r${step} … ${seconds(0)}\x1b[K`), 250) : undefined
  return {
    say(text: string) {
      step = text
      if (!timer) console.log(`${text} …`)
    },
    end(text?: string) {
      clearInterval(timer)
      if (timer) stdout.write('\r\x1b[K')
      if (text) console.log(`${text} (${seconds(1)})`)
    },
  }
}
