import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test as testCase } from 'vitest'
import { makePdf } from '../../test/sample-files.ts'
import { Broken, openMaker } from './maker.ts'
import { isSpentBy, Spent } from './spent.ts'

// Independent of the database: once is enough.
const test = testCase.skipIf(process.env.TEST_ENGINE === 'postgres')

async function start(options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'aliquot-maker-'))
  const maker = openMaker(folder, options)
  onTestFinished(async () => {
    await maker.close()
    await rm(folder, { recursive: true, force: true })
  })
  const write = async (content: string | Buffer) => {
    const path = join(folder, 'content')
    await writeFile(path, content)
    return path
  }
  return { maker, write }
}

test('the process for contents reads what it is given and nothing else on the disk', async () => {
  const { maker, write } = await start()
  const path = await write('heat shock')
  expect(await maker.make({ task: 'text', path, mime: 'text/plain', mostMs: 1000 })).toMatchObject({
    words: 'heat shock',
  })
  const elsewhere = await mkdtemp(join(tmpdir(), 'aliquot-elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  await writeFile(join(elsewhere, 'secret'), 'secret')
  const refused = maker.make({ task: 'text', path: join(elsewhere, 'secret'), mime: 'text/plain', mostMs: 1000 })
  await expect(refused).rejects.toThrow(/restricted/)
})

test('of a PDF that takes too long to read, what was read is kept', async () => {
  const { maker, write } = await start()
  const path = await write(makePdf(['first', 'second', 'third']))
  const read = (mostMs: number) => maker.make({ task: 'text', path, mime: 'application/pdf', mostMs })
  expect(await read(0)).toMatchObject({ words: 'first', problem: 'only 1 of 3 pages were read in 0 seconds' })
  expect(await read(60_000)).toMatchObject({ words: 'first second third', problem: null })
})

test('what takes too long is ended, whoever waits behind it is served, and nobody is once it is closed', async () => {
  const { maker, write } = await start({ mostMs: 20 })
  const path = await write('text')
  const ask = () => maker.make({ task: 'text', path, mime: 'text/plain', mostMs: 1000 })
  await expect(ask()).rejects.toThrow(/took longer than 0.02 seconds/)
  const stopping = new AbortController()
  const stopped = maker.make({ task: 'text', path, mime: 'text/plain', mostMs: 1000 }, { signal: stopping.signal })
  stopping.abort()
  await expect(stopped).rejects.toThrow('stopped')
  const pending = [ask(), ask()]
  await Promise.all([...pending.map((one) => expect(one).rejects.toThrow(Broken)), maker.close()])
  await expect(ask()).rejects.toThrow('stopped')
})

test('a trap in WebAssembly ends its process, a refusal does not', () => {
  // A function whose only instruction is `unreachable`, as a panic has.
  const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 5, 1, 3, 0, 0, 11]
  const run = new Function('code', 'new WebAssembly.Instance(new WebAssembly.Module(code))')
  const trap = (() => {
    try {
      run(Uint8Array.from(code))
    } catch (error) {
      return error
    }
  })()
  expect(String(trap)).toBe('RuntimeError: unreachable')
  expect([trap, new Spent('broke'), new Error('refused'), 'refused'].map(isSpentBy)).toEqual([true, true, false, false])
})
