import type { Command } from '../command.ts'

const SIGNS = { ok: '✓', warning: '!', wrong: '✗' } as const

export const doctor: Command = {
  name: 'doctor',
  summary: 'Look at configuration, disk, permissions, database, clock and journal',
  details: 'One line each: ✓ fine, ! worth a look, ✗ wrong. Exit code 1 when anything is wrong. Changes nothing.',
  async run(call) {
    const { checkInstance } = await import('../../features/instance/checks.ts')
    const checks = await checkInstance()
    const width = Math.max(...checks.map(({ name }) => name.length))
    const lines = checks.map(({ name, state, message }) => `${SIGNS[state]} ${name.padEnd(width)}  ${message}`)
    const isWrong = checks.some(({ state }) => state === 'wrong')
    call.print({ ok: !isWrong, checks }, lines.join('\n'))
    return isWrong ? 1 : 0
  },
}
