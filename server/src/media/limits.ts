/** Of what is made of contents. A higher one makes everything anew, as it is asked for or looked through. */
export const VERSION = 1

/** Pixels of the longer side. */
export const THUMBNAIL_SIDE = 320
export const PREVIEW_SIDE = 1600

/** Larger contents are left alone. Of a text only the beginning is read, whatever its size. */
export const MOST_BYTES = 128 * 1024 * 1024
export const MOST_TEXT_BYTES = 4 * 1024 * 1024

/** An image may claim to be of any size. */
export const MOST_PIXELS = 100_000_000

/** Characters of the text of one content. */
export const MOST_TEXT = 1_000_000

/** For the text of one content; then what was read of it is kept. Well below what the process is given for a task. */
export const MOST_TEXT_MS = 20_000

/** What all members of an archive that are read may amount to. */
export const MOST_UNPACKED = 64 * 1024 * 1024
export const MOST_MEMBERS = 10_000

const IMAGES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/heic', 'image/heif'],
  ...['image/tiff', 'image/svg+xml'],
])
const DOCUMENTS: ReadonlySet<string> = new Set(['application/pdf', 'application/zip', 'application/rtf'])

/** Is there something to be made of contents of this type, which was found by looking into them? */
export function isMakeable(mime: string): boolean {
  return IMAGES.has(mime) || isReadable(mime)
}

export function isImage(mime: string): boolean {
  return IMAGES.has(mime)
}

/** Contents that are read from the beginning for as long as they are wanted. */
export function isText(mime: string): boolean {
  return mime.startsWith('text/')
}

/** Is there text to be read in it? */
export function isReadable(mime: string): boolean {
  return DOCUMENTS.has(mime) || isText(mime)
}

/** Does it have pages, or a whole, that can be shown as a picture? */
export function isShowable(mime: string): boolean {
  return isImage(mime) || mime === 'application/pdf'
}
