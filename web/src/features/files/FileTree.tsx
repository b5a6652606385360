import type { Upload } from '@aliquot/contract/uploads'
import { Folder as FolderIcon } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { Tick } from '../../ui/fields/Tick.tsx'
import { FileRow } from './FileRow.tsx'
import classes from './FileSection.module.css'
import type { FileSelection } from './file-selection.ts'
import { type Folder, filesIn } from './file-tree.ts'
import type { Versions } from './file-versions.ts'
import { filesMessages } from './files.messages.ts'
import type { Files } from './files.queries.ts'
import type { FilesView } from './files-view.ts'

interface Props {
  folder: Folder<Upload>
  files: Files
  isReadOnly: boolean
  label: string
  view: FilesView
  selection: FileSelection
  versions: Versions<Upload>
  open(file: Upload): void
}

/** Folders come first and start open. */
export function FileTree({ folder, label, versions, ...row }: Props) {
  const text = useMessages(filesMessages)
  if (folder.count === 0) return null
  return (
    <ul className={classes.list} aria-label={label} data-view={row.view}>
      {folder.folders.map((one) => (
        <li key={one.name} className={classes.folderRow}>
          {row.selection.isOn && <FolderTick folder={one} selection={row.selection} />}
          <details open className={classes.folder}>
            <summary>
              <FolderIcon size={16} aria-hidden="true" />
              <span className={classes.folderName}>{one.name}</span>
              <span className={classes.facts}>{text.count(one.count)}</span>
            </summary>
            <FileTree folder={one} label={one.name} versions={versions} {...row} />
          </details>
        </li>
      ))}
      {folder.files.map(({ name, file }) => (
        <FileRow
          key={versions.keys.get(file.id)}
          name={name}
          file={file}
          versions={versions.of.get(file.id)}
          {...row}
        />
      ))}
    </ul>
  )
}

function FolderTick({ folder, selection }: { folder: Folder<Upload>; selection: FileSelection }) {
  const text = useMessages(filesMessages)
  const ids = filesIn(folder).map(({ id }) => id)
  return (
    <Tick
      label={text.selectFolder(folder.name)}
      isTicked={ids.every((id) => selection.ids.has(id))}
      tick={(isTicked) => selection.mark(ids, isTicked)}
    />
  )
}
