import type { EntityType } from '@aliquot/contract/common'
import { Text } from '@mantine/core'
import type { AnyExtension, Editor, JSONContent } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { memo, useCallback, useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { useInsertionRequests } from '../files/insertion-request.ts'
import { hasFolder } from '../files/sending/dropped-files.ts'
import { kindOf } from '../files/viewer/file-kind.ts'
import type { CurrentTitles } from '../rendered-text/links/current-titles.ts'
import { EntryPreview } from '../rendered-text/preview/EntryPreview.tsx'
import { useRoomBeside } from '../rendered-text/tables/room-beside.ts'
import styles from '../rendered-text/written-text.module.css'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { useSession } from '../session/session.queries.ts'
import { uploadQueue } from '../uploads/upload-queue.ts'
import { editorMessages } from './editor.messages.ts'
import {
  holdPlaceIn,
  insertAttached,
  insertAttachedTable,
  insertFiles,
  replacePictureIn,
} from './media/insert-files.ts'
import { boundaryAt, movePicture } from './media/picture-place.ts'
import type { Picture } from './media/pictures.ts'
import { insertNow } from './menus/insertions.ts'
import { TriggerMenu } from './menus/TriggerMenu.tsx'
import { writeAfterForeign } from './room-to-write.ts'
import { TextIsComing } from './TextIsComing.tsx'
import { applyRemote, REMOTE } from './text/apply-remote.ts'
import { copyWritten, writeHtml } from './text/html-writer.ts'
import { loadHtml } from './text/load-html.ts'
import { fillCells, isPictureAlone, tableFromText } from './text/paste.ts'
import { entryAtAddress, insertAddress } from './text/pasted-address.ts'
import { insertMarkdown, looksLikeMarkdown } from './text/pasted-markdown.ts'
import { plainStyles } from './text/pasted-styles.ts'
import toolbar from './toolbar/Toolbar.module.css'
import { useEntryLinks } from './use-entry-links.ts'

/** Writing need not wait for them. */
const EditorTools = onDemand(async () => (await import('./EditorTools.tsx')).EditorTools)

interface Props extends Pick<EntryDraft, 'setBody' | 'onReplace'> {
  entryType: EntityType
  entryId: number
  readOnly: boolean
  extensions: AnyExtension[]
  /** The initial document; later ones come through the draft. */
  content: DocNode | undefined
  /** The last text that came from outside: at first the source of `content`. */
  body: string
  titles: CurrentTitles
  /** Called if this editor cannot handle a later text. */
  showForeign(): void
}

/** The editor itself. It is not rendered again when only the save state changes. */
export const WritingArea = memo(function WritingArea(props: Props) {
  const { entryType, entryId, readOnly, extensions, content, body, titles, setBody, onReplace, showForeign } = props
  const text = useMessages(editorMessages)
  const current = useRef<Editor | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const { addFiles, replacePicture } = useFileInsertion(current, { type: entryType, id: entryId })
  const hadFocus = useRef(false)
  // Another language creates another editor, which continues with the current document.
  const written = useRef(content)

  const editor = useEditor(
    {
      extensions,
      editable: !readOnly,
      injectCSS: false,
      // Not during rendering, which React may start several times.
      immediatelyRender: false,
      enableContentCheck: false,
      editorProps: {
        attributes: {
          'aria-label': text.mainText,
          role: 'textbox',
          'aria-multiline': 'true',
          'data-placeholder': text.placeholder,
          class: styles.text ?? '',
        },
        transformPastedHTML: plainStyles,
        handlePaste: pasteInto,
        handleDrop: (view, event, slice, isMove) =>
          (isMove && movePicture(view, event, slice)) || dropInto(boundaryAt(view, event), event, isMove),
        handleKeyDown: (_view, event) => handleKey(current.current, event),
        handleClick: (_view, _position, event) => followLink(event, readOnly),
        handleTextInput: (view, _from, _to, typed) => writeAfterForeign(view, typed),
      },
      onBeforeCreate: ({ editor }) => {
        // A document works like its JSON here, although the type does not say so.
        const doc = written.current && copyWritten(written.current, editor.schema)
        if (doc) editor.setOptions({ content: doc as unknown as JSONContent })
      },
      onFocus: () => {
        hadFocus.current = true
      },
      onTransaction: ({ transaction, editor }) => {
        if (!transaction.docChanged) return
        const { doc } = editor.state
        written.current = doc
        if (!transaction.getMeta(REMOTE)) setBody(() => writeHtml(doc))
      },
    },
    [extensions],
  )
  current.current = editor
  useRoomBeside(area, editor !== null)
  useEntryLinks(editor, entryId, titles)

  const { show } = useToasts()
  useInsertionRequests(!readOnly, async (file, caption) => {
    if (!editor) return
    // Without a network, or if it is long, there is still the link.
    const isTable = kindOf(file) === 'table'
    if (isTable && (await insertAttachedTable(editor, file, hadFocus.current).catch(() => false))) return
    insertAttached(editor, file, hadFocus.current, caption)
    if (isTable) show({ message: text.linkedTable })
  })

  function pasteInto(view: EditorView, event: ClipboardEvent): boolean {
    const editor = current.current
    const { clipboardData } = event
    if (!editor || !clipboardData) return false
    const files = [...clipboardData.files]
    const html = clipboardData.getData('text/html')
    if (files.length > 0 && (html === '' || isPictureAlone(html))) return addFiles(files)
    if (pasteAddress(editor, view, clipboardData)) return true
    // Code editors add the colours of their window as HTML.
    const isPlain = html === '' || clipboardData.types.includes('vscode-editor-data')
    if (!isPlain || editor.isActive('codeBlock')) return false
    return pasteText(editor, view, event)
  }

  function dropInto(boundary: number | undefined, event: DragEvent, isMove: boolean): boolean {
    const files = [...(event.dataTransfer?.files ?? [])]
    // Folders are handled by the drop target of the entry.
    if (isMove || files.length === 0 || hasFolder(event.dataTransfer)) return false
    event.preventDefault()
    return addFiles(files, boundary)
  }

  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])

  const shown = useRef(body)
  const latest = useRef(body)
  latest.current = body
  useEffect(() => {
    if (!editor) return
    const replace = (body: string) => {
      shown.current = body
      const doc = loadHtml(editor.schema, body)
      if (!doc) showForeign()
      else if (!editor.isDestroyed) applyRemote(editor.view, doc)
    }
    // Texts that arrived between the first rendering and now.
    if (latest.current !== shown.current) replace(latest.current)
    return onReplace((texts) => replace(texts.body))
  }, [editor, onReplace, showForeign])

  const pickImage = useCallback(() => picker.current?.click(), [])
  if (!editor) return <TextIsComing />
  return (
    <div ref={area} className={styles.area}>
      {/* What was typed before a lock is in the editor first. */}
      {readOnly && body === '' && editor.isEmpty && <Text c="var(--quiet)">{text.emptyReadOnly}</Text>}
      {!readOnly && (
        <EditorTools {...{ editor, replacePicture, pickImage }} fallback={<div className={toolbar.place} />} />
      )}
      <EditorContent editor={editor} />
      <EntryPreview area={area} editor={editor} />
      {!readOnly && (
        <>
          <TriggerMenu editor={editor} entryType={entryType} entryId={entryId} pickImage={pickImage} />
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            multiple
            hidden
            aria-label={text.image}
            onChange={(event) => {
              addFiles([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </>
      )}
    </div>
  )
})

function useFileInsertion(editor: { current: Editor | null }, entry: EntryRef) {
  const { fail } = useToasts()
  const { userid } = useSession()
  const add = (files: File[], holdPlace: (editor: Editor, name: string) => (src: string) => void): boolean => {
    const { current } = editor
    if (!current) return false
    const place = { entry, holdPlace: (name: string) => holdPlace(current, name), keepsPictures: true }
    insertFiles(uploadQueue(entry, userid), files, place, fail)
    return true
  }
  return {
    addFiles: (files: File[], boundary?: number) => add(files, (current, name) => holdPlaceIn(current, name, boundary)),
    replacePicture: (picture: Picture, file: File) => add([file], (current) => replacePictureIn(current, picture)),
  }
}

/** The address of an entry becomes a link with its title. Over selected words it makes them the link. */
function pasteAddress(editor: Editor, view: EditorView, clipboard: DataTransfer): boolean {
  const address = clipboard.getData('text/plain')
  const entry = entryAtAddress(address)
  if (!entry || isShiftDown(view) || !editor.state.selection.empty || editor.isActive('codeBlock')) return false
  insertAddress(editor, entry, address)
  return true
}

/** Cells and Markdown. With the shift key, text stays as it is. */
function pasteText(editor: Editor, view: EditorView, event: ClipboardEvent): boolean {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (isShiftDown(view)) return false
  const table = tableFromText(text)
  if (table) return fillCells(view, event, table) || editor.chain().focus().insertContent(table).run()
  if (!looksLikeMarkdown(text)) return false
  void insertMarkdown(editor, text)
  return true
}

function isShiftDown(view: EditorView): boolean {
  return (view as EditorView & { input?: { shiftKey?: boolean } }).input?.shiftKey === true
}

function handleKey(editor: Editor | null, event: KeyboardEvent): boolean {
  if (!editor) return false
  if ((event.ctrlKey || event.metaKey) && event.key === ';') {
    insertNow(editor)
    return true
  }
  if (event.altKey && event.key === 'F10') {
    firstTool()?.focus()
    return true
  }
  return false
}

/** Of the toolbar beside the cursor, or of the one above the text. */
function firstTool(): HTMLElement | null {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  return find('[data-bubble] button, [data-tool]') ?? find('[data-toolbar] :is(button, select)')
}

/** A click in an editable text places the cursor; with the command key it follows the link. */
function followLink(event: MouseEvent, readOnly: boolean): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || readOnly || !(event.ctrlKey || event.metaKey)) return false
  window.open(link.href, '_blank', 'noopener')
  return true
}
