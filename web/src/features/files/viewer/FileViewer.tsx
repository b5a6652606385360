import type { Upload } from '@aliquot/contract/uploads'
import { ActionIcon, Modal } from '@mantine/core'
import { Download, Link, MoveLeft, MoveRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { copyText } from '../../../ui/fields/copy-text.ts'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { contentAddress, nameOf, pageAddress } from '../file-facts.ts'
import { CloseViewerProvider } from './close-viewer.ts'
import { FileContent } from './FileContent.tsx'
import { FileFacts } from './FileFacts.tsx'
import classes from './FileViewer.module.css'
import { viewerMessages } from './viewer.messages.ts'

interface Props {
  file: Upload
  /** The files to step through, in page order. */
  files: readonly Upload[]
  /** The version number, if these are versions of one file. */
  version?: number | undefined
  show(file: Upload): void
  close(): void
}

const TOOL = { variant: 'subtle', color: 'gray', c: 'var(--mantine-color-text)', size: 44 } as const
const ICON = { size: 20, 'aria-hidden': true } as const

/** A file over the whole page. We draw its content ourselves; it never becomes a page of its own. */
export function FileViewer({ file, files, version, show, close }: Props) {
  const text = useMessages(viewerMessages)
  const common = useMessages(commonMessages)
  const toasts = useToasts()
  const place = files.findIndex(({ id }) => id === file.id)
  const go = (step: number) => {
    const next = files[place + step]
    if (next) show(next)
  }
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    // On the whole page, because a button that was just disabled loses the focus.
    const press = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
      if (step === 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      // Where arrow keys already have a meaning: they seek, scroll, or move the cursor.
      if (event.target instanceof Element && event.target.closest('input, audio, video, [data-scrolls]')) return
      event.preventDefault()
      latest.current(step)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const copy = async () => {
    if (await copyText(location.origin + pageAddress(file))) toasts.show({ message: text.linkCopied })
  }
  const name = nameOf(file)
  const placeText =
    version === undefined ? text.place(place + 1, files.length) : text.versionPlace(version, files.length)
  return (
    <Modal.Root opened onClose={close} fullScreen padding={0} returnFocus={false} transitionProps={{ duration: 0 }}>
      <Modal.Content className={classes.content} aria-label={name}>
        <header className={classes.head}>
          <div className={classes.title}>
            <h2 title={file.real_name}>
              <bdi>{name}</bdi>
            </h2>
            <span role="status">{place >= 0 && placeText}</span>
          </div>
          <div className={classes.tools}>
            <ActionIcon {...TOOL} aria-label={text.previous} disabled={place <= 0} onClick={() => go(-1)}>
              <MoveLeft {...ICON} />
            </ActionIcon>
            <ActionIcon
              {...TOOL}
              aria-label={text.next}
              disabled={place < 0 || place === files.length - 1}
              onClick={() => go(1)}
            >
              <MoveRight {...ICON} />
            </ActionIcon>
            <ActionIcon {...TOOL} aria-label={text.copyLink} onClick={() => void copy()}>
              <Link {...ICON} />
            </ActionIcon>
            <ActionIcon
              {...TOOL}
              component="a"
              href={contentAddress(file)}
              download={name}
              aria-label={`${text.download}: ${name}`}
            >
              <Download {...ICON} />
            </ActionIcon>
            <ActionIcon {...TOOL} data-autofocus aria-label={common.close} onClick={close}>
              <X {...ICON} />
            </ActionIcon>
          </div>
        </header>
        <section key={file.id} className={classes.body} aria-label={text.content(name)}>
          <CloseViewerProvider value={close}>
            <FileContent file={file} />
          </CloseViewerProvider>
        </section>
        <FileFacts file={file} />
      </Modal.Content>
    </Modal.Root>
  )
}
