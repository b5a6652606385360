import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import type { MadeType } from '../entry-data/entry-types.ts'
import { newEntryMessages } from './new-entry.messages.ts'
import { askForTemplate } from './template-request.ts'
import { templatesFor } from './templates.queries.ts'

interface Props {
  makes: MadeType
  className: string
  labelClassName: string | undefined
}

/** Newcomers look for templates on the blank page. Hidden while there are none. */
export function UseTemplateButton({ makes, className, labelClassName }: Props) {
  const { useTemplate } = useMessages(newEntryMessages)
  const { data: templates } = useQuery({ ...templatesFor(makes), retry: false })
  if (!templates || templates.length === 0) return null
  return (
    <Button
      variant="light"
      size="compact-sm"
      className={className}
      aria-label={useTemplate}
      leftSection={<LayoutTemplate size={16} aria-hidden="true" />}
      onClick={() => askForTemplate({ makes, isForced: false })}
    >
      <span className={labelClassName}>{useTemplate}</span>
    </Button>
  )
}
