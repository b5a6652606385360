import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkLedger, checkStorage } from './checks.ts'
import { makeInstance } from './instance.ts'
import { Ledger } from './ledger.ts'
import type { DrillOptions } from './options.ts'
import { addCounts, countsText, type Report } from './report.ts'
import { startServer } from './server-process.ts'
import { startWriters } from './writers.ts'

const MOST_MS = 30_000
/** The duration of the slow upload after the signal. */
const UPLOAD_MS = 1500

/**
 * SIGTERM under load. Requests under way are answered, idle and stalled connections do not delay the shutdown, and
 * whatever was acknowledged is there at the next start.
 */
export async function termDrill({ rounds = 10, writers: count = 32, random }: DrillOptions): Promise<Report> {
  const instance = await makeInstance('term', { users: 4 })
  const ledger = new Ledger(join(instance.folder, 'acknowledged.jsonl'))
  const [key = ''] = instance.keys
  const problems: string[] = []
  const answers = new Map<number, number>()
  let slowestEnd = 0
  let cutOff = 0
  let cutOffLater = 0
  let uploads = 0

  try {
    for (let round = 1; round <= rounds; round++) {
      const server = await startServer(instance.env)
      problems.push(...(await checkLedger(ledger, server.port, key, { all: false })))
      const idle = await openIdle(server.port)
      // One round also has a client that stalls in the middle of a request.
      const stalled = round === 1 ? await openStalled(server.port, key) : undefined
      const upload = await startUpload(server.port, key)
      const writers = startWriters({ count, port: () => server.port, keys: instance.keys, ledger, random })
      await sleep(random.int(100, 600))
      const signalled = performance.now()
      const ending = server.end('SIGTERM')
      const status = await upload.finish()
      if (status === 201) uploads++
      else problems.push(`an upload begun before SIGTERM was answered ${status ?? 'with nothing'}`)
      const ended = await Promise.race([ending, sleep(MOST_MS + 5000, undefined, { ref: false })])
      slowestEnd = Math.max(slowestEnd, performance.now() - signalled)
      if (!ended) problems.push(`still running ${MOST_MS / 1000} s after SIGTERM`)
      else if (ended.code !== 0) problems.push(`ended with ${ended.code ?? ended.signal}\n${server.output()}`)
      if (!ended) await server.end('SIGKILL')
      // They went on until the connection was refused.
      writers.halt()
      await writers.done
      for (const socket of [idle, stalled]) socket?.destroy()
      const onTheirWay = writers.unanswered.filter((sentAt) => sentAt < signalled).length
      if (onTheirWay > 0) problems.push(`${onTheirWay} requests that were on their way were cut off`)
      cutOff += onTheirWay
      cutOffLater += writers.unanswered.length - onTheirWay
      addCounts(answers, writers.answers)
      problems.push(...writers.problems)
    }
    if (slowestEnd > MOST_MS) problems.push(`the end took ${Math.round(slowestEnd)} ms`)
    const server = await startServer(instance.env)
    problems.push(...(await checkLedger(ledger, server.port, key, { all: true })))
    await server.end('SIGTERM')
    problems.push(...(await checkStorage(instance, ledger, { moreEntries: uploads })))
    return {
      summary: `acknowledged ${ledger.acknowledged} writes in ${rounds} rounds, slowest end ${Math.round(slowestEnd)} ms`,
      numbers: {
        rounds,
        writers: count,
        'acknowledged writes': ledger.acknowledged,
        'answers by status': countsText(answers),
        'cut off, sent before SIGTERM': cutOff,
        'cut off, sent while stopping': cutOffLater,
        'uploads finished after SIGTERM': uploads,
        'slowest end (ms)': Math.round(slowestEnd),
      },
      problems,
    }
  } finally {
    await ledger.close()
    instance.remove()
  }
}

/** An idle keep-alive connection after one request. */
async function openIdle(port: number): Promise<Socket> {
  const socket = await open(port)
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await once(socket, 'data')
  return socket
}

async function openStalled(port: number, key: string): Promise<Socket> {
  const socket = await open(port)
  socket.write(`${createHead(key, 100)}{"title": `)
  return socket
}

/** A create whose body comes in two halves, the second one after the signal. */
async function startUpload(port: number, key: string): Promise<{ finish(): Promise<number | undefined> }> {
  const socket = await open(port)
  const body = JSON.stringify({ title: 'A slow upload', body: `<p>${'slow '.repeat(20_000)}</p>` })
  socket.write(createHead(key, body.length) + body.slice(0, 1000))
  return {
    async finish() {
      await sleep(UPLOAD_MS)
      const answer = readStatus(socket)
      socket.write(body.slice(1000))
      return answer
    },
  }
}

function createHead(key: string, length: number): string {
  const lines = ['POST /api/v2/experiments HTTP/1.1', 'Host: 127.0.0.1', `Authorization: ${key}`]
  return [...lines, 'Content-Type: application/json', `Content-Length: ${length}`, '', ''].join('\r\n')
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

function readStatus(socket: Socket): Promise<number | undefined> {
  return new Promise((resolve) => {
    socket.once('data', (chunk) => resolve(Number(chunk.toString('latin1').slice(9, 12))))
    socket.once('close', () => resolve(undefined))
    setTimeout(() => resolve(undefined), 10_000).unref()
  })
}
