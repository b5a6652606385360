import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../free-port.ts'
import { MissingProgram, requireSwift } from '../packages.ts'

/** A temporary S3 server: OpenStack Swift in one process. */
export interface Swift {
  /** `http://127.0.0.1:…` */
  endpoint: string
  remove(): Promise<void>
}

/** The credentials of the tests. */
export const SWIFT_USER = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'a-secret-of-the-tests' }

const PROGRAM = join(import.meta.dirname, 'swift-server.py')

/** Whoever starts one must `remove` it. If the process ends without doing so, the server ends with it. */
export async function startSwift(): Promise<Swift> {
  const python = requireSwift()
  const folder = makeFolder(python)
  let server: ChildProcess | undefined
  const remove = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const port = await findFreePort()
    const user = SWIFT_USER.AWS_ACCESS_KEY_ID.split(':')[1] ?? ''
    server = spawn(python, [PROGRAM, folder, String(port), user, SWIFT_USER.AWS_SECRET_ACCESS_KEY])
    await untilReady(server)
    return { endpoint: `http://127.0.0.1:${port}`, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Swift stores metadata in extended attributes, which not every file system has. */
function makeFolder(python: string): string {
  const setOne = 'import os, sys; os.setxattr(sys.argv[1], "user.swift", b"x" * 200)'
  for (const parent of [tmpdir(), '/var/tmp', '/tmp']) {
    const folder = mkdtempSync(join(parent, 'aliquot-swift-'))
    if (spawnSync(python, ['-c', setOne, folder]).status === 0) return folder
    rmSync(folder, { recursive: true })
  }
  throw new MissingProgram('No temporary folder has a file system with extended attributes, which Swift needs')
}

async function untilReady(server: ChildProcess): Promise<void> {
  let errors = ''
  server.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4000)
  })
  const exited = once(server, 'exit').then(([code]) => {
    throw new Error(`Swift ended with ${code} before it was ready\n${errors}`)
  })
  // The only line that it prints.
  await Promise.race([once(server.stdout ?? server, 'data'), exited])
  exited.catch(() => {})
}
