import { type Upload, uploads } from '@aliquot/contract/uploads'
import type { Editor } from '@tiptap/core'
import { call } from '../../../api/call.ts'
import { Unreachable } from '../../../api/client.ts'
import { type EntryRef, entryParams } from '../../entry-data/entry-types.ts'
import { addressInText, nameOf } from '../../files/file-facts.ts'
import type { UploadQueue, WantedFile } from '../../uploads/upload-queue.ts'
import { tableOfRows } from '../text/paste.ts'
import { insertBlock, nearestBoundary } from './picture-place.ts'
import { isPicture, type Picture } from './pictures.ts'

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

/** For an editor: a line of its own at this boundary, or at the one nearest to its cursor. */
export function holdPlaceIn(editor: Editor, alt: string, boundary?: number): (src: string) => void {
  const place = follow(editor, boundary ?? nearestBoundary(editor.state, editor.state.selection.to))
  return (src) => {
    const position = place()
    if (editor.isDestroyed || !editor.isEditable) return
    const { schema, tr } = editor.state
    const image = schema.node('paragraph', null, schema.node('image', { src, alt }))
    editor.view.dispatch(insertBlock(tr, position, image))
  }
}

/** For an editor: a file that the entry has already. A picture is shown, another file becomes a link. */
export function insertAttached(editor: Editor, file: Upload, hasCursor: boolean, caption?: string): void {
  const { schema, doc, selection, tr } = editor.state
  const src = addressInText(file)
  const place = hasCursor ? selection.to : doc.content.size
  if (SHOWN_TYPES.has(file.mime_type)) {
    const picture = { src, alt: nameOf(file) }
    const block = caption
      ? schema.node('figure', picture, schema.text(caption))
      : schema.node('paragraph', null, schema.node('image', picture))
    insertBlock(tr, nearestBoundary(editor.state, place), block)
    editor.view.dispatch(tr.scrollIntoView())
  } else {
    const link = { type: 'text', text: nameOf(file), marks: [{ type: 'link', attrs: { href: src } }] }
    const content = [link, { type: 'text', text: ' ' }]
    if (hasCursor) editor.commands.insertContentAt(place, content)
    else editor.commands.insertContentAt(place, { type: 'paragraph', content })
  }
  editor.commands.focus(null, { scrollIntoView: true })
}

/** For an editor: a table file that the entry has already, as a table; false if it is too long for a text. */
export async function insertAttachedTable(editor: Editor, file: Upload, hasCursor: boolean): Promise<boolean> {
  const { readShortTable } = await import('../../files/viewer/table/short-table.ts')
  const rows = await readShortTable(file)
  if (!rows || editor.isDestroyed || !editor.isEditable) return false
  const { schema, doc, selection, tr } = editor.state
  const table = schema.nodeFromJSON(tableOfRows(rows, true))
  insertBlock(tr, nearestBoundary(editor.state, hasCursor ? selection.to : doc.content.size), table)
  editor.view.dispatch(tr.scrollIntoView())
  editor.commands.focus(null, { scrollIntoView: true })
  return true
}

/** For an editor: instead of the selected picture, with its size and caption. */
export function replacePictureIn(editor: Editor, { position }: Picture): (src: string) => void {
  const place = follow(editor, position)
  return (src) => {
    const at = place()
    if (editor.isDestroyed || !editor.isEditable) return
    const { doc, tr } = editor.state
    const node = doc.nodeAt(at)
    if (node && isPicture(node)) editor.view.dispatch(tr.setNodeAttribute(at, 'src', src))
  }
}

/** Returns a function that ends following and returns the current position. */
function follow(editor: Editor, start: number): () => number {
  let position = start
  const map = ({ transaction }: { transaction: Editor['state']['tr'] }) => {
    position = transaction.mapping.map(position)
  }
  editor.on('transaction', map)
  return () => {
    editor.off('transaction', map)
    return position
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
