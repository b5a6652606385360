import sharp from 'sharp'
import { qrOf } from '../../src/media/paper/codes.ts'

/** A photo of a code that lies on a grey table, turned a little. */
export async function photoOf(text: string): Promise<Buffer> {
  const code = await sharp(Buffer.from(qrOf(text).svg))
    .resize(300)
    .toBuffer()
  const turned = await sharp(code).rotate(11, { background: '#ffffff' }).toBuffer()
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#a7a39b' } })
    .composite([{ input: turned }])
    .blur(0.6)
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** The same as Motion JPEG. */
export async function filmOf(text: string): Promise<Buffer> {
  return Buffer.concat(Array<Buffer>(5).fill(await photoOf(text)))
}
