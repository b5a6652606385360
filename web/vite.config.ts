import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isBase } from './build/base-chunk.ts'
import { contractData } from './build/contract-data.ts'
import { isSmall } from './build/small-chunk.ts'
import { serviceWorker } from './build/worker.ts'

// Set by `npm start` (server/src/web/build.ts), `npm run dev` (server/src/web/dev.ts) and `npm run screenshots`.
const { WEB_OUT_DIR, WEB_CACHE_DIR, WEB_DESIGN, WEB_PORT, SERVICE_URL = 'http://127.0.0.1:4280' } = process.env

const SHARED = [
  { name: 'base', test: isBase, priority: 1 },
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
  { name: 'small', test: isSmall, minShareCount: 2 },
]

/** Every browser this is built for reads woff2; KaTeX brings each of its fonts in two older formats as well. */
const onlyWoff2: Plugin = {
  name: 'only-woff2',
  enforce: 'pre',
  transform: {
    filter: { id: /katex[^/\\]*\.css$/ },
    handler: (css) => css.replaceAll(/,url\([^)]+\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ''),
  },
}

export default defineConfig(({ command }) => ({
  plugins: [contractData, react(), onlyWoff2, serviceWorker],
  publicDir: 'static',
  // React has it itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  define: { 'import.meta.env.HAS_DESIGN': JSON.stringify(command === 'serve' || WEB_DESIGN === '1') },
  ...(WEB_CACHE_DIR && { cacheDir: WEB_CACHE_DIR }),
  build: {
    target: 'es2023',
    // Every browser of that target knows modulepreload.
    modulePreload: { polyfill: false },
    outDir: WEB_OUT_DIR ?? 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: SHARED },
        // The first files name some 360 others, whose hashes gzip cannot shorten: 0.7 kB less than by default.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { host: '127.0.0.1', port: Number(WEB_PORT ?? 4281), strictPort: true, proxy: { '/api': SERVICE_URL } },
}))
