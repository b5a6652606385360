import type { TableGuess } from '@aliquot/contract/import-tables'
import type { Import, ImportPreview } from '@aliquot/contract/imports'
import { Button, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { useSession } from '../../session/session.queries.ts'
import { ImportActions } from '../ImportActions.tsx'
import { PreviewView } from '../PreviewView.tsx'
import { forgetColumns, rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { TableColumns } from './TableColumns.tsx'
import { TableReading } from './TableReading.tsx'
import { TableTarget } from './TableTarget.tsx'
import classes from './TableView.module.css'
import { tableMessages } from './table.messages.ts'
import { useTableChoices } from './use-table-choices.ts'

interface Props {
  record: Import
  preview: ImportPreview
  table: TableGuess
}

/** A table before it is imported: how it is read, what its columns become, and what comes of that. */
export function TableView({ record, preview, table }: Props) {
  const text = useMessages(tableMessages)
  const { language } = useLanguage()
  const { userid } = useSession()
  const { choices, choose, isLooking } = useTableChoices(record)
  const [isRemembered, setRemembered] = useState(false)
  useEffectOnce(() => {
    const known = isUntouched(record) ? rememberedColumns(userid, table) : undefined
    if (!known) return
    setRemembered(true)
    choose({ entity_type: known.entity_type, table: { columns: known.columns } })
  })
  const guessAgain = () => {
    forgetColumns(userid, table)
    setRemembered(false)
    choose({ entity_type: null, table: {} })
  }
  const number = (count: number) => count.toLocaleString(localeOf(language))
  return (
    <>
      {isRemembered && (
        <div className={classes.remembered}>
          <Text size="sm">{text.remembered}</Text>
          <Button size="compact-sm" variant="default" onClick={guessAgain}>
            {text.guessAgain}
          </Button>
        </div>
      )}
      <div className={classes.sides}>
        <div className={classes.side}>
          <TableTarget choices={choices} choose={choose} />
          <TableReading table={table} choices={choices.table} choose={(changed) => choose({ table: changed })} />
          <TableColumns
            key={`${table.sheet} ${table.separator}`}
            table={table}
            looked={preview.looked}
            choices={choices.table}
            choose={(changed) => choose({ table: changed })}
          />
        </div>
        <section className={classes.side} aria-busy={isLooking}>
          <div>
            <div className={classes.resultTitle}>
              <Title order={3} size="h4">
                {text.result}
              </Title>
              <Text size="sm" c="var(--quiet)" role="status">
                {isLooking && text.again}
              </Text>
            </div>
            <Text size="sm" c="var(--quiet)">
              {text.rows(number(preview.entries), preview.entries === 1)}
              {preview.looked < preview.entries && ` ${text.looked(number(preview.looked))}`}
            </Text>
          </div>
          <PreviewView preview={preview} />
        </section>
      </div>
      <div className={classes.go}>
        <ImportActions
          isBar
          record={record}
          isLooking={isLooking}
          begin={() => rememberColumns(userid, table, choices)}
        />
      </div>
    </>
  )
}

/** Nobody has chosen anything yet. */
function isUntouched({ state, options: { table, entity_type } }: Import): boolean {
  return state === 'previewed' && table === null && entity_type === null
}

function useEffectOnce(run: () => void): void {
  const hasRun = useRef(false)
  const runNow = useEffectEvent(run)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    runNow()
  }, [])
}
