import { closeSync, fdatasyncSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { DiskAnswer, DiskTask } from './disk.ts'
import { findWholeLog } from './log-frames.ts'

// The other end of disk.ts: it waits for the disk, so that the main thread does not.

/** Longer than a turn of the event loop, at whose end reads give up their snapshot; writers wait meanwhile. */
const READERS_MS = 50

const file = workerData as string
const connection = new DatabaseSync(file)
connection.exec(`pragma busy_timeout = ${READERS_MS}`)
connection.exec('pragma synchronous = full')
connection.exec('pragma wal_autocheckpoint = 0')
const frames = connection.prepare('pragma wal_checkpoint(noop)')
const passive = connection.prepare('pragma wal_checkpoint(passive)')
const restart = connection.prepare('pragma wal_checkpoint(restart)')
// SQLite opens the log with the first read, and never removes one that is in use.
frames.get()
const log = openSync(`${file}-wal`, 'r+')
flushFolder(dirname(file))

const tasks: Record<DiskTask, () => void> = {
  flush: () => fdatasyncSync(log),
  // A commit of this connection would empty the page cache of the writer.
  copy: () => void passive.get(),
  checkpoint,
  rewrite,
  close() {
    closeSync(log)
    connection.close()
  },
}

parentPort?.on('message', (task: DiskTask) => parentPort?.postMessage(answerTo(task)))

function answerTo(task: DiskTask): DiskAnswer {
  const start = performance.now()
  try {
    tasks[task]()
    return { ms: performance.now() - start }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/**
 * Copies the log into the file. The first commit after that writes a new header of the log and waits for the disk, on
 * whichever connection it is: so it is made here, with a value that is already there.
 */
function checkpoint(): void {
  const { busy } = restart.get() as { busy: number }
  if (busy) return
  const { user_version: version } = connection.prepare('pragma user_version').get() as { user_version: number }
  connection.exec(`pragma user_version = ${version}`)
}

/**
 * Writes the log again and flushes it. After a failed flush the kernel takes its pages for written, so another flush
 * alone would succeed without them.
 */
function rewrite(): void {
  const { log: needed } = frames.get() as { log: number }
  // Nobody else may write meanwhile.
  connection.exec('begin immediate')
  try {
    const content = Buffer.alloc(fstatSync(log).size)
    const read = readSync(log, content, 0, content.length, 0)
    const { frames: whole, bytes } = findWholeLog(content.subarray(0, read))
    if (whole < needed) throw new Error(`only ${whole} of ${needed} frames of the log are whole`)
    const written = writeSync(log, content, 0, bytes, 0)
    if (written < bytes) throw new Error(`only ${written} of ${bytes} bytes of the log could be written`)
    fdatasyncSync(log)
  } finally {
    connection.exec('rollback')
  }
}

/** A durable log without a durable name is lost. Windows has no such flush, and needs none. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
