import { TABLE_ENDINGS } from '@aliquot/contract/import-tables'
import { IMPORT_ENDINGS } from '@aliquot/contract/imports'
import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import classes from './ImportPage.module.css'
import { importMessages } from './imports.messages.ts'
import { sendImport } from './imports.queries.ts'

/** Browsers look only at the last part of `.eln.zip`. The service refuses other archives. */
const ACCEPTED = [...IMPORT_ENDINGS, '.zip'].join(',')

interface Sending {
  file: File
  bytes: number
  stop: AbortController
}

/** Takes a file, and sends it to be looked through. */
export function SendFile() {
  const text = useMessages(importMessages)
  const navigate = useNavigate()
  const { fail } = useToasts()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [sending, setSending] = useState<Sending>()
  useEffect(() => () => sending?.stop.abort(), [sending?.stop])
  const send = async (file: File | undefined) => {
    if (!file || sending) return
    const stop = new AbortController()
    setSending({ file, bytes: 0, stop })
    try {
      const report = (bytes: number) => setSending({ file, bytes, stop })
      const id = await sendImport(file, { signal: stop.signal, report })
      await navigate({ to: '/import/{-$id}', params: { id: String(id) } })
    } catch (error) {
      setSending(undefined)
      if (!stop.signal.aborted) fail(error)
    }
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <section aria-label={text.choose}>
      <Text c="var(--quiet)" mb="md">
        {text.what}
      </Text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {sending ? (
          <SendingFile sending={sending} />
        ) : (
          <>
            <FileUp size={28} aria-hidden className={classes.icon} />
            <Text fw={500}>{text.drop}</Text>
            <Button variant="default" onClick={() => picker.current?.click()}>
              {text.choose}
            </Button>
            <Text size="sm" c="var(--quiet)">
              {text.formats}
            </Text>
            <Text size="sm" c="var(--quiet)">
              {text.tables(TABLE_ENDINGS.join(', '))}
            </Text>
          </>
        )}
        <input
          ref={picker}
          type="file"
          accept={ACCEPTED}
          hidden
          aria-label={text.choose}
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </div>
    </section>
  )
}

function SendingFile({ sending: { file, bytes, stop } }: { sending: Sending }) {
  const text = useMessages(importMessages)
  const percent = file.size === 0 ? 100 : Math.min(100, Math.floor((100 * bytes) / file.size))
  return (
    <>
      <Text fw={500} className={classes.name}>
        {text.sending(file.name)}
      </Text>
      <progress className={classes.bar} aria-label={text.sending(file.name)} max={100} value={percent} />
      <Text size="sm" c="var(--quiet)" aria-live="off">
        {text.sent(percent)}
      </Text>
      <Button variant="default" onClick={() => stop.abort()}>
        {text.cancel}
      </Button>
    </>
  )
}
