import { entityLists } from '@aliquot/contract/entities-list'
import { addressOf } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { ShownOnce } from '../../ui/fields/ShownOnce.tsx'
import { accountMessages } from './account.messages.ts'

/** The only time that a key is shown. */
export function CreatedApikey({ text: key, onDone }: { text: string; onDone(): void }) {
  const text = useMessages(accountMessages)
  const example = addressOf(entityLists.list, { params: { entity_type: 'experiments' }, query: { limit: 5 } })
  const curl = `curl -H "Authorization: ${key}" "${location.origin}${example}"`
  return (
    <ShownOnce title={text.keyCreated} hint={text.keyOnce} done={text.done} onDone={onDone}>
      <CopyField label={text.key} value={key} isMain />
      <CopyField label={text.tryIt} value={curl} />
    </ShownOnce>
  )
}
