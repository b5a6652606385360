import { shared } from '@aliquot/contract/shared'
import { files } from '@aliquot/contract/uploads'
import { addressOf } from '../../api/call.ts'
import { addressAt } from '../../api/files.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'

/**
 * The text with pictures and recordings from under the public link: readers without an account get them nowhere else.
 */
export function withSharedPictures(html: string, entry: EntryRef, accessKey: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const media of page.querySelectorAll('img[src], audio[src], video[src], source[src]')) {
    const name = longNameIn(media.getAttribute('src') ?? '')
    if (name === undefined) continue
    const query = { name, ...(accessKey !== '' && { access_key: accessKey }) }
    media.setAttribute('src', addressOf(shared.file, { params: entryParams(entry), query }))
  }
  return page.body.innerHTML
}

/** The long name of the file behind an address of a text. Those of eLabFTW have it in `f`. */
function longNameIn(src: string): string | undefined {
  const address = URL.parse(src, location.href)
  if (address?.origin !== location.origin) return undefined
  const isFile = address.pathname === FILES || address.pathname.endsWith('/app/download.php')
  return isFile ? (address.searchParams.get('f') ?? address.searchParams.get('name') ?? undefined) : undefined
}

const FILES = addressAt(files.read.path)
