import { TextInput } from '@mantine/core'
import { Search } from 'lucide-react'

interface Props {
  label: string
  value: string
  onChange(value: string): void
}

export function SearchInput({ label, value, onChange }: Props) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
