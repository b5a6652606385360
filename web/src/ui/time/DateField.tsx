import { TextInput, type TextInputProps } from '@mantine/core'
import { useLanguage } from '../../i18n/messages.tsx'
import { calendarDay, calendarTime, dayPattern } from './calendar-day.ts'
import classes from './DateField.module.css'

interface Props extends TextInputProps {
  type?: 'date' | 'datetime-local' | 'time'
  value: string
}

/**
 * A date that reads like every other one on the page. A browser writes dates in its own language, so its field only
 * shows while it has the focus.
 */
export function DateField({ type = 'date', value, classNames, ...props }: Props) {
  const { language } = useLanguage()
  const isEmpty = value === ''
  const shown = type === 'time' ? '' : isEmpty ? dayPattern(language) : inWords()
  return (
    <TextInput
      {...props}
      type={type}
      max={type === 'date' ? '9999-12-31' : undefined}
      value={value}
      attributes={{ wrapper: { ...(shown && { 'data-shown': shown }), ...(isEmpty && { 'data-empty': true }) } }}
      classNames={{ ...(typeof classNames === 'object' && classNames), wrapper: classes.wrapper }}
    />
  )

  function inWords(): string {
    return type === 'date' ? calendarDay(value, language) : calendarTime(value, language)
  }
}
