import { Button, FileButton, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { readPhoto } from './read-photo.ts'
import classes from './ScanDialog.module.css'
import { scanMessages } from './scan.messages.ts'
import { useCamera } from './use-camera.ts'

interface Props {
  /** A code that the camera sees now. */
  see(code: string): unknown
  ask(code: string): unknown
}

/** Shows what the camera sees; a photo is for devices and pages that give no camera. */
export function Camera({ see, ask }: Props) {
  const text = useMessages(scanMessages)
  const { video, state } = useCamera(see)
  return (
    <>
      {(state === 'waiting' || state === 'looking') && (
        <div className={classes.view}>
          <video ref={video} className={classes.video} muted playsInline aria-label={text.hint} />
          {state === 'looking' && <div className={classes.frame} aria-hidden />}
        </div>
      )}
      <Text size="sm" c="var(--quiet)" role="status">
        {state === 'looking' ? text.hint : text[state]}
      </Text>
      <Photo ask={ask} />
    </>
  )
}

function Photo({ ask }: Pick<Props, 'ask'>) {
  const text = useMessages(scanMessages)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const reset = useRef<() => void>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    setBusy(true)
    try {
      const code = await readPhoto(file)
      if (code) await ask(code)
      else setProblem(text.nothing)
    } catch (error) {
      setProblem(error instanceof DOMException ? text.noPicture : text.failed)
    } finally {
      setBusy(false)
      // The same photo may be chosen again.
      reset.current?.()
    }
  }
  return (
    <>
      <FileButton accept="image/*" resetRef={reset} onChange={(file) => void choose(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={isBusy}>
            {text.photo}
          </Button>
        )}
      </FileButton>
      {problem && <Text role="alert">{problem}</Text>}
    </>
  )
}
