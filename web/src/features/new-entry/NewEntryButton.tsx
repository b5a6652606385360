import type { EntityType } from '@aliquot/contract/common'
import { ActionIcon, Button } from '@mantine/core'
import { LayoutTemplate, Plus } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { useTypeMessages } from '../entry-data/entry-type.messages.ts'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { newEntryMessages } from './new-entry.messages.ts'
import { askForTemplate } from './template-request.ts'

interface Props {
  type: EntityType
  className: string | undefined
  create(): void
  isPending: boolean
}

/** Creates an empty entry, or one from a template. */
export function NewEntryButton({ type, className, create, isPending }: Props) {
  const text = useMessages(newEntryMessages)
  const ofType = useTypeMessages(type)
  return (
    <div className={className}>
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden="true" />}
        loading={isPending}
        onClick={create}
      >
        {ofType.create}
      </Button>
      {!isTemplateType(type) && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={text.fromTemplate}
          title={text.fromTemplate}
          onClick={() => askForTemplate({ makes: type, isForced: false })}
        >
          <LayoutTemplate size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
