/**
 * `npm run build:watch`: the agent as one file that needs nothing else, for the computers of instruments.
 *
 *     npm run build:watch                            for Linux x64, into ./dist/aliquot-watch-linux-x64
 *     npm run build:watch -- --platform win-x64      for another system: linux-arm64, win-x64, darwin-x64
 *     npm run build:watch -- --out /srv/programs     into another folder
 */
import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { PLATFORMS } from './node-for.ts'
import { buildProgram } from './program.ts'

const { values } = parseArgs({
  options: { platform: { type: 'string', default: 'linux-x64' }, out: { type: 'string', default: 'dist' } },
})
const platform = PLATFORMS.find((one) => one === values.platform)
if (platform) {
  const started = performance.now()
  const file = await buildProgram(platform, values.out)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${file}: ${Math.round(statSync(file).size / 1e6)} MB, built in ${seconds} s`)
} else {
  console.error(`--platform: must be one of ${PLATFORMS.join(', ')}`)
  process.exitCode = 2
}
