import { run } from './run.ts'

// The output of a command may contain anything of the notebook.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
