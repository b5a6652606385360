import { LABEL_CODES } from '@aliquot/contract/label-sheets/geometry'
import { LABEL_SHEETS } from '@aliquot/contract/label-sheets/sheets'
import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Query } from '../../api/client.ts'
import { addressAt, askForFile } from '../../api/files.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { useStored } from '../../ui/stored.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import classes from './LabelDialog.module.css'
import { LabelPreview } from './LabelPreview.tsx'
import { type Content, chosenSheet, type LabelChoice, LINES, labelQueryOf, namesIn, USUAL } from './label-choice.ts'
import { labelSheetMessages } from './label-sheets.messages.ts'
import { SheetPicture } from './SheetPicture.tsx'
import { contentOf, linesOf, type Sample } from './sample.ts'

/** What labels are made of: an entry, or a list with its filters. */
export interface Labelled {
  /** The path of an endpoint, filled in. */
  path: string
  query?: Query | undefined
  /** How many entries; undefined if nobody has counted. */
  count: number | undefined
  sample: Sample | undefined
}

const CONTENTS: readonly Content[] = ['address', 'short', 'custom_id', 'elabid']
const KINDS = ['A4', 'Letter', 'roll'] as const

/** Chooses how labels look and where they begin, and opens or downloads them. */
export function LabelDialog({ path, query: listed, count, sample, close }: Labelled & { close(): void }) {
  useFocusReturn()
  const text = useMessages(labelSheetMessages)
  const common = useMessages(commonMessages)
  const { fail } = useToasts()
  const [choice, setChoice] = useStored<LabelChoice>('label-choice', USUAL)
  const [start, setStart] = useState(1)
  const [copies, setCopies] = useState(1)
  const change = (more: Partial<LabelChoice>) => setChoice((before) => ({ ...before, ...more }))
  const sheet = chosenSheet(choice)
  const perPage = sheet ? sheet.columns * sheet.rows : 1
  const first = Math.min(start, perPage)
  const labels = (count ?? 1) * copies
  const query = { ...listed, ...labelQueryOf(choice, { start: first, copies }) }

  async function make(open: (address: string) => void): Promise<void> {
    try {
      await askForFile(path, query)
      open(addressAt(path, query))
      close()
    } catch (error) {
      fail(error)
    }
  }
  const print = () => make((address) => window.open(address, '_blank', 'noopener'))
  const download = () =>
    make((address) => {
      const link = document.createElement('a')
      link.href = address
      link.download = 'labels.pdf'
      link.click()
    })

  return (
    <Modal
      opened
      size="lg"
      onClose={close}
      title={text.title}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.columns}>
        <Stack gap="sm">
          <NativeSelect
            label={text.sheet}
            value={choice.sheet}
            onChange={({ currentTarget: { value } }) => change({ sheet: value })}
          >
            {KINDS.map((kind) => (
              <optgroup key={kind} label={text.kinds[kind]}>
                {LABEL_SHEETS.filter((one) => one.kind === kind).map(({ id, name, label, columns, rows }) => (
                  <option key={id} value={id}>
                    {kind === 'roll' ? name : `${name}: ${label.width} × ${label.height} mm, ${columns * rows}`}
                  </option>
                ))}
              </optgroup>
            ))}
            <option value="">{text.ownSheet}</option>
          </NativeSelect>
          {choice.sheet === '' && (
            <TextInput
              label={text.measures}
              description={text.measuresHint}
              value={choice.measures}
              error={sheet ? undefined : text.wrongMeasures}
              onChange={({ currentTarget: { value } }) => change({ measures: value })}
            />
          )}
          <Group grow>
            <NativeSelect
              label={text.code}
              value={choice.code}
              data={LABEL_CODES.map((value) => ({ value, label: text.codes[value] }))}
              onChange={({ currentTarget: { value } }) =>
                change(value === 'qr' ? { code: 'qr', content: 'address' } : { code: 'datamatrix', content: 'short' })
              }
            />
            <NativeSelect
              label={text.content}
              value={choice.content}
              data={CONTENTS.map((value) => ({ value, label: text.contents[value] }))}
              onChange={({ currentTarget: { value } }) => change({ content: value as Content })}
            />
          </Group>
          <Checkbox.Group
            label={text.beside}
            value={[...choice.lines]}
            onChange={(chosen) => change({ lines: LINES.filter((line) => chosen.includes(line)) })}
          >
            <div className={classes.lines}>
              {LINES.map((line) => (
                <Checkbox key={line} size="xs" value={line} label={text.lines[line]} />
              ))}
            </div>
          </Checkbox.Group>
          <TextInput
            label={text.fields}
            description={text.fieldsHint}
            value={choice.fields}
            onChange={({ currentTarget: { value } }) => change({ fields: value })}
          />
          <Group grow align="start">
            <NumberInput
              label={text.copies}
              min={1}
              max={500}
              allowDecimal={false}
              value={copies}
              onChange={(value) => setCopies(Math.max(1, Number(value) || 1))}
            />
            {perPage > 1 && (
              <NumberInput
                label={text.start}
                min={1}
                max={perPage}
                allowDecimal={false}
                value={first}
                onChange={(value) => setStart(Math.max(1, Number(value) || 1))}
              />
            )}
          </Group>
        </Stack>
        <div className={classes.side}>
          {sheet && sample && (
            <LabelPreview
              label={sheet.label}
              code={choice.code}
              says={contentOf(sample, choice.content)}
              title={choice.lines.includes('title') ? sample.title : ''}
              lines={[...linesOf(sample, choice, text.contents.custom_id), ...namesIn(choice.fields)]}
            />
          )}
          {sheet && perPage > 1 && <SheetPicture sheet={sheet} start={first} count={labels} choose={setStart} />}
          {count !== undefined && (
            <Text size="sm">{text.counted(labels, Math.ceil((first - 1 + labels) / perPage))}</Text>
          )}
          <Text size="xs" c="var(--quiet)">
            {text.scale}
          </Text>
        </div>
      </div>
      <Group justify="end" mt="md">
        <Button variant="default" disabled={!sheet} onClick={() => void download()}>
          {text.download}
        </Button>
        <Button disabled={!sheet} onClick={() => void print()}>
          {text.print}
        </Button>
      </Group>
    </Modal>
  )
}
