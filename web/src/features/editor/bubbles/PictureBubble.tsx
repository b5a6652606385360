import { Button, Divider, Group, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Captions,
  ExternalLink,
  type LucideIcon,
  MessageSquareText,
  Replace,
  Trash2,
} from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { editorMessages } from '../editor.messages.ts'
import {
  addCaption,
  alignPicture,
  describePicture,
  type Picture,
  removeCaption,
  removePicture,
  resizePicture,
  SIDES,
  type Side,
  type Size,
  selectedPicture,
} from '../media/pictures.ts'
import { toolMessages } from '../tools.messages.ts'
import { Bubble } from './Bubble.tsx'
import { Tool } from './Tool.tsx'

const LETTERS: readonly [Size, string][] = [
  ['small', 'S'],
  ['medium', 'M'],
  ['large', 'L'],
  ['full', '↔'],
]
const ICONS: Record<Side, LucideIcon> = { left: AlignLeft, center: AlignCenter, right: AlignRight }

interface Props {
  editor: Editor
  replace(picture: Picture): void
}

/** The toolbar of a selected picture. */
export function PictureBubble({ editor, replace }: Props) {
  const text = useMessages(toolMessages)
  const [isDescribing, setDescribing] = useState(false)
  const picture = useEditorState({
    editor,
    selector: ({ editor }) => selectedPicture(editor.state),
    equalityFn: (before, after) => before?.node === after?.node && before?.side === after?.side,
  })
  const change = (work: (tr: Transaction, picture: Picture) => Transaction) => () => {
    // As it is now: the one of the last rendering may have moved.
    const now = selectedPicture(editor.state)
    if (now) editor.view.dispatch(work(editor.state.tr, now))
    editor.view.focus()
  }
  return (
    <Bubble
      editor={editor}
      name="pictureBubble"
      label={text.pictureTools}
      isShown={(state) => selectedPicture(state) !== undefined}
      onHide={() => setDescribing(false)}
    >
      {picture && isDescribing ? (
        <AltForm
          alt={picture.alt}
          save={(alt) => change((tr, now) => describePicture(tr, now, alt))()}
          close={() => {
            setDescribing(false)
            editor.view.focus()
          }}
        />
      ) : (
        <Group gap={2}>
          {LETTERS.map(([size, letter]) => (
            <Tool
              key={size}
              label={text[size]}
              icon={letter}
              isActive={picture?.size === size}
              run={change((tr, now) => resizePicture(tr, now, size))}
            />
          ))}
          <Divider orientation="vertical" mx={2} />
          {SIDES.map((side) => (
            <Tool
              key={side}
              label={text[side]}
              icon={ICONS[side]}
              isActive={picture?.side === side}
              run={change((tr, now) => alignPicture(tr, now, side))}
            />
          ))}
          <Divider orientation="vertical" mx={2} />
          <Tool
            label={text.caption}
            icon={Captions}
            isActive={picture?.hasCaption}
            run={change((tr, now) => (now.hasCaption ? removeCaption(tr, now.position) : addCaption(tr, now)))}
          />
          <Tool
            label={text.altText}
            icon={MessageSquareText}
            isActive={picture !== undefined && picture.alt !== ''}
            run={() => setDescribing(true)}
          />
          {/* Browsers do not open pictures that are part of a text. */}
          {picture && !picture.src.startsWith('data:') && (
            <Tool
              label={text.openOriginal}
              icon={ExternalLink}
              run={() => window.open(picture.src, '_blank', 'noopener')}
            />
          )}
          <Tool label={text.replacePicture} icon={Replace} run={() => picture && replace(picture)} />
          <Tool label={text.removePicture} icon={Trash2} run={change(removePicture)} />
        </Group>
      )}
    </Bubble>
  )
}

function AltForm({ alt, save, close }: { alt: string; save(alt: string): void; close(): void }) {
  const text = useMessages(toolMessages)
  const { apply } = useMessages(editorMessages)
  const [words, setWords] = useState(alt)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(words.trim())
    close()
  }
  return (
    <form onSubmit={submit}>
      <Group gap="2xs" wrap="nowrap">
        <TextInput
          size="xs"
          aria-label={text.altText}
          placeholder={text.altHint}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          ref={(input) => input?.focus()}
        />
        <Button size="xs" type="submit">
          {apply}
        </Button>
      </Group>
    </form>
  )
}
