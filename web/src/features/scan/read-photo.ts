import { openCodeReader } from './code-reader.ts'
import { pixelsOf } from './pixels.ts'

/** A code that fills the photo is read best in few pixels, a small one in many. */
const SIZES = [1280, 2560]

/** What the code on a photo says; undefined if there is none. */
export async function readPhoto(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file)
  const reader = openCodeReader()
  try {
    for (const size of SIZES) {
      const pixels = pixelsOf(picture, picture, size)
      const code = pixels && (await reader.read(pixels))
      if (code) return code
    }
    return undefined
  } finally {
    picture.close()
    reader.end()
  }
}
