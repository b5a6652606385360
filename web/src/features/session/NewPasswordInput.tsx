import { Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './NewPasswordInput.module.css'
import { FEWEST_CHARACTERS, passwordStrength } from './password-strength.ts'
import { sessionMessages } from './session.messages.ts'
import { setupState } from './session.queries.ts'

type Props = Omit<PasswordInputProps, 'about' | 'value'> & {
  value: string
  /** What others know of the person: names and e-mail. */
  about: readonly string[]
}

/** A password that is being chosen, with how hard it is to guess. */
export function NewPasswordInput({ about, ...input }: Props) {
  const text = useMessages(sessionMessages)
  const { data: setup } = useQuery(setupState())
  const fewest = setup?.min_password_length ?? FEWEST_CHARACTERS
  return (
    <Stack gap={6}>
      <PasswordInput
        description={text.passwordHint(fewest)}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
        {...input}
      />
      {input.value !== '' && <StrengthMeter password={input.value} fewest={fewest} about={about} />}
    </Stack>
  )
}

interface MeterProps {
  password: string
  fewest: number
  about: readonly string[]
}

function StrengthMeter({ password, fewest, about }: MeterProps) {
  const text = useMessages(sessionMessages)
  const missing = fewest - [...password].length
  const strength = passwordStrength(password, about, fewest)
  return (
    <Group gap="sm" wrap="nowrap" aria-live="polite">
      <div className={classes.meter} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= strength || undefined} />
        ))}
      </div>
      <Text size="xs" c="var(--quiet)">
        <span className={classes.hidden}>{text.strength}: </span>
        {text.strengths[strength]}
        {missing > 0 && `, ${text.more(missing)}`}
      </Text>
    </Group>
  )
}
