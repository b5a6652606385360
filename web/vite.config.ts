import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// Set by `npm start` (server/src/web/build.ts) and by `npm run dev` (server/src/web/dev.ts).
const { WEB_OUT_DIR, WEB_CACHE_DIR, WEB_PORT, SERVICE_URL = 'http://127.0.0.1:4280' } = process.env

/** Parts that a list needs and that nearly every page shares: each alone would be a small file of its own. */
const SMALL = [
  ...['hooks', 'Input', 'InputBase', 'TextInput', 'NativeSelect', 'ActionIcon', 'VisuallyHidden', 'Skeleton'],
  ...['use-sync-external-store', 'When', 'time', 'Segments', 'ProblemLine', 'SearchInput', 'LabelPill'],
  ...['calendar-day', 'people.queries', 'current-team.queries', 'use-new-entry', 'early-keys'],
]

/** What pages share comes in few files. The first load grows when parts of fewer pages join the base. */
const SHARED = [
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 1 },
  { name: 'small', test: new RegExp(`[\\\\/](?:${SMALL.join('|')})[\\\\/.]`), minShareCount: 3, priority: 1 },
  { name: 'base', minShareCount: 21 },
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

export default defineConfig({
  plugins: [react(), onlyWoff2],
  publicDir: 'static',
  ...(WEB_CACHE_DIR && { cacheDir: WEB_CACHE_DIR }),
  build: {
    target: 'es2023',
    outDir: WEB_OUT_DIR ?? 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
  },
  server: { host: '127.0.0.1', port: Number(WEB_PORT ?? 4281), strictPort: true, proxy: { '/api': SERVICE_URL } },
})
