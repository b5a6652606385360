import type { EntityType } from '@aliquot/contract/common'
import { MOST_STORED_EXPORTS, type StoredExport } from '@aliquot/contract/stored-exports'
import { Button, Checkbox, NativeSelect, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Card } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import classes from './ExportsPage.module.css'
import { useFormatName } from './format-name.ts'
import { storedExportMessages } from './stored-exports.messages.ts'
import { orderExport } from './stored-exports.queries.ts'

const FORMATS = ['eln', 'zip', 'zippdf', 'zipa', 'pdf', 'pdfa', 'csv', 'json', 'qrpdf'] as const
/** Those with pages. */
const WITH_CHANGES: readonly string[] = ['zip', 'zippdf', 'pdf']
const TYPES: readonly EntityType[] = ['experiments', 'items', 'experiments_templates', 'items_types']

/** Everything of one's own as one file. */
export function NewExportForm({ isFull }: { isFull: boolean }) {
  const text = useMessages(storedExportMessages)
  const nameOf = useFormatName()
  const { fail } = useToasts()
  const [format, setFormat] = useState<StoredExport['format']>('eln')
  const [types, setTypes] = useState<readonly EntityType[]>(['experiments', 'items'])
  const [changelog, setChangelog] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const hasChanges = WITH_CHANGES.includes(format)
  const isReady = !isFull && types.length > 0
  const prepare = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    setBusy(true)
    const asked = { format, types, json: format.startsWith('zip'), changelog: hasChanges && changelog }
    await orderExport(asked).catch(fail)
    setBusy(false)
  }
  const toggle = (type: EntityType) => (isOn: boolean) =>
    setTypes(TYPES.filter((one) => (one === type ? isOn : types.includes(one))))
  return (
    <Card>
      <form className={classes.create} onSubmit={prepare}>
        <Title order={2} size="h3">
          {text.create}
        </Title>
        <NativeSelect
          className={classes.format ?? ''}
          label={text.format}
          data={FORMATS.map((value) => ({ value, label: nameOf(value) }))}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as typeof format)}
        />
        <fieldset className={classes.types}>
          <legend>{text.types}</legend>
          {TYPES.map((type) => (
            <Checkbox
              key={type}
              label={text.ofType[type]}
              checked={types.includes(type)}
              onChange={(event) => toggle(type)(event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        {hasChanges && (
          <Checkbox
            label={text.changelog}
            checked={changelog}
            onChange={(event) => setChangelog(event.currentTarget.checked)}
          />
        )}
        {isFull && <Text size="sm">{text.tooMany(MOST_STORED_EXPORTS)}</Text>}
        <Button type="submit" c="var(--mantine-primary-color-contrast)" loading={isBusy} disabled={!isReady}>
          {text.prepare}
        </Button>
      </form>
    </Card>
  )
}
