import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'
import { onCharacterRequest } from './character-request.ts'

const CharacterPicker = onDemand(async () => (await import('./CharacterPicker.tsx')).CharacterPicker)

/** Shows the special characters when somebody asks for them. */
export function CharacterRequests({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onCharacterRequest(() => setOpen(true)), [])
  return isOpen ? <CharacterPicker editor={editor} close={() => setOpen(false)} fallback={null} /> : null
}
