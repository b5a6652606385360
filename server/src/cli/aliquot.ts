import { run } from './run.ts'

// What a command writes may hold anything of the notebook.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
