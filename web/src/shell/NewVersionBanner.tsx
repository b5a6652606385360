import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../i18n/messages.tsx'
import { useNewVersion } from '../worker/new-version.ts'
import classes from './OfflineBanner.module.css'
import { shellMessages } from './shell.messages.ts'

/** Offers a newer interface. It never loads by itself, because somebody may be typing. */
export function NewVersionBanner() {
  const text = useMessages(shellMessages)
  const load = useNewVersion()
  const [isLoading, setLoading] = useState(false)
  return (
    <div role="status" className="no-print">
      {load && (
        <p className={`${classes.banner} ${classes.news}`}>
          {text.newVersion}
          <Button
            size="compact-sm"
            variant="default"
            loading={isLoading}
            onClick={() => {
              setLoading(true)
              void load()
            }}
          >
            {text.reload}
          </Button>
        </p>
      )}
    </div>
  )
}
