/** The agent as a program of its own, without the service: `aliquot-watch --config FILE`. */
import { parseArgs } from 'node:util'
import { SetupProblem } from './problems.ts'
import { readWatchStatus, runWatch } from './run.ts'

/** Filled in by the build. */
declare const AGENT_VERSION: string

const HELP = `Usage: aliquot-watch --config FILE [--once] [--dry-run]
       aliquot-watch status --config FILE
       aliquot-watch --version

Brings the files of an instrument into an Aliquot notebook.`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      once: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  // Also with the words of the long program: `aliquot watch status`.
  const words = positionals.filter((word) => word !== 'watch')
  if (values.version) {
    console.log(AGENT_VERSION)
    return 0
  }
  if (values.help) {
    console.log(HELP)
    return 0
  }
  if (values.config === undefined || words.some((word) => word !== 'status')) {
    console.error(HELP)
    return 2
  }
  if (words[0] === 'status') {
    const found = readWatchStatus(values.config)
    console.log(found?.text ?? 'this agent has never run')
    return found?.isWell ? 0 : 1
  }
  return runWatch({ config: values.config, once: values.once, dryRun: values['dry-run'], version: AGENT_VERSION })
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(`aliquot-watch: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = error instanceof SetupProblem ? 2 : 1
  },
)
