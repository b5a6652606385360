import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` runs the service. */
const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:4280'

export default defineConfig({
  plugins: [react()],
  publicDir: 'static',
  build: { target: 'es2023', outDir: process.env.WEB_OUT_DIR ?? 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { port: 4281, proxy: { '/api': SERVICE } },
})
