import type { EntityType } from '@aliquot/contract/common'
import { Text } from '@mantine/core'
import type { AnyExtension, Editor, JSONContent } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { memo, useCallback, useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { hasFolder } from '../files/sending/dropped-files.ts'
import { uploadQueue } from '../files/sending/upload-queue.ts'
import { EntryPreview } from '../rendered-text/preview/EntryPreview.tsx'
import styles from '../rendered-text/written-text.module.css'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { useSession } from '../session/session.queries.ts'
import { CodeBubble } from './bubbles/CodeBubble.tsx'
import { FormatBubble } from './bubbles/FormatBubble.tsx'
import { TableBubble } from './bubbles/TableBubble.tsx'
import { editorMessages } from './editor.messages.ts'
import { holdPlaceIn, insertFiles } from './media/insert-files.ts'
import { insertNow } from './menus/insertions.ts'
import { TriggerMenu } from './menus/TriggerMenu.tsx'
import { writeAfterForeign, writeBelow } from './room-to-write.ts'
import { TextIsComing } from './TextIsComing.tsx'
import { applyRemote, REMOTE } from './text/apply-remote.ts'
import { copyWritten, writeHtml } from './text/html-writer.ts'
import { loadHtml } from './text/load-html.ts'
import { isPictureAlone, plainStyles, tableFromText } from './text/paste.ts'

interface Props extends Pick<EntryDraft, 'setBody' | 'onReplace'> {
  entryType: EntityType
  entryId: number
  readOnly: boolean
  extensions: AnyExtension[]
  /** The initial document; later ones come through the draft. */
  content: DocNode | undefined
  /** The last text that came from outside: at first the source of `content`. */
  body: string
  /** Called if this editor cannot handle a later text. */
  showForeign(): void
}

/** The editor itself. It is not rendered again when only the save state changes. */
export const WritingArea = memo(function WritingArea(props: Props) {
  const { entryType, entryId, readOnly, extensions, content, body, setBody, onReplace, showForeign } = props
  const text = useMessages(editorMessages)
  const current = useRef<Editor | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const addFiles = useFileInsertion(current, { type: entryType, id: entryId })
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
        handlePaste: (view, event) => pasteInto(view.state.selection.from, event),
        handleDrop: (view, event, _slice, isMove) =>
          dropInto(view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos, event, isMove),
        handleKeyDown: (_view, event) => handleKey(current.current, event),
        handleClick: (view, _position, event) => followLink(event, readOnly) || writeBelow(view, event),
        handleTextInput: (view, _from, _to, typed) => writeAfterForeign(view, typed),
      },
      onBeforeCreate: ({ editor }) => {
        // A document works like its JSON here, although the type does not say so.
        const doc = written.current && copyWritten(written.current, editor.schema)
        if (doc) editor.setOptions({ content: doc as unknown as JSONContent })
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

  function pasteInto(_at: number, event: ClipboardEvent): boolean {
    const { clipboardData } = event
    const files = [...(clipboardData?.files ?? [])]
    const html = clipboardData?.getData('text/html') ?? ''
    if (files.length > 0 && (html === '' || isPictureAlone(html))) return addFiles(files)
    const table = html !== '' ? undefined : tableFromText(clipboardData?.getData('text/plain') ?? '')
    if (!table || current.current?.isActive('codeBlock')) return false
    return current.current?.chain().focus().insertContent(table).run() ?? false
  }

  function dropInto(at: number | undefined, event: DragEvent, isMove: boolean): boolean {
    const files = [...(event.dataTransfer?.files ?? [])]
    // Folders are handled by the drop target of the entry.
    if (isMove || files.length === 0 || hasFolder(event.dataTransfer)) return false
    event.preventDefault()
    return addFiles(files, at)
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
      {readOnly && body === '' && <Text c="var(--quiet)">{text.emptyReadOnly}</Text>}
      <EditorContent editor={editor} />
      <EntryPreview area={area} editor={editor} />
      {!readOnly && (
        <>
          <FormatBubble editor={editor} />
          <TableBubble editor={editor} />
          <CodeBubble editor={editor} />
          <TriggerMenu editor={editor} entryId={entryId} pickImage={pickImage} />
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
  return (files: File[], at?: number): boolean => {
    const { current } = editor
    if (!current) return false
    const holdPlace = (name: string) => holdPlaceIn(current, name, at)
    insertFiles(uploadQueue(entry, userid), files, { entry, holdPlace, keepsPictures: true }, fail)
    return true
  }
}

function handleKey(editor: Editor | null, event: KeyboardEvent): boolean {
  if (!editor) return false
  if ((event.ctrlKey || event.metaKey) && event.key === ';') {
    insertNow(editor)
    return true
  }
  if (event.altKey && event.key === 'F10') {
    document.querySelector<HTMLElement>('[data-format-bubble] button, [data-tool]')?.focus()
    return true
  }
  return false
}

/** A click in an editable text places the cursor; with the command key it follows the link. */
function followLink(event: MouseEvent, readOnly: boolean): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || readOnly || !(event.ctrlKey || event.metaKey)) return false
  window.open(link.href, '_blank', 'noopener')
  return true
}
