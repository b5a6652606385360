import type { uploads } from '@aliquot/contract/uploads'
import type { Editor } from '@tiptap/core'
import { get, Unreachable } from '../../api/client.ts'
import { type EntryRef, entryPath } from '../entry/entry-types.ts'
import { addressInText } from '../files/file-facts.ts'
import type { UploadQueue, WantedFile } from '../files/upload-queue.ts'

export interface Place {
  editor: Editor
  entry: EntryRef
  /** Absent: where the cursor is. */
  at?: number | undefined
}

const SHOWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const MOST_BYTES_IN_TEXT = 1_048_576

/** Adds files to the entry; the text shows the pictures among them as soon as the service has them. */
export function insertFiles(queue: UploadQueue, files: readonly File[], place: Place, fail: (error: unknown) => void) {
  queue.add(
    files.map((file) => ({
      file,
      name: file.name,
      ...(SHOWN_TYPES.has(file.type) && whenSent(file, place, fail)),
    })),
  )
}

function whenSent(file: File, place: Place, fail: (error: unknown) => void): Pick<WantedFile, 'onSent' | 'onFailed'> {
  const insert = holdPlace(file.name, place)
  return {
    onSent: (id) => {
      get<typeof uploads.read>(`${entryPath(place.entry)}/uploads/${id}`)
        .then(({ data }) => insert(addressInText(data)))
        .catch(fail)
    },
    onFailed: (error) => {
      // Without a connection a small one is kept with the text, as all that is written.
      if (!(error instanceof Unreachable) || file.size > MOST_BYTES_IN_TEXT) return false
      readDataUrl(file).then(insert, fail)
      return true
    },
  }
}

/** What puts a picture at a place, however the text around it changes until then. */
function holdPlace(alt: string, { editor, at }: Place): (src: string) => void {
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
