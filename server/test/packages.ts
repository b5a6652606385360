import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const oldestPostgres = 15
const debianPostgres = '/usr/lib/postgresql'

/** A program that the tests need is missing, and we cannot or may not install it. */
export class MissingProgram extends Error {}

/** The folder of the newest PostgreSQL server on this machine; undefined if there is none. */
export function findPostgresBin(): string | undefined {
  const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)]
  // A client-only package has a folder too, but no `initdb`.
  const complete = folders.filter((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))),
  )
  return complete.find((folder) => majorVersion(folder) >= oldestPostgres)
}

export function requirePostgresBin(): string {
  const bin = findPostgresBin()
  if (bin) return bin
  throw new MissingProgram(
    `PostgreSQL ${oldestPostgres} or newer is needed: install its server programs ` +
      '(Debian, Ubuntu: apt-get install postgresql), or run only the SQLite tests: npm test -- --engine sqlite',
  )
}

/** Like `requirePostgresBin`, but first installs a missing package, if we are root on Debian or a derivative. */
export async function providePostgresBin(): Promise<string> {
  if (!findPostgresBin() && canInstall()) await withoutMainCluster(() => installPackages(['postgresql']))
  return requirePostgresBin()
}

/**
 * The browser without window frames: the others draw one for every page, and need ten times the CPU for an empty page.
 */
const FRAMELESS = 'chromium-headless-shell'
const browsers = [FRAMELESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium on this machine; undefined if there is none. */
export function findChromium(names = browsers): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

export function requireChromium(): string {
  const file = findChromium()
  if (file) return file
  throw new MissingProgram(
    'Chromium is needed: install it (Debian, Ubuntu: apt-get install chromium), ' +
      'or run only the tests without a browser: npm test -- --engine sqlite',
  )
}

/** Like `requireChromium`, but first installs a missing package, if we are root on Debian or a derivative. */
export async function provideChromium(): Promise<string> {
  if (!findChromium([FRAMELESS]) && canInstall()) {
    // Older releases only have the whole browser.
    const install = () => (findChromium() ? undefined : installPackages(['chromium']))
    await installPackages([FRAMELESS]).catch(install)
  }
  return requireChromium()
}

const python = '/usr/bin/python3'

/** Whether OpenStack Swift, an S3 server, is on this machine. */
export function hasSwift(): boolean {
  return existsSync(python) && existsSync('/usr/lib/python3/dist-packages/swift/proxy/server.py')
}

/** The Python that runs it. */
export function requireSwift(): string {
  if (hasSwift()) return python
  throw new MissingProgram('OpenStack Swift is needed: install it (Debian, Ubuntu: apt-get install python3-swift)')
}

/** Installs a missing Swift, if we are root on Debian or a derivative. Without it the tests of S3 are skipped. */
export async function provideSwift(): Promise<void> {
  if (!hasSwift() && canInstall()) {
    await installPackages(['python3-swift']).catch((error: Error) => console.log(error.message))
  }
  if (!hasSwift()) console.log('\nLEFT OUT: the tests of files on S3, for want of python3-swift (OpenStack Swift)\n')
}

let updating: ReturnType<typeof runApt> | undefined

/** Installs Debian packages non-interactively; apt's output is shown only if it fails. */
export async function installPackages(names: string[]): Promise<void> {
  console.log(`Installing ${names.join(', ')} with apt-get, which can take a minute`)
  // Once per run.
  updating ??= runApt(['update'])
  const update = await updating
  const install = await runApt(['install', '-y', '--no-install-recommends', ...names])
  if (install.code === 0) return
  // A failed update is fatal only if the package is then unknown, so both are reported together.
  throw new MissingProgram(`apt-get could not install ${names.join(', ')}\n${update.output}${install.output}`)
}

function debianFolders(): string[] {
  if (!existsSync(debianPostgres)) return []
  const versions = readdirSync(debianPostgres).filter((name) => /^\d+$/.test(name))
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debianPostgres, version, 'bin'))
}

function majorVersion(folder: string): number {
  const answer = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\d+/.exec(answer)?.[0] ?? 0)
}

/** Whether we may install packages here, and the machine has apt. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Debian's package creates a cluster and starts it on port 5432. A configuration file turns that off. It exists only
 * during the installation, so that it does not affect later clusters of the machine's owner.
 */
async function withoutMainCluster(install: () => Promise<void>): Promise<void> {
  const folder = '/etc/postgresql-common/createcluster.d'
  const file = join(folder, 'no-cluster-for-tests.conf')
  const firstMade = mkdirSync(folder, { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
  try {
    await install()
  } finally {
    rmSync(file, { force: true })
    for (const path of [folder, dirname(folder)]) {
      const isOurs = firstMade && path.startsWith(firstMade)
      if (isOurs && readdirSync(path).length === 0) rmdirSync(path)
    }
  }
}

/** In its own session: Ctrl-C must not interrupt dpkg between two packages. */
function runApt(args: string[]): Promise<{ code: number | null; output: string }> {
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', '-o', 'Dpkg::Use-Pty=0']
  // A CI machine is temporary, so its packages need not survive a power cut.
  if (process.env.CI) options.push('-o', 'Dpkg::Options::=--force-unsafe-io')
  return new Promise((resolve, reject) => {
    const apt = spawn('/usr/bin/apt-get', [...options, ...args], {
      detached: true,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    apt.stdout.on('data', (chunk) => {
      output += chunk
    })
    apt.stderr.on('data', (chunk) => {
      output += chunk
    })
    apt.on('error', reject)
    apt.on('close', (code) => resolve({ code, output }))
  })
}
