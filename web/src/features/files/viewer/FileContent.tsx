import type { Upload } from '@aliquot/contract/uploads'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useTexts } from '../../../i18n/text.tsx'
import { FileIcon } from '../FilePreview.tsx'
import { contentAddress, nameOf } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { kindOf } from './file-kind.ts'
import { JsonView } from './JsonView.tsx'
import { MarkdownView } from './MarkdownView.tsx'
import { MediaView } from './MediaView.tsx'
import { PagesView } from './PagesView.tsx'
import { PictureView } from './PictureView.tsx'
import { TableView } from './TableView.tsx'
import { TextView } from './TextView.tsx'
import { viewerTexts } from './viewer.text.ts'

const VIEWS = {
  picture: PictureView,
  pages: PagesView,
  table: TableView,
  markdown: MarkdownView,
  json: JsonView,
  text: TextView,
  audio: MediaView,
  video: MediaView,
  other: OtherView,
} as const

export function FileContent({ file }: { file: Upload }) {
  const View = VIEWS[kindOf(file)]
  return <View file={file} />
}

function OtherView({ file }: { file: Upload }) {
  const { noView } = useTexts(viewerTexts)
  return <NoView file={file} why={noView} />
}

/** A file that cannot be shown: why, and how it is had. */
export function NoView({ file, why, canOpen = false }: { file: Upload; why: string; canOpen?: boolean }) {
  const text = useTexts(viewerTexts)
  const address = contentAddress(file)
  return (
    <div className={classes.none}>
      <FileIcon mime={file.mime_type} size={48} />
      <p>{why}</p>
      <div className={classes.ways}>
        <Button
          component="a"
          href={address}
          download={nameOf(file)}
          size="md"
          leftSection={<Download size={18} aria-hidden />}
        >
          {text.download}
        </Button>
        {canOpen && (
          <Button component="a" href={address} target="_blank" rel="noopener" size="md" variant="default">
            {text.open}
          </Button>
        )}
      </div>
    </div>
  )
}
