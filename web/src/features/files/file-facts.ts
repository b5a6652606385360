import { files, type Upload, uploads } from '@aliquot/contract/uploads'
import { addressOf } from '../../api/call.ts'
import { ENTRY_TYPES } from '../entry-data/entry-types.ts'

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
/** A larger one takes too long to load for a small preview. */
const MOST_PREVIEW_BYTES = 8_000_000

export function hasPreview({ mime_type, filesize }: Upload): boolean {
  return PICTURES.has(mime_type) && filesize <= MOST_PREVIEW_BYTES
}

/** Identifies one file. */
type FileRef = Pick<Upload, 'type' | 'item_id' | 'id'>

export function fileParams({ type, item_id, id }: FileRef) {
  return { entity_type: type, id: item_id, subid: id }
}

/** The URL of the content. */
export function contentAddress(file: FileRef): string {
  return addressOf(uploads.read, { params: fileParams(file), query: { format: 'binary' } })
}

/** The URL of a thumbnail: the one that the service made, or the file itself. Undefined if there is none. */
export function thumbnailAddress(file: Upload): string | undefined {
  if (file.has_thumbnail === 1)
    return addressOf(uploads.read, { params: fileParams(file), query: { format: 'thumbnail' } })
  return hasPreview(file) ? contentAddress(file) : undefined
}

/** The URL of a large picture; of a PDF, one of its pages. */
export function previewAddress(file: Upload, page?: number): string {
  return addressOf(uploads.read, { params: fileParams(file), query: { format: 'preview', page } })
}

/** The page of its entry with the file open. */
export function pageAddress({ type, item_id, id }: Upload): string {
  return `${ENTRY_TYPES[type].entry.replace('$id', String(item_id))}?file=${id}`
}

/** A click with a modifier key opens another tab or window. */
export function isForAnotherTab(click: {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}): boolean {
  return click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
}

/** Without its folders. */
export function nameOf({ real_name }: Pick<Upload, 'real_name'>): string {
  return real_name.split('/').findLast((part) => part.trim() !== '') ?? real_name
}

/** The URL by which texts refer to a file. It stays valid when the entry is copied. */
export function addressInText({ long_name }: Pick<Upload, 'long_name'>): string {
  return addressOf(files.read, { query: { name: long_name } })
}
