import { uploads } from '@aliquot/contract/uploads'
import type { Editor } from '@tiptap/core'
import { call } from '../../../api/call.ts'
import { Unreachable } from '../../../api/client.ts'
import { type EntryRef, entryParams } from '../../entry-data/entry-types.ts'
import { addressInText } from '../../files/file-facts.ts'
import type { UploadQueue, WantedFile } from '../../files/sending/upload-queue.ts'

export interface Place {
  entry: EntryRef
  /** What puts a picture where the cursor is now, however the text around it changes until then. */
  holdPlace(name: string): (src: string) => void
  /** The text can hold small pictures itself. */
  keepsPictures?: boolean
}

const SHOWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const MOST_BYTES_IN_TEXT = 1_048_576

/** Can a text show it? */
export function isShown({ type }: File): boolean {
  return SHOWN_TYPES.has(type)
}

/** Adds files to the entry; the text shows the pictures among them as soon as the service has them. */
export function insertFiles(queue: UploadQueue, files: readonly File[], place: Place, fail: (error: unknown) => void) {
  queue.add(
    files.map((file) => ({
      file,
      name: file.name,
      ...(isShown(file) && whenSent(file, place, fail)),
    })),
  )
}

function whenSent(file: File, place: Place, fail: (error: unknown) => void): Pick<WantedFile, 'onSent' | 'onFailed'> {
  const insert = place.holdPlace(file.name)
  return {
    onSent: (id) => {
      call(uploads.read, { params: { ...entryParams(place.entry), subid: id } })
        .then(({ data }) => insert(addressInText(data)))
        .catch(fail)
    },
    onFailed: (error) => {
      // Without a connection a small one is kept with the text, as all that is written.
      if (!place.keepsPictures || !(error instanceof Unreachable) || file.size > MOST_BYTES_IN_TEXT) return false
      readDataUrl(file).then(insert, fail)
      return true
    },
  }
}

/** Of an editor: at this position, or where its cursor is. */
export function holdPlaceIn(editor: Editor, alt: string, at?: number): (src: string) => void {
  let position = at ?? editor.state.selection.from
  const follow = ({ transaction }: { transaction: Editor['state']['tr'] }) => {
    position = transaction.mapping.map(position)
  }
  editor.on('transaction', follow)
  return (src) => {
    editor.off('transaction', follow)
    if (editor.isDestroyed || !editor.isEditable) return
    const image = { type: 'image', attrs: { src, alt } }
    editor.commands.insertContentAt(position, image, { updateSelection: false })
  }
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })
}
