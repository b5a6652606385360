import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Imports the program, and compares each of our answers with Node's own. */
const COMPARE = `
  import { registerHooks } from 'node:module'
  import { quickResolver } from ${JSON.stringify(new URL('./resolve-quickly.js', import.meta.url))}
  const resolveQuickly = quickResolver()
  const counts = { asked: 0, byNode: 0 }
  const differing = []
  registerHooks({
    resolve(specifier, context, next) {
      const { url, format } = next(specifier, context)
      counts.asked++
      const quick = resolveQuickly(specifier, context, () => {
        counts.byNode++
        return { url, format }
      })
      if (quick.url !== url || quick.format !== format) differing.push([specifier, context.parentURL, quick, url, format])
      return { url, format }
    },
  })
  for (const name of ['serve', 'backup/create', 'backup/restore', 'cli/run', 'db/postgres/open-postgres']) {
    await import(new URL('../../' + name + '.ts', ${JSON.stringify(import.meta.url)}))
  }
  console.log(JSON.stringify({ ...counts, differing }))`

test('every import leads to where Node would find it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', COMPARE])
  const { asked, byNode, differing } = JSON.parse(stdout)
  expect(differing).toEqual([])
  expect(byNode).toBeLessThan(asked / 4)
}, 60_000)
