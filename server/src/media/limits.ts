/** The version of derived content. Raising it makes all of it again, on demand or when all files are gone through. */
export const VERSION = 1

/** Pixels of the longer side. */
export const THUMBNAIL_SIDE = 320
export const PREVIEW_SIDE = 1600

/** Larger content is skipped. Of a text only the beginning is read, whatever its size. */
export const MOST_BYTES = 128 * 1024 * 1024
export const MOST_TEXT_BYTES = 4 * 1024 * 1024

/** A limit, because an image file may claim any size. */
export const MOST_PIXELS = 100_000_000

/** The most characters of text per content. */
export const MOST_TEXT = 1_000_000

/** The most words of one page of a document: a dense page has 1,500. */
export const MOST_PAGE_WORDS = 5000

/** The time limit for the words of some pages. The others have none. */
export const MOST_WORDS_MS = 10_000

/** The time limit for the text of one content; what was read by then is kept. Well below the time limit of a task. */
export const MOST_TEXT_MS = 20_000

/** The limit of unpacked bytes of an archive. */
export const MOST_UNPACKED = 64 * 1024 * 1024
export const MOST_MEMBERS = 10_000

const IMAGES: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/heic', 'image/heif'],
  ...['image/tiff', 'image/svg+xml'],
])
const DOCUMENTS: ReadonlySet<string> = new Set(['application/pdf', 'application/zip', 'application/rtf'])

/** Whether anything can be derived from content of this detected type. */
export function isMakeable(mime: string): boolean {
  return IMAGES.has(mime) || isReadable(mime)
}

export function isImage(mime: string): boolean {
  return IMAGES.has(mime)
}

/** Text that is read from the beginning, up to a limit. */
export function isText(mime: string): boolean {
  return mime.startsWith('text/')
}

/** Whether text can be extracted. */
export function isReadable(mime: string): boolean {
  return DOCUMENTS.has(mime) || isText(mime)
}

/** Whether it can be shown as a picture, whole or page by page. */
export function isShowable(mime: string): boolean {
  return isImage(mime) || mime === 'application/pdf'
}
