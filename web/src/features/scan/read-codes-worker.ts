import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// By default the reader comes from another server.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** Linear codes with weak checks are left out: they are seen where there are none. */
const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'MicroQRCode', 'DataMatrix', 'Aztec', 'Code128'],
  maxNumberOfSymbols: 1,
  tryHarder: true,
}

/** The worker: tells what the code on each picture says, if there is one. */
addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const [code] = await readBarcodes(data, OPTIONS)
  postMessage(code?.isValid ? code.text : undefined)
})
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
