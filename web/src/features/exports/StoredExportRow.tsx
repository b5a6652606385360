import type { EntityType } from '@aliquot/contract/common'
import type { StoredExport } from '@aliquot/contract/stored-exports'
import { ActionIcon, Badge, Button, Text } from '@mantine/core'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sayRefusal } from '../../i18n/refusals.ts'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { sizeText } from '../../ui/words/size-text.ts'
import classes from './ExportsPage.module.css'
import { useFormatName } from './format-name.ts'
import { storedExportMessages } from './stored-exports.messages.ts'
import { fileAddress, isGoing, removeExport } from './stored-exports.queries.ts'

const COLORS = { 1: 'green', 4: 'gray', 5: 'blue', 6: 'red' }
const TYPES: readonly EntityType[] = ['experiments', 'items', 'experiments_templates', 'items_types']

/** An export with how far it is, its file, or why there is none. */
export function StoredExportRow({ record }: { record: StoredExport }) {
  const text = useMessages(storedExportMessages)
  const { language } = useLanguage()
  const name = useFormatName()(record.format)
  const { state, failure } = record
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <div className={`${rows.main} ${classes.main}`}>
        <div className={rows.title}>
          {name}
          <Badge variant="dot" color={COLORS[state]} tt="none">
            {text.states[state]}
          </Badge>
        </div>
        <Facts record={record} />
        {state === 5 && <Progress record={record} label={name} />}
        {failure && <Text className={classes.problem}>{sayRefusal(failure, language).message}</Text>}
      </div>
      <Actions record={record} name={name} />
    </li>
  )
}

function Facts({ record }: { record: StoredExport }) {
  const text = useMessages(storedExportMessages)
  const { language } = useLanguage()
  const { state, query, done, filesize, created_at, expires_at } = record
  const words = query === null ? text.ofType : text.chosen
  const types = TYPES.filter((type) => record[type] === 1)
  const isReady = state === 1
  return (
    <div className={rows.facts}>
      {types.length === 0 && <span>{text.nothing}</span>}
      {types.map((type) => (
        <span key={type}>{words[type]}</span>
      ))}
      {isReady && <span>{text.entries(done, done.toLocaleString(localeOf(language)))}</span>}
      {isReady && filesize !== null && <span>{sizeText(filesize, language)}</span>}
      <span>
        {text.asked} <When at={created_at} />
      </span>
      {!isGoing(record) && (
        <span>
          {text.expires} <When at={expires_at} />
        </span>
      )}
    </div>
  )
}

function Progress({ record: { done, total }, label }: { record: StoredExport; label: string }) {
  const text = useMessages(storedExportMessages)
  const { language } = useLanguage()
  const number = (count: number) => count.toLocaleString(localeOf(language))
  // Without a value the bar is indeterminate.
  const known = total !== null && total > 0 && { max: total, value: Math.min(done, total) }
  return (
    <>
      <progress className={classes.bar} aria-label={label} {...known} />
      {total !== null && (
        <Text size="xs" c="var(--quiet)">
          {text.progress(number(done), number(total))}
        </Text>
      )}
    </>
  )
}

function Actions({ record, name }: { record: StoredExport; name: string }) {
  const text = useMessages(storedExportMessages)
  const { fail, show } = useToasts()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await removeExport(record.id)
      show({ message: text.removed })
    } catch (error) {
      fail(error)
      setBusy(false)
      setAsking(false)
    }
  }
  if (isAsking) {
    return (
      <fieldset className={classes.question}>
        <legend>{isGoing(record) ? text.stopQuestion : text.removeQuestion}</legend>
        <Button size="compact-md" color="red.9" loading={isBusy} onClick={remove} data-autofocus>
          {text.remove}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAsking(false)}>
          {text.keep}
        </Button>
      </fieldset>
    )
  }
  // What failed has no file to lose.
  const begin = () => (record.state === 6 ? void remove() : setAsking(true))
  return (
    <>
      {record.state === 1 && (
        <Button
          component="a"
          href={fileAddress(record)}
          download
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          aria-label={text.downloadOf(record.real_name ?? name)}
        >
          {text.download}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--quiet)"
        size="lg"
        aria-label={text.removeOf(name)}
        title={text.remove}
        onClick={begin}
      >
        <Trash2 size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}
