import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, overview } from './help.ts'
import { callOf, parse } from './parse.ts'

const FAILED = 1
const WRONG_USAGE = 2

/** Runs one command line and returns its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  // The reader of our output may leave early (`aliquot user list | head`).
  process.stdout.on('error', () => process.exit(0))
  try {
    const parsed = parse(args, commands)
    const { command, group, wantsHelp, json } = parsed
    if (!command && args.includes('--version')) {
      const { VERSION } = await import('../version.ts')
      console.log(json ? JSON.stringify({ version: VERSION }) : VERSION)
      return 0
    }
    if (!command || wantsHelp) {
      const listed = group && !command ? commands.filter(({ name }) => name.startsWith(`${group} `)) : commands
      console.log(command ? commandHelp(command) : overview(listed))
      return 0
    }
    return (await command.run(callOf(parsed))) ?? 0
  } catch (error) {
    await printError(error, args.includes('--json'))
    return error instanceof UsageError ? WRONG_USAGE : FAILED
  }
}

async function printError(error: unknown, json: boolean): Promise<void> {
  const plain = error instanceof UsageError ? error.message : await readMessage(error)
  const message = plain ?? (error instanceof Error ? error.message : String(error))
  console.error(json ? JSON.stringify({ error: message }) : `aliquot: ${message}`)
  // A bug: the stack is useful, but only on request.
  if (plain === undefined && process.env.LOG_LEVEL === 'debug') console.error(error)
}

/** Imported lazily: it knows the errors of the whole program, and help should answer at once. */
async function readMessage(error: unknown): Promise<string | undefined> {
  const { plainMessage } = await import('../plain-message.ts')
  return plainMessage(error)
}
