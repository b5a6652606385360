import { Anchor, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, Search } from 'lucide-react'
import { useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useEnterTakesFirst } from '../../ui/fields/enter-takes-first.ts'
import { useFocusReturn } from '../../ui/keys/focus-return.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { ENTRY_TYPES, TEMPLATES_OF } from '../entry-data/entry-types.ts'
import { newEntryMessages } from './new-entry.messages.ts'
import classes from './TemplateDialog.module.css'
import type { TemplateRequest } from './template-request.ts'
import { type Template, templatesFor } from './templates.queries.ts'
import { useNewEntry } from './use-new-entry.ts'

/** Chooses a template by a few letters and Enter, or by a click. */
export function TemplateDialog({ makes, isForced, close }: TemplateRequest & { close(): void }) {
  useFocusReturn()
  const text = useMessages(newEntryMessages)
  const common = useMessages(commonMessages)
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 120)
  const { data: templates, error, isFetching } = useQuery(templatesFor(makes, asked))
  const { createFrom } = useNewEntry(makes)
  const pick = ({ id }: Template) => {
    close()
    // After the dialog has returned the focus, so that the title can take it.
    setTimeout(createFrom, 0, id)
  }
  const isAnswered = asked === typed.trim() && !isFetching
  const pickFirst = useEnterTakesFirst(isAnswered, () => templates?.[0] && pick(templates[0]))
  return (
    <Modal
      opened
      onClose={close}
      title={text.chooser[makes]}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        {isForced && <Text size="sm">{text.forced}</Text>}
        <TextInput
          data-autofocus
          aria-label={text.find}
          placeholder={text.find}
          leftSection={<Search size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={pickFirst}
        />
        {error && <ProblemLine error={error} />}
        {!templates && !error && <Skeleton height={120} />}
        {templates && templates.length > 0 && (
          <ul className={classes.list}>
            {templates.map((template) => (
              <li key={template.id}>
                <button type="button" className={classes.choice} onClick={() => pick(template)}>
                  <LayoutTemplate size={16} aria-hidden />
                  <span className={classes.title}>{template.title || common.untitled}</span>
                  <span className={classes.quiet}>{template.category_title ?? template.fullname}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {templates?.length === 0 && (
          <Text size="sm" c="var(--quiet)" role="status">
            {asked === '' ? text.none : text.noneFound}
          </Text>
        )}
        <Anchor component={Link} to={ENTRY_TYPES[TEMPLATES_OF[makes]].list} size="sm" onClick={close}>
          {text.makeOne[makes]}
        </Anchor>
      </Stack>
    </Modal>
  )
}
