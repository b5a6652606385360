import { uploads } from '@aliquot/contract/uploads'
import type { Editor } from '@tiptap/core'
import { call } from '../../../api/call.ts'
import { Unreachable } from '../../../api/client.ts'
import { type EntryRef, entryParams } from '../../entry-data/entry-types.ts'
import { addressInText } from '../../files/file-facts.ts'
import type { UploadQueue, WantedFile } from '../../files/sending/upload-queue.ts'

export interface Place {
  entry: EntryRef
  /** Returns a function that inserts a picture at the current cursor, however the text around it changes until then. */
  holdPlace(name: string): (src: string) => void
  /** The text can contain small pictures as data URLs. */
  keepsPictures?: boolean
}

const SHOWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const MOST_BYTES_IN_TEXT = 1_048_576

/** Whether a text can show it. */
export function isShown({ type }: File): boolean {
  return SHOWN_TYPES.has(type)
}

/** Adds files to the entry; pictures appear in the text once the service has them. */
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
      // Offline, a small one is stored in the text.
      if (!place.keepsPictures || !(error instanceof Unreachable) || file.size > MOST_BYTES_IN_TEXT) return false
      readDataUrl(file).then(insert, fail)
      return true
    },
  }
}

/** For an editor: at this position, or at its cursor. */
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
