import { setTimeout as sleep } from 'node:timers/promises'
import { makeInstance } from '../../drills/instance.ts'
import { type ServerProcess, startServer } from '../../drills/server-process.ts'
import { xlsx } from '../../test/archives/xlsx.ts'
import { row, watchMemory } from '../files.ts'
import { watchOwn } from '../memory.ts'

/** They bring what a notebook in use has anyway: threads for texts and for the index, and full caches of the database. */
const ROWS_BEFORE = 20_000
const FORMATS = { '.csv': csvOf, '.xlsx': workbookOf }

interface State {
  state: string
  done: number
  made: number
  total: number
  error: { message: string } | null
}

/** The memory that importing a long table takes, and how fast it is. */
export async function benchTable({ rows }: { rows: number }): Promise<void> {
  const results: Record<string, object> = {}
  for (const [ending, contentOf] of Object.entries(FORMATS)) {
    const instance = await makeInstance('bench-table', { users: 1 })
    const [key = ''] = instance.keys
    try {
      const server = await startServer(instance.env)
      await importTable(server, key, { name: `few${ending}`, content: contentOf(ROWS_BEFORE, 'few') })
      const content = contentOf(rows, 'many')
      const path = await send(server, key, { name: `many${ending}`, content })
      const looking = watchOwn(server.pid)
      const looked = await watchMemory(server, () => untilAtRest(server, key, path))
      const lookingGrowth = looking.end()
      expectState(looked.result, 'previewed')
      await ask(server, key, path, { method: 'PATCH', body: '{"action":"start"}' })
      const own = watchOwn(server.pid)
      const { growth, seconds, result } = await watchMemory(server, () => untilAtRest(server, key, path))
      const ownGrowth = own.end()
      expectState(result, 'done')
      if (result.made !== rows) throw new Error(`${result.made} of ${rows} rows came in`)
      await server.end('SIGTERM')
      const what = `${rows} rows as ${ending}, ${Math.round(content.length / 1e6)} MB`
      results[`${what}: memory growth of the preview, MB`] = row(lookingGrowth, '≤ 64')
      results[`${what}: seconds of the preview`] = row(looked.seconds, '')
      results[`${what}: memory growth of the import, MB`] = row(ownGrowth, '≤ 64')
      results[`… with what the system maps of the database, MB (${ending})`] = row(growth, '')
      results[`${what}: rows a second`] = row(rows / seconds, '')
    } finally {
      instance.remove()
    }
  }
  console.table(results)
}

async function importTable(server: ServerProcess, key: string, file: { name: string; content: Buffer }): Promise<void> {
  const path = await send(server, key, file)
  await untilAtRest(server, key, path)
  await ask(server, key, path, { method: 'PATCH', body: '{"action":"start"}' })
  expectState(await untilAtRest(server, key, path), 'done')
}

function expectState({ state, error }: State, wanted: string): void {
  if (state !== wanted) throw new Error(`an import is ${state}: ${error?.message}`)
}

/** Sends a table to be looked at, and returns the path of its import. */
async function send(
  server: ServerProcess,
  key: string,
  { name, content }: { name: string; content: Buffer },
): Promise<string> {
  const body = new FormData()
  body.set('preview', '1')
  body.set('file', new Blob([new Uint8Array(content)]), name)
  const { headers } = await ask(server, key, '/api/v2/imports', { method: 'POST', body })
  return new URL(headers.get('location') ?? '').pathname
}

async function untilAtRest(server: ServerProcess, key: string, path: string): Promise<State> {
  for (;;) {
    const state = (await (await ask(server, key, path, {})).json()) as State
    if (!['waiting', 'running'].includes(state.state)) return state
    await sleep(1000)
  }
}

async function ask(server: ServerProcess, key: string, path: string, request: RequestInit): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...request,
    headers: { authorization: key, ...(typeof request.body === 'string' && { 'content-type': 'application/json' }) },
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  return response
}

const HEADER = ['Name', 'CAS', 'Mass (g)', 'Received', 'Category', 'Tags', 'Supplier', 'Notes']

function cellsOf(number: number, name: string): string[] {
  return [
    ...[`Compound ${name} ${number}`, `${number}-07-${number % 10}`, `${number / 8}`],
    `2024-0${(number % 9) + 1}-1${number % 10}`,
    ...[`Kind ${number % 20}`, `shelf ${number % 50}|box ${number % 7}`, `Supplier ${number % 300}`],
    `Bottle ${number} of the delivery, opened in the glove box and kept under argon`,
  ]
}

function csvOf(rows: number, name: string): Buffer {
  const lines = Array.from({ length: rows }, (_, number) => cellsOf(number, name).join(','))
  return Buffer.from([HEADER.join(','), ...lines, ''].join('\n'))
}

function workbookOf(rows: number, name: string): Buffer {
  const texts = new Map<string, number>()
  const shared = (text: string) => {
    const known = texts.get(text) ?? texts.size
    texts.set(text, known)
    return `<c t="s"><v>${known}</v></c>`
  }
  const lines = [HEADER, ...Array.from({ length: rows }, (_, number) => cellsOf(number, name))].map((cells) => {
    const written = cells.map((cell) => (/^[\d.]+$/.test(cell) ? `<c><v>${cell}</v></c>` : shared(cell)))
    return `<row>${written.join('')}</row>`
  })
  const strings = [...texts.keys()].map((text) => `<si><t>${text}</t></si>`).join('')
  return xlsx({ sheets: { Stock: lines.join('') }, strings })
}
