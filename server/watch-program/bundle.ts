import { join } from 'node:path'
import { build } from 'vite'
import { VERSION } from '../src/version.ts'

/** Writes the agent and everything that it imports into one script, and returns its path. */
export async function bundleAgent(folder: string): Promise<string> {
  const name = 'watch.mjs'
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'warn',
    define: { AGENT_VERSION: JSON.stringify(VERSION) },
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, '../src/agent/main.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node26',
      minify: true,
      rolldownOptions: { output: { format: 'es', entryFileNames: name, codeSplitting: false } },
    },
  })
  return join(folder, name)
}
