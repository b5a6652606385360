import { describe, expect, test } from 'vitest'
import { cutOff, dropped, tooMany, webPage } from './faults.ts'
import { inventedLab } from './invented-lab.ts'
import { Lab, type Row } from './lab.ts'
import { play } from './play.ts'
import { answerOf, hasRecordings, recordedLab, recordings, sameAnswer } from './recorded-lab.ts'
import { type LabServer, startLabServer } from './server.ts'

describe.runIf(hasRecordings)('the stub of eLabFTW', () => {
  test('answers each recorded request as it was answered', () => {
    const lab = recordedLab()
    const wrong: string[] = []
    for (const recording of recordings()) {
      const { as, path, status } = recording
      const url = new URL(path, 'http://lab.invalid')
      const key = as === 'nobody' ? undefined : (lab.keys[as] ?? 'wrong')
      const answer = play(lab, { path: url.pathname, query: url.searchParams, key }, 15)
      const isSame = status === 200 ? sameAnswer(answer, answerOf(recording)) : answer.status === status
      if (!isSame) wrong.push(`${as} ${path}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })
})

test('a lab without readers knows no key', () => {
  expect(play(new Lab(), { path: '/api/v2/info', query: new URLSearchParams(), key: 'any' }, 15).status).toBe(401)
})

describe('a lab server', () => {
  const read = async ({ url, lab }: LabServer, path: string, as = 'admin') => {
    const response = await fetch(`${url}/api/v2/${path}`, { headers: { authorization: lab.keys[as] ?? '' } })
    return { status: response.status, body: (await response.json()) as Row[] }
  }

  test('gives lists of 15 unless asked, without texts, and only what the key may read', async () => {
    const server = await startLabServer(inventedLab({ experiments: 20 }))
    const short = await read(server, 'experiments')
    expect(short.body).toHaveLength(15)
    expect(short.body[0]).not.toHaveProperty('body')
    const full = await read(server, 'experiments?limit=100&full=1&order=id&sort=asc')
    expect(full.body.map(({ id }) => id)).toEqual([...numbers(20)].filter((id) => id !== 6))
    expect(full.body[0]?.body).toContain('Text 1')
    expect((await read(server, 'experiments?limit=9999', 'member')).body).toHaveLength(18)
    expect((await read(server, 'experiments', 'sysadmin')).body).toEqual([])
    expect((await read(server, 'experiments/6')).status).toBe(403)
    expect((await read(server, 'experiments/99')).status).toBe(404)
    expect((await read(server, 'experiments?limit=5&offset=20')).body).toEqual([])
  })

  test('fails when told to, and remembers what it was asked', async () => {
    const server = await startLabServer(inventedLab())
    server.fault = ({ again }) => [tooMany('1'), webPage(502), dropped, cutOff][again]
    const headers = { authorization: server.lab.keys.admin ?? '' }
    const ask = () => fetch(`${server.url}/api/v2/experiments/1`, { headers })
    const first = await ask()
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await ask()).headers.get('content-type')).toContain('text/html')
    await expect(ask()).rejects.toThrow()
    await expect(ask().then((response) => response.json())).rejects.toThrow()
    expect(await (await ask()).json()).toMatchObject({ id: 1 })
    expect(server.requests.map(({ again }) => again)).toEqual([0, 1, 2, 3, 4])
  })
})

function* numbers(most: number): Iterable<number> {
  for (let number = 1; number <= most; number++) yield number
}
