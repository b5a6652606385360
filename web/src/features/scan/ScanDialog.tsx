import { Modal, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useCloseOnBack } from '../../ui/keys/close-on-back.ts'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Camera } from './Camera.tsx'
import { CodeMeaning } from './CodeMeaning.tsx'
import { scanMessages } from './scan.messages.ts'
import { useCode } from './use-code.ts'

/** What a hand scanner has typed: a new one each time, also for the same code. */
export interface Scanned {
  code: string
}

/** Opens the entry of a code: of the hand scanner, or one that the camera sees. */
export function ScanDialog({ scanned, close }: { scanned: Scanned | undefined; close(): void }) {
  useFocusReturn()
  useCloseOnBack(close)
  const text = useMessages(scanMessages)
  const common = useMessages(commonMessages)
  const isPhone = useIsPhone()
  const { read, isAsking, ask, see } = useCode(close)
  const onScan = useEffectEvent(ask)
  useEffect(() => {
    if (scanned) void onScan(scanned.code)
  }, [scanned])
  return (
    <Modal
      opened
      onClose={close}
      title={text.title}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack data-scanner>
        {!scanned && <Camera see={see} ask={ask} />}
        {scanned && isAsking && (
          <Text role="status" c="var(--quiet)">
            {text.looking}
          </Text>
        )}
        {read && !isAsking && <CodeMeaning {...read} retry={() => ask(read.code)} close={close} />}
      </Stack>
    </Modal>
  )
}
