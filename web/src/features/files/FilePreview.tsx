import type { Upload } from '@aliquot/contract/uploads'
import { File, FileArchive, FileAudio, FileImage, FileSpreadsheet, FileText, FileVideo } from 'lucide-react'
import { useState } from 'react'
import classes from './FileSection.module.css'
import { contentAddress, hasPreview } from './file-facts.ts'

/** A small picture of it, or a sign for its kind. Its name stands beside it. */
export function FilePreview({ file }: { file: Upload }) {
  const [isBroken, setBroken] = useState(false)
  const Icon = iconOf(file.mime_type)
  return (
    <span className={classes.preview}>
      {hasPreview(file) && !isBroken ? (
        <img src={contentAddress(file)} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <Icon size={20} aria-hidden="true" />
      )}
    </span>
  )
}

const ICONS = [
  [/^image\//, FileImage],
  [/^audio\//, FileAudio],
  [/^video\//, FileVideo],
  [/csv|tab-separated|spreadsheet|excel/, FileSpreadsheet],
  [/^text\/|pdf|json|rtf|document/, FileText],
  [/zip|tar|zstd|x-xz|7z/, FileArchive],
] as const

function iconOf(mime: string) {
  return ICONS.find(([kind]) => kind.test(mime))?.[1] ?? File
}
