#!/usr/bin/env -S node --v8-pool-size=1 --max-semi-space-size=8 --no-allocation-site-pretenuring --expose-gc
// Plain JavaScript that any Node can read: the program itself is TypeScript and needs the Node that `npm ci` brings.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = 26

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  useCompiledCode()
  const { resolveImportsQuickly } = await import('../lib/loading/resolve-quickly.js')
  resolveImportsQuickly()
  await import('./aliquot.ts')
} else {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url))
  if (existsSync(pinned)) runWith(pinned)
  else {
    console.error(`aliquot needs Node ${NEEDED} or newer, this is ${process.version}: run npm ci, which brings it`)
    process.exitCode = 1
  }
}

function runWith(node) {
  const program = fileURLToPath(new URL('./aliquot.ts', import.meta.url))
  const child = spawn(node, [...process.execArgv, program, ...process.argv.slice(2)], { stdio: 'inherit' })
  const starter = process.ppid
  let looking
  const pass = (signal) => {
    clearInterval(looking)
    child.kill(signal)
  }
  // npm forwards a signal to the shell that runs us. The shell ends and does not tell us.
  if (process.env.npm_lifecycle_event !== undefined) {
    looking = setInterval(() => process.ppid !== starter && pass('SIGTERM'), 500)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  child.on('error', (error) => {
    console.error(`aliquot cannot start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * Shares the compile cache of the service, see main.js, which halves the time of a command. If the service was never
 * started no folder is created: some commands promise to change nothing.
 */
function useCompiledCode() {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const folder = join(process.env.DATA_DIR || './data', 'cache')
    if (existsSync(folder)) module.enableCompileCache(folder)
  } catch {}
}
