import type { Upload } from '@aliquot/contract/uploads'
import { Folder as FolderIcon } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { FileRow } from './FileRow.tsx'
import classes from './FileSection.module.css'
import type { Folder } from './file-tree.ts'
import type { Files } from './files.queries.ts'
import { filesTexts } from './files.text.ts'

interface Props {
  folder: Folder<Upload>
  files: Files
  isReadOnly: boolean
  label: string
}

/** Folders first, open at the beginning. */
export function FileTree({ folder, files, isReadOnly, label }: Props) {
  const text = useTexts(filesTexts)
  if (folder.count === 0) return null
  return (
    <ul className={classes.list} aria-label={label}>
      {folder.folders.map((one) => (
        <li key={one.name}>
          <details open className={classes.folder}>
            <summary>
              <FolderIcon size={16} aria-hidden="true" />
              <span className={classes.folderName}>{one.name}</span>
              <span className={classes.facts}>{text.count(one.count)}</span>
            </summary>
            <FileTree folder={one} files={files} isReadOnly={isReadOnly} label={one.name} />
          </details>
        </li>
      ))}
      {folder.files.map(({ name, file }) => (
        <FileRow key={file.id} name={name} file={file} files={files} isReadOnly={isReadOnly} />
      ))}
    </ul>
  )
}
