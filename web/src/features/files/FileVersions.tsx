import type { Upload } from '@aliquot/contract/uploads'
import { ActionIcon, Button } from '@mantine/core'
import { Download, RotateCcw } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { When } from '../../ui/time/When.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import classes from './FileVersions.module.css'
import { contentAddress, isForAnotherTab, nameOf, pageAddress } from './file-facts.ts'
import { numberOf, sameContent } from './file-versions.ts'
import { filesMessages } from './files.messages.ts'
import { FILE_STATE, type Files } from './files.queries.ts'

interface Props {
  id: string
  /** The name of the newest version. */
  name: string
  /** Newest first. */
  versions: readonly Upload[]
  files: Files
  isReadOnly: boolean
  open(file: Upload): void
}

/** All versions of a file: to view, to download, to make current again. */
export function FileVersions({ id, versions, ...row }: Props) {
  const text = useMessages(filesMessages)
  return (
    <ol id={id} className={classes.list} aria-label={text.versionsOf(row.name)}>
      {versions.map((version) => (
        <VersionRow key={version.id} version={version} versions={versions} {...row} />
      ))}
    </ol>
  )
}

type RowProps = Omit<Props, 'id'> & { version: Upload }

const SHORT_HASH = 10

function VersionRow({ version, versions, name, files, isReadOnly, open }: RowProps) {
  const text = useMessages(filesMessages)
  const { language } = useLanguage()
  // A flag and not a disabled button, which would lose the focus.
  const isBusy = useRef(false)
  const [newest = version] = versions
  const isNewest = version === newest
  const number = numberOf(version, versions)
  const same = sameContent(version, versions)
  const nameThen = nameOf(version)
  const canReplace = !isReadOnly && !isNewest && newest.state === FILE_STATE.normal && newest.immutable === 0
  const click = (event: MouseEvent) => {
    if (isForAnotherTab(event)) return
    event.preventDefault()
    open(version)
  }
  const makeCurrent = async () => {
    if (isBusy.current) return
    isBusy.current = true
    await files.makeCurrent(newest, version, number)
    isBusy.current = false
  }
  return (
    <li className={classes.row} data-file={isNewest ? undefined : version.id}>
      <div className={classes.main}>
        <a className={classes.number} href={pageAddress(version)} onClick={click}>
          {text.version(number)}
        </a>
        {isNewest && <span className={classes.fact}>{text.current}</span>}
        {nameThen !== name && <bdi className={classes.fact}>{nameThen}</bdi>}
        <span className={classes.fact}>{sizeText(version.filesize, language)}</span>
        <span className={classes.fact}>{version.fullname}</span>
        <span className={classes.fact}>
          <When at={version.created_at} />
        </span>
        {version.hash !== null && (
          <code className={classes.fact} title={`SHA-256 ${version.hash}`}>
            {version.hash.slice(0, SHORT_HASH)}
          </code>
        )}
        {same !== undefined && <span className={classes.fact}>{text.sameAs(same)}</span>}
        {version.state === FILE_STATE.deleted && <span className={classes.fact}>{text.isDeleted}</span>}
      </div>
      <div className={`${classes.tools} no-print`}>
        {canReplace && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes.tool}
            leftSection={<RotateCcw size={14} aria-hidden="true" />}
            aria-label={`${text.makeCurrent}: ${text.versionOf(number, name)}`}
            onClick={() => void makeCurrent()}
          >
            {text.makeCurrent}
          </Button>
        )}
        <ActionIcon
          component="a"
          href={contentAddress(version)}
          download={nameThen}
          className={classes.tool}
          variant="subtle"
          color="gray"
          c="var(--quiet)"
          size={36}
          aria-label={`${text.download}: ${text.versionOf(number, name)}`}
        >
          <Download size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
