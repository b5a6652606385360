import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The platforms for which npm has our Node. */
export const PLATFORMS = ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-x64'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Undefined if npm has no Node for this machine. */
export function ownPlatform(): Platform | undefined {
  const system = process.platform === 'win32' ? 'win' : process.platform
  return PLATFORMS.find((platform) => platform === `${system}-${process.arch}`)
}

/** The path of our Node for a platform. That of another one is loaded into `folder` with the hash of our lock file. */
export function nodeFor(platform: Platform, folder: string): string {
  if (platform === ownPlatform()) return process.execPath
  const name = `node-${platform}`
  const path = `node_modules/${name}`
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages[path]
  // The npm of this machine would leave out a package for another one.
  const { os, cpu, optional, ...entry } = locked
  const wanted = { name: 'node-for-watch', version: '0.0.0', dependencies: { [name]: locked.version } }
  const lock = { ...wanted, lockfileVersion: 3, requires: true, packages: { '': wanted, [path]: entry } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const options = ['--force', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['ci', ...options, `--os=${os}`, `--cpu=${cpu}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  return join(folder, path, 'bin', platform === 'win-x64' ? 'node.exe' : 'node')
}
