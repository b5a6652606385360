import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `npm run measurements [-- TEXT]` runs the command above each block of docs/measurements.md and puts its output into
 * the block. With TEXT it runs only the command that is TEXT, or else those that contain it.
 */
const PAGE = join(import.meta.dirname, '../../docs/measurements.md')
const BLOCK = /<!-- (npm run bench[^\n]*?) -->\n```text\n.*?\n```/gs

const only = process.argv[2] ?? ''
const commands = Array.from(readFileSync(PAGE, 'utf8').matchAll(BLOCK), ([, command = '']) => command)
const chosen = commands.includes(only) ? [only] : commands.filter((command) => command.includes(only))
if (chosen.length === 0) {
  console.error(`No command on docs/measurements.md contains "${only}". There are:\n${commands.join('\n')}`)
  process.exitCode = 1
}

for (const command of chosen) {
  console.log(`\n${command}`)
  const { status, stdout } = spawnSync('sh', ['-c', command.replace('npm run', 'npm run --silent')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
  if (status !== 0) {
    console.error(`It ended with ${status}: its block stays as it is.`)
    process.exitCode = 1
    continue
  }
  console.log(stdout)
  const printed = stripVTControlCharacters(stdout).trim()
  // Reads the page each time, because a run takes an hour and somebody may edit it meanwhile.
  const page = readFileSync(PAGE, 'utf8').replace(BLOCK, (block, of: string) =>
    of === command ? `<!-- ${command} -->\n\`\`\`text\n${circumstances()}\n\n${printed}\n\`\`\`` : block,
  )
  writeFileSync(PAGE, page)
}

function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  return `${commit}, ${day}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`
}
