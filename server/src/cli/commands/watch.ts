import type { Command } from '../command.ts'

const CONFIG = {
  type: 'text',
  value: 'FILE',
  required: true,
  help: 'which folder goes where: see docs/instruments.md',
} as const

export const watch: Command = {
  name: 'watch',
  summary: 'Bring the files of an instrument into a notebook, as they come',
  details:
    'It runs on the computer of the instrument, and needs nothing but the address of the notebook and an API key.',
  options: {
    config: CONFIG,
    once: { type: 'flag', help: 'send what is there, then end; exit code 1 if something could not be sent' },
    'dry-run': { type: 'flag', help: 'only tell what would be sent where' },
  },
  async run(call) {
    const { VERSION } = await import('../../version.ts')
    const { runWatch } = await import('../../agent/run.ts')
    return runWatch({
      config: call.text('config'),
      once: call.flag('once'),
      dryRun: call.flag('dry-run'),
      version: VERSION,
    }).catch(explain)
  },
}

export const watchStatus: Command = {
  name: 'watch status',
  summary: 'Tell how the agent with this configuration is doing',
  options: { config: CONFIG },
  async run(call) {
    const { readWatchStatus } = await import('../../agent/run.ts')
    const { CommandProblem } = await import('../../errors.ts')
    let found: ReturnType<typeof readWatchStatus>
    try {
      found = readWatchStatus(call.text('config'))
    } catch (error) {
      return explain(error)
    }
    if (!found) throw new CommandProblem('this agent has never run')
    call.print(found.status, found.text)
    return found.isWell ? 0 : 1
  },
}

/** What is wrong with the configuration is for the operator, and not a bug. */
async function explain(error: unknown): Promise<never> {
  const { SetupProblem } = await import('../../agent/problems.ts')
  const { CommandProblem } = await import('../../errors.ts')
  throw error instanceof SetupProblem ? new CommandProblem(error.message) : error
}
