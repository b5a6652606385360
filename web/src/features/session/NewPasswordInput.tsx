import { Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import classes from './NewPasswordInput.module.css'
import { FEWEST_CHARACTERS, passwordStrength } from './password-strength.ts'
import { sessionTexts } from './session.text.ts'

type Props = Omit<PasswordInputProps, 'about' | 'value'> & {
  value: string
  /** What others know of the person: names and e-mail. */
  about: readonly string[]
}

/** A password that is being chosen, with how hard it is to guess. */
export function NewPasswordInput({ about, ...input }: Props) {
  const text = useTexts(sessionTexts)
  return (
    <Stack gap={6}>
      <PasswordInput
        description={text.passwordHint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
        {...input}
      />
      {input.value !== '' && <StrengthMeter password={input.value} about={about} />}
    </Stack>
  )
}

function StrengthMeter({ password, about }: { password: string; about: readonly string[] }) {
  const text = useTexts(sessionTexts)
  const strength = passwordStrength(password, about)
  const missing = FEWEST_CHARACTERS - [...password].length
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
