import type { CodedEntry } from '@aliquot/contract/codes'
import { codes, MOST_IN_CODE } from '@aliquot/contract/codes'
import { Anchor, Button, FileButton, Modal, Paper, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useCloseOnBack } from '../../ui/keys/close-on-back.ts'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryLink } from '../entry-data/entry-types.ts'
import { readPhoto } from './read-photo.ts'
import classes from './ScanDialog.module.css'
import { scanMessages } from './scan.messages.ts'
import { useCamera } from './use-camera.ts'

/** What a code means, if it does not mean exactly one entry, which opens at once. */
interface Read {
  code: string
  entries: readonly CodedEntry[]
}

/** Opens the entry of a code that the camera sees. */
export function ScanDialog({ close }: { close(): void }) {
  useFocusReturn()
  useCloseOnBack(close)
  const text = useMessages(scanMessages)
  const common = useMessages(commonMessages)
  const isPhone = useIsPhone()
  const { fail } = useToasts()
  const navigate = useNavigate()
  const [read, setRead] = useState<Read>()
  const latest = useRef('')
  const ask = async (code: string) => {
    // The camera sees the same code many times a second.
    if (code === latest.current) return
    latest.current = code
    try {
      const { data } = await call(codes.read, { query: { code: code.slice(0, MOST_IN_CODE) } })
      const [entry] = data
      if (latest.current !== code) return
      if (!entry || data.length > 1) return setRead({ code, entries: data })
      close()
      await navigate(entryLink(entry))
    } catch (error) {
      latest.current = ''
      fail(error)
    }
  }
  const { video, state } = useCamera((code) => void ask(code))
  return (
    <Modal
      opened
      onClose={close}
      title={text.title}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        {(state === 'waiting' || state === 'looking') && (
          <div className={classes.view}>
            <video ref={video} className={classes.video} muted playsInline aria-label={text.hint} />
            {state === 'looking' && <div className={classes.frame} aria-hidden />}
          </div>
        )}
        <Text size="sm" c="var(--quiet)" role="status">
          {state === 'looking' ? text.hint : text[state]}
        </Text>
        {read && <Meaning {...read} close={close} />}
        <Photo tell={ask} />
      </Stack>
    </Modal>
  )
}

function Meaning({ code, entries, close }: Read & { close(): void }) {
  const text = useMessages(scanMessages)
  const common = useMessages(commonMessages)
  return (
    <Paper withBorder p="sm" role="alert">
      <Text fw={600}>{entries.length > 0 ? text.several : text.unknown}</Text>
      <Text className={classes.code} size="sm">
        {code}
      </Text>
      {entries.map((entry) => (
        <Anchor
          key={entry.id}
          display="block"
          onClick={close}
          renderRoot={(props) => <Link {...props} {...entryLink(entry)} />}
        >
          {entry.title || common.untitled}
        </Anchor>
      ))}
      {entries.length === 0 && (
        <Anchor onClick={close} renderRoot={(props) => <Link {...props} to="/experiments" search={{ q: code }} />}>
          {text.search}
        </Anchor>
      )}
    </Paper>
  )
}

/** For devices and pages that give no camera: on phones it opens the camera's own program. */
function Photo({ tell }: { tell(code: string): Promise<void> }) {
  const text = useMessages(scanMessages)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const choose = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    setBusy(true)
    try {
      const code = await readPhoto(file)
      if (code) await tell(code)
      else setProblem(text.nothing)
    } catch (error) {
      setProblem(error instanceof DOMException ? text.noPicture : text.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Text role="alert">{problem}</Text>}
      <FileButton accept="image/*" capture="environment" onChange={(file) => void choose(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={isBusy}>
            {text.photo}
          </Button>
        )}
      </FileButton>
    </>
  )
}
