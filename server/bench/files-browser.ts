import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chromium } from 'playwright-core'
import { FLAGS } from '../../e2e/chromium-flags.ts'
import { provideWeb } from '../src/web/build.ts'
import { provideChromium } from '../test/packages.ts'
import { row, watchMemory } from './files.ts'
import { openNotebook } from './web-notebook.ts'

const MIB = 1024 * 1024
const MOST_MS = 15 * 60_000

/** `npm run bench -- files browser`: the server's memory while somebody drops a large file on a page. */
export async function benchBrowserUpload({ mib = 2048 }: { mib?: number }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-drop-'))
  const executablePath = await provideChromium()
  if (!(await provideWeb(folder))) throw new Error('The web interface could not be built')
  const notebook = await openNotebook(folder, join(folder, 'cache/web'), 1)
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS })
  try {
    const file = join(folder, 'stack.tif')
    const sha256 = await writeLarge(file, mib)
    const id = await notebook.addExperiment({ title: 'Light sheet', body: '' })
    const context = await browser.newContext({ baseURL: notebook.address })
    await context.addCookies([notebook.cookie])
    const page = await context.newPage()
    await page.goto(`/experiments/${id}`)
    const picker = page.locator('input[type=file]').first()
    await picker.waitFor({ state: 'attached' })
    const { growth, seconds } = await watchMemory(notebook, async () => {
      await picker.setInputFiles(file)
      await page.getByRole('link', { name: 'stack.tif', exact: true }).waitFor({ timeout: MOST_MS })
    })
    // The API omits the hash of large files.
    const stored = await sha256Of(await notebook.readFile(id))
    if (stored !== sha256) throw new Error('what is stored is not what was dropped')
    console.table({
      [`${mib} MiB through the browser: memory growth of the server, MB`]: row(growth, '≤ 64'),
      [`${mib} MiB through the browser: MiB a second`]: row(mib / seconds, ''),
    })
  } finally {
    await browser.close()
    await notebook.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes random bytes and returns their hash. */
async function writeLarge(path: string, mib: number): Promise<string> {
  const digest = createHash('sha256')
  const chunk = randomBytes(MIB)
  function* chunks() {
    for (let written = 0; written < mib; written++) {
      chunk.writeUInt32LE(written)
      digest.update(chunk)
      yield Buffer.from(chunk)
    }
  }
  await pipeline(Readable.from(chunks(), { highWaterMark: 1 }), createWriteStream(path))
  return digest.digest('hex')
}

async function sha256Of(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of chunks) digest.update(chunk)
  return digest.digest('hex')
}
