import { openCodeReader } from './code-reader.ts'
import { pixelsOf } from './pixels.ts'

/** What the code on a photo says; undefined if there is none. */
export async function readPhoto(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file)
  const reader = openCodeReader()
  try {
    const pixels = pixelsOf(picture, picture)
    return pixels && (await reader.read(pixels))
  } finally {
    picture.close()
    reader.end()
  }
}
