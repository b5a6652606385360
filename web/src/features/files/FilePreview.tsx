import type { Upload } from '@aliquot/contract/uploads'
import { File, FileArchive, FileAudio, FileImage, FileSpreadsheet, FileText, FileVideo } from 'lucide-react'
import { useState } from 'react'
import { useReachability } from '../../api/reachability.ts'
import classes from './FileSection.module.css'
import { thumbnailAddress } from './file-facts.ts'

/** A thumbnail, or an icon for its type. Its name is beside it. */
export function FilePreview({ file }: { file: Upload }) {
  const address = thumbnailAddress(file)
  // What failed offline is tried again when the service is back.
  const attempt = `${useReachability()} ${address}`
  const [broken, setBroken] = useState<string>()
  return (
    <span className={classes.preview}>
      {address !== undefined && attempt !== broken ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(attempt)} />
      ) : (
        <FileIcon mime={file.mime_type} size={20} />
      )}
    </span>
  )
}

export function FileIcon({ mime, size }: { mime: string; size: number }) {
  const Icon = ICONS.find(([kind]) => kind.test(mime))?.[1] ?? File
  return <Icon size={size} aria-hidden="true" />
}

const ICONS = [
  [/^image\//, FileImage],
  [/^audio\//, FileAudio],
  [/^video\//, FileVideo],
  [/csv|tab-separated|spreadsheet|excel/, FileSpreadsheet],
  [/^text\/|pdf|json|rtf|document/, FileText],
  [/zip|tar|zstd|x-xz|7z/, FileArchive],
] as const
