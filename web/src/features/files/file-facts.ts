import type { Upload } from '@aliquot/contract/uploads'
import { API } from '../../api/client.ts'
import { entryPath } from '../entry/entry-types.ts'

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
/** A larger one takes too long to come for a small preview. */
const MOST_PREVIEW_BYTES = 8_000_000

export function hasPreview({ mime_type, filesize }: Upload): boolean {
  return PICTURES.has(mime_type) && filesize <= MOST_PREVIEW_BYTES
}

/** Where the content of a file is. */
export function contentAddress({ type, item_id, id }: Upload): string {
  return `${API}${entryPath({ type, id: item_id })}/uploads/${id}?format=binary`
}

/** By this address texts show a file, also when their entry is copied. */
export function addressInText({ long_name }: Pick<Upload, 'long_name'>): string {
  return `${API}/files?name=${encodeURIComponent(long_name)}`
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `1.2 MB` */
export function sizeText(bytes: number, language: string): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  const unitDisplay = power === 0 ? 'long' : 'short'
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay,
    maximumFractionDigits,
  }).format(value)
}
