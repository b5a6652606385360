import { useEffect, useRef, useState } from 'react'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import type { NamedFile } from '../../uploads/upload-queue.ts'
import { droppedFiles, hasFiles, namedFiles } from './dropped-files.ts'

/** Accepts files dropped or pasted anywhere on the page, unless an element there accepts them itself. */
export function useFileDrop(take: (files: NamedFile[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const { fail } = useToasts()
  const latest = useRef({ take, fail })
  latest.current = { take, fail }
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Without a related target the pointer leaves the window.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      droppedFiles(event.dataTransfer).then(latest.current.take, latest.current.fail)
    }
    const paste = (event: ClipboardEvent) => {
      const files = namedFiles(event.clipboardData?.files)
      if (event.defaultPrevented || files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      latest.current.take(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return isOver
}
