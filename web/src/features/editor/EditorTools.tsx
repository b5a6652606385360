import type { Editor } from '@tiptap/core'
import { useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { BlockHandles } from './blocks/BlockHandles.tsx'
import { CodeBubble } from './bubbles/CodeBubble.tsx'
import { FormatBubble } from './bubbles/FormatBubble.tsx'
import { PictureBubble } from './bubbles/PictureBubble.tsx'
import type { Picture } from './media/pictures.ts'
import { CharacterRequests } from './symbols/CharacterRequests.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { toolMessages } from './tools.messages.ts'

interface Props {
  editor: Editor
  replacePicture(picture: Picture, file: File): void
  pickImage(): void
}

/** All toolbars of a text. */
export function EditorTools({ editor, replacePicture, pickImage }: Props) {
  const text = useMessages(toolMessages)
  const replaced = useRef<Picture>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Toolbar editor={editor} pickImage={pickImage} />
      <BlockHandles editor={editor} />
      <FormatBubble editor={editor} />
      <CharacterRequests editor={editor} />
      <CodeBubble editor={editor} />
      <PictureBubble
        editor={editor}
        replace={(picture) => {
          replaced.current = picture
          picker.current?.click()
        }}
      />
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={text.replacePicture}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file && replaced.current) replacePicture(replaced.current, file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
