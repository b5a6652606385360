import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundleAgent } from './bundle.ts'
import { nodeFor, type Platform } from './node-for.ts'

/** Builds the agent with Node inside, and returns the path of the file. */
export async function buildProgram(platform: Platform, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const output = join(resolve(folder), `aliquot-watch-${platform}${platform === 'win-x64' ? '.exe' : ''}`)
  const scratch = mkdtempSync(join(tmpdir(), 'aliquot-watch-'))
  try {
    const main = await bundleAgent(scratch)
    const config = join(scratch, 'sea.json')
    const parts = { main, mainFormat: 'module', executable: nodeFor(platform, scratch), output }
    // Snapshots and code caches only fit the machine that made them.
    const rest = { disableExperimentalSEAWarning: true, useSnapshot: false, useCodeCache: false }
    writeFileSync(config, JSON.stringify({ ...parts, ...rest }))
    execFileSync(process.execPath, ['--build-sea', config], { stdio: ['ignore', 'ignore', 'inherit'] })
    chmodSync(output, 0o755)
    return output
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
