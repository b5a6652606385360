import type { Upload } from '@aliquot/contract/uploads'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { FileIcon } from '../FilePreview.tsx'
import { contentAddress, nameOf } from '../file-facts.ts'
import classes from './FileViewer.module.css'
import { viewerMessages } from './viewer.messages.ts'

/** A file that cannot be shown: why, and how to get it. */
export function NoView({ file, why, canOpen = false }: { file: Upload; why: string; canOpen?: boolean }) {
  const text = useMessages(viewerMessages)
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
