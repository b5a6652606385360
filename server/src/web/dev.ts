/**
 * `npm run dev`: the service, restarted when one of its files changes, behind Vite's server, which updates the open
 * page. Both share one address.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '../config.ts'

const ROOT = join(import.meta.dirname, '../../..')
const config = readConfig()
const port = config.PORT || 4280
const webPort = port + 1
const address = `http://127.0.0.1:${webPort}`

const children = [
  start(ROOT, ['--watch', '--watch-preserve-output', 'server/src/main.js'], {
    HOST: '127.0.0.1',
    PORT: String(port),
    // So that all printed links, the set-up link too, have the address to open.
    BASE_URL: address,
    CHECK_REPLIES: 'on',
    WEB: 'off',
  }),
  start(
    join(ROOT, 'web'),
    [join(ROOT, 'node_modules/vite/bin/vite.js'), '--configLoader', 'native', '--logLevel', 'warn'],
    {
      SERVICE_URL: `http://127.0.0.1:${port}`,
      WEB_PORT: String(webPort),
      WEB_CACHE_DIR: join(config.DATA_DIR, 'cache/vite'),
    },
  ),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(signal))

function start(cwd: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  // One without the other is of no use.
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1
    endAll('SIGTERM')
  })
  return child
}

function endAll(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal)
}
