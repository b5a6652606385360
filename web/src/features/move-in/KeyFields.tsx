import { ActionIcon, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { moveInMessages } from './move-in.messages.ts'
import classes from './move-in.module.css'

interface Props {
  keys: readonly string[]
  setKeys(keys: readonly string[]): void
  error: string | undefined
}

/** API keys of the other notebook, of as many people as have private entries. */
export function KeyFields({ keys, setKeys, error }: Props) {
  const text = useMessages(moveInMessages)
  return (
    <Stack gap="xs">
      {keys.map((key, index) => (
        <div key={index} className={classes.key}>
          <PasswordInput
            className={classes.grow}
            label={index === 0 ? text.key : text.furtherKey(index + 1)}
            description={index === 0 ? text.keyHint : undefined}
            required={index === 0}
            withAsterisk={false}
            // A password manager must neither fill in nor keep it.
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            value={key}
            error={index === 0 ? error : undefined}
            onChange={({ currentTarget: { value } }) => setKeys(keys.with(index, value))}
          />
          {index > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={text.removeKey(index + 1)}
              onClick={() => setKeys(keys.toSpliced(index, 1))}
            >
              <X size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Group>
        <Button variant="subtle" leftSection={<Plus size={18} aria-hidden />} onClick={() => setKeys([...keys, ''])}>
          {text.addKey}
        </Button>
      </Group>
    </Stack>
  )
}

/** What was typed, without empty fields. */
export function keysIn(keys: readonly string[]): string[] {
  return keys.map((key) => key.trim()).filter((key) => key !== '')
}
