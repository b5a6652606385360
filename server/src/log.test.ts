import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const LOG = new URL('./log.ts', import.meta.url).href

/** The arguments for Node to run a program that logs a line and then ends. */
function programThat(end: string): string[] {
  const program = `import { openLog } from '${LOG}'
    const log = await openLog({ LOG_LEVEL: 'info' })
    log.info('before the end')
    ${end}`
  return ['--input-type=module-typescript', '-e', program]
}

/** The output of such a program. */
async function linesOf(end: string): Promise<{ message: string; time: string }[]> {
  const { stdout } = await run(process.execPath, programThat(end)).catch((error: { stdout: string }) => error)
  return stdout
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { msg, time } = JSON.parse(line)
      return { message: msg, time }
    })
}

test.each([
  ['comes to its end', ''],
  ['exits', 'process.exit(1)'],
  ['throws', "throw new Error('crash')"],
  ['rejects a promise', "Promise.reject(new Error('crash'))"],
])('no line is lost when the program %s', async (_, end) => {
  expect(await linesOf(end)).toEqual([
    { message: 'before the end', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
  ])
})

test('lines arrive while the program runs, without waiting for a full buffer', async () => {
  const ends = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1500)"
  expect(await linesOf(ends)).toHaveLength(1)
})

test('many lines at once arrive whole and in order', async () => {
  const lines = await linesOf("for (let n = 0; n < 3000; n++) log.info('line ' + n)")
  expect(lines.slice(1).map(({ message }) => message)).toEqual(Array.from({ length: 3000 }, (_, n) => `line ${n}`))
})

test.runIf(existsSync('/dev/full'))('a log for which there is no room stops nothing, not even the end', async () => {
  const goOn = `for (let second = 0; second < 2; second++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      log.info('more')
    }
    console.error('goes on')
    process.exit()`
  const args = ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, ...programThat(goOn)]
  const { stderr } = await run('sh', args, { timeout: 15_000, killSignal: 'SIGKILL' })
  expect(stderr).toBe('goes on\n')
})
