import type { Sharp, SharpOptions } from 'sharp'
import { MOST_PIXELS } from './limits.ts'

/** Runs only in the media process. */

/** The formats that libvips may load; all others are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`)

async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return sharp
}

let opened: ReturnType<typeof openSharp> | undefined

const BOUNDS: SharpOptions = { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' }

/**
 * Draws the image, or the first frame, as WebP within a square of this side. It is read from memory, so an SVG has no
 * folder from which it could load other files.
 */
export async function drawImage(content: Buffer, side: number): Promise<Uint8Array> {
  return fit((await openImage(content)).autoOrient(), side)
}

export async function openImage(content: Uint8Array): Promise<Sharp> {
  opened ??= openSharp()
  return (await opened)(content, BOUNDS)
}

export interface Bitmap {
  width: number
  height: number
  /** RGBA. */
  data: Uint8Array
}

export async function drawBitmap(bitmap: Bitmap, side: number): Promise<Uint8Array> {
  return fit((await openBitmap(bitmap)).flatten({ background: '#ffffff' }), side)
}

export async function openBitmap({ width, height, data }: Bitmap): Promise<Sharp> {
  opened ??= openSharp()
  return (await opened)(data, { raw: { width, height, channels: 4 } })
}

function fit(image: Sharp, side: number): Promise<Uint8Array> {
  return image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 75 })
    .toBuffer()
}
