import type { OwnUpload } from '@aliquot/contract/uploads'
import { ActionIcon, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { When } from '../../ui/time/When.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import { entryLink } from '../entry-data/entry-types.ts'
import { FileIcon } from '../files/FilePreview.tsx'
import { contentAddress, nameOf } from '../files/file-facts.ts'
import { accountMessages } from './account.messages.ts'
import classes from './FilesSection.module.css'
import { ownFilesMessages } from './own-files.messages.ts'
import { type FileFilter, ownFiles } from './own-files.queries.ts'

/** All files that the person uploaded, of all entries. */
export function FilesSection() {
  const { sections } = useMessages(accountMessages)
  const text = useMessages(ownFilesMessages)
  const [filter, setFilter] = useState<FileFilter>({ order: 'created_at', state: 1 })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownFiles(filter))
  const files = data?.pages.flat()
  return (
    <Section title={sections.files} intro={text.intro}>
      <Group gap="md">
        <NativeSelect
          label={text.order}
          data={choices(text.orders)}
          value={filter.order}
          onChange={({ currentTarget: { value } }) => setFilter({ ...filter, order: value as FileFilter['order'] })}
        />
        <NativeSelect
          label={text.state}
          data={choices(text.states)}
          value={String(filter.state)}
          onChange={({ currentTarget: { value } }) =>
            setFilter({ ...filter, state: Number(value) as FileFilter['state'] })
          }
        />
      </Group>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!files && !error && <Skeleton height={200} />}
      {files?.length === 0 && <Text c="var(--quiet)">{text.none[filter.state]}</Text>}
      {files && files.length > 0 && (
        <ul className={rows.rows} aria-label={sections.files}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {text.more}
          </Button>
        </Group>
      )}
    </Section>
  )
}

function choices(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([value, label]) => ({ value, label }))
}

function FileRow({ file }: { file: OwnUpload }) {
  const text = useMessages(ownFilesMessages)
  const common = useMessages(commonMessages)
  const { language } = useLanguage()
  const entry = { type: file.type, id: file.entity_id }
  return (
    <li className={rows.row}>
      <span className={`${rows.icon} ${classes.icon}`}>
        <FileIcon mime={file.mime_type} size={20} />
      </span>
      <div className={rows.main}>
        <div className={rows.title}>
          <Link {...entryLink(entry)} search={{ file: file.id }} className={classes.link}>
            <bdi>{file.real_name}</bdi>
          </Link>
        </div>
        <div className={rows.facts}>
          <span>{sizeText(file.filesize, language)}</span>
          <span>
            <When at={file.created_at} />
          </span>
          <span>
            <Link {...entryLink(entry)} className={classes.entry}>
              {file.entity_title || common.untitled}
            </Link>
          </span>
          {file.comment !== null && <span>{file.comment}</span>}
        </div>
      </div>
      <ActionIcon
        component="a"
        href={contentAddress({ type: file.type, item_id: file.entity_id, id: file.id })}
        download={nameOf(file)}
        variant="subtle"
        color="gray"
        c="var(--quiet)"
        size={44}
        aria-label={text.download(nameOf(file))}
      >
        <Download size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}
