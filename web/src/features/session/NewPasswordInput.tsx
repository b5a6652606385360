import { judgePassword, type PasswordRules, passwordLength, USUAL_RULES } from '@aliquot/contract/password-rules'
import { Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { sayOfField, useRefusalWords, withCapital } from '../../i18n/refusals.ts'
import { useErrorUntilChanged } from '../../ui/fields/error-until-changed.ts'
import classes from './NewPasswordInput.module.css'
import { sessionMessages } from './session.messages.ts'
import { setupState } from './sign-in.queries.ts'

type Props = Omit<PasswordInputProps, 'about' | 'value'> & {
  value: string
  /** What others know of the person: e-mail, first name, last name, as stored by the service. */
  about: readonly string[]
}

/** A new password with its strength. */
export function NewPasswordInput({ about, ...input }: Props) {
  const text = useMessages(sessionMessages)
  const { data: setup } = useQuery(setupState())
  const rules = setup
    ? { fewest: setup.min_password_length, complexity: setup.password_complexity_requirement }
    : USUAL_RULES
  const error = useErrorUntilChanged(input.error, input.value)
  return (
    <Stack gap="xs">
      <PasswordInput
        description={text.passwordHint(rules.fewest)}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': text.show, tabIndex: 0 }}
        {...input}
        error={error}
      />
      {/* The error says the same of this password. */}
      {input.value !== '' && !error && <StrengthMeter password={input.value} rules={rules} about={about} />}
    </Stack>
  )
}

interface MeterProps {
  password: string
  rules: PasswordRules
  about: readonly string[]
}

function StrengthMeter({ password, rules, about }: MeterProps) {
  const text = useMessages(sessionMessages)
  const { language } = useLanguage()
  useRefusalWords(language)
  const missing = rules.fewest - passwordLength(password)
  const { strength, problem } = judgePassword(password, about, rules)
  const isLongEnough = missing <= 0
  return (
    <Group gap="sm" wrap="nowrap" aria-live="polite">
      <div className={classes.meter} data-strength={strength} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= strength || undefined} />
        ))}
      </div>
      <Text size="xs" c="var(--quiet)">
        <span className={classes.hidden}>{text.strength}: </span>
        {strength === 0 && isLongEnough && problem
          ? withCapital(sayOfField(problem, language), language)
          : text.strengths[strength]}
        {!isLongEnough && `, ${text.more(missing)}`}
      </Text>
    </Group>
  )
}
