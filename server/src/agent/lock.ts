import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { SetupProblem } from './problems.ts'

/**
 * Two agents must not share a state. A socket is the lock, because the system lets go of it when a process ends in any
 * way; a number in a file would outlive a reboot.
 */
export async function lockState(state: string): Promise<Server> {
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const place = lockPlace(state)
  try {
    return await listen(place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  }
  if (platform() === 'darwin' && !(await answers(place))) {
    rmSync(place, { force: true })
    return listen(place)
  }
  throw new SetupProblem(`another agent uses ${state}: stop it first, or name another "state"`)
}

function lockPlace(state: string): string {
  const name = `aliquot-watch-${createHash('sha256').update(state).digest('hex').slice(0, 32)}`
  if (platform() === 'win32') return `\\\\.\\pipe\\${name}`
  return platform() === 'linux' ? `\0${name}` : join(state, 'lock')
}

function listen(place: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
