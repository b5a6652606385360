import { FILE_COMMENT_LIMIT, FILE_NAME_LIMIT } from '@aliquot/contract/limits'
import type { Upload } from '@aliquot/contract/uploads'
import { ActionIcon } from '@mantine/core'
import { Download, Lock } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useId, useRef, useState } from 'react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { Tick } from '../../ui/fields/Tick.tsx'
import { When } from '../../ui/time/When.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import { FileMenu } from './FileMenu.tsx'
import { FilePreview } from './FilePreview.tsx'
import classes from './FileSection.module.css'
import { FileVersions } from './FileVersions.tsx'
import { contentAddress, isForAnotherTab, pageAddress } from './file-facts.ts'
import type { FileSelection } from './file-selection.ts'
import { filesMessages } from './files.messages.ts'
import { FILE_STATE, type Files } from './files.queries.ts'
import { loadViewer } from './OpenedFile.tsx'
import { FileInput } from './sending/FileInput.tsx'

interface Props {
  /** Without its folders. */
  name: string
  file: Upload
  files: Files
  isReadOnly: boolean
  selection: FileSelection
  /** All versions, newest first, if there are earlier ones. */
  versions: readonly Upload[] | undefined
  open(file: Upload): void
}

/** Preloads the viewer; a failure only delays it. */
const preload = () => void loadViewer().catch(() => {})

/** Only changed rows of hundreds render again; callbacks behave the same whenever they were created. */
export const FileRow = memo(OneFile, isShownAlike)

function OneFile({ name, file, files, isReadOnly, selection, versions, open }: Props) {
  const text = useMessages(filesMessages)
  const { language } = useLanguage()
  const [edited, setEdited] = useState<'name' | 'comment'>()
  const [showsVersions, setShowsVersions] = useState(false)
  const listId = useId()
  const address = contentAddress(file)
  const isShown = file.state === FILE_STATE.normal
  const link = useRef<HTMLAnchorElement>(null)
  const close = (isByKey: boolean) => {
    setEdited(undefined)
    if (isByKey) setTimeout(() => link.current?.focus())
  }
  const click = (event: MouseEvent) => {
    if (isForAnotherTab(event)) return
    event.preventDefault()
    open(file)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault()
    open(file)
  }
  return (
    <li
      className={classes.row}
      data-file={file.id}
      data-archived={!isShown || undefined}
      data-open={showsVersions || undefined}
    >
      {selection.isOn && (
        <Tick
          label={text.selectOne(name)}
          isTicked={selection.ids.has(file.id)}
          tick={(isTicked) => selection.mark([file.id], isTicked)}
        />
      )}
      <FilePreview file={file} />
      <div className={classes.main}>
        {edited === 'name' ? (
          <FileInput
            label={text.name(name)}
            value={file.real_name}
            limit={FILE_NAME_LIMIT}
            save={(value) => files.rename(file, value)}
            close={close}
          />
        ) : (
          <a
            ref={link}
            className={classes.name}
            href={pageAddress(file)}
            onClick={click}
            onKeyDown={press}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <bdi>{name}</bdi>
          </a>
        )}
        <span className={classes.facts}>
          <span>{sizeText(file.filesize, language)}</span>
          <span>{file.fullname}</span>
          <When at={file.created_at} />
          {!isShown && <span>{file.state === FILE_STATE.archived ? text.isArchived : text.isDeleted}</span>}
          {versions && (
            <button
              type="button"
              className={classes.versionsButton}
              aria-expanded={showsVersions}
              aria-controls={showsVersions ? listId : undefined}
              aria-label={`${text.versions(versions.length)}: ${name}`}
              onClick={() => setShowsVersions(!showsVersions)}
            >
              {text.versions(versions.length)}
            </button>
          )}
        </span>
        {edited === 'comment' ? (
          <FileInput
            label={text.commentOn(name)}
            value={file.comment ?? ''}
            limit={FILE_COMMENT_LIMIT}
            save={(value) => files.comment(file, value)}
            close={close}
          />
        ) : (
          file.comment !== null && <span className={classes.comment}>{file.comment}</span>
        )}
      </div>
      {file.immutable === 1 && <Lock size={14} role="img" aria-label={text.fixed} className={classes.sign} />}
      {!selection.isOn && (
        <>
          <ActionIcon
            component="a"
            href={address}
            download={name}
            className={`${classes.tool} no-print`}
            variant="subtle"
            color="gray"
            c="var(--quiet)"
            size={36}
            aria-label={`${text.download}: ${name}`}
          >
            <Download size={16} aria-hidden="true" />
          </ActionIcon>
          {!isReadOnly && file.immutable === 0 && <FileMenu {...{ name, file, files }} edit={setEdited} />}
        </>
      )}
      {versions && showsVersions && <FileVersions id={listId} {...{ name, versions, files, isReadOnly, open }} />}
    </li>
  )
}

function isShownAlike(before: Props, after: Props): boolean {
  const { file, name, isReadOnly, selection, versions } = after
  return (
    before.file === file &&
    before.name === name &&
    before.versions === versions &&
    before.isReadOnly === isReadOnly &&
    before.selection.isOn === selection.isOn &&
    before.selection.ids.has(file.id) === selection.ids.has(file.id)
  )
}
