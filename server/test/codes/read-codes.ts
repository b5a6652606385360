import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ReaderOptions } from 'zxing-wasm/reader'

/** What another program reads from a picture: each code with its kind, in reading order. */
export async function readCodes(picture: Picture): Promise<ReadCode[]> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  const { width, height } = picture
  const data = new Uint8ClampedArray(picture.data)
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0],
    OPTIONS,
  )
  return found
    .map(({ text, format, position: { topLeft } }) => ({ text, format: String(format), x: topLeft.x, y: topLeft.y }))
    .sort((a, b) => (Math.abs(a.y - b.y) > 20 ? a.y - b.y : a.x - b.x))
}

const OPTIONS: ReaderOptions = { formats: ['QRCode', 'DataMatrix'], maxNumberOfSymbols: 255, tryHarder: true }

interface Picture {
  width: number
  height: number
  /** Red, green, blue and opacity of each pixel. */
  data: Uint8Array
}

interface ReadCode {
  text: string
  format: string
  x: number
  y: number
}
