import { Group, Text } from '@mantine/core'

export function Brand() {
  return (
    <Group gap="xs">
      <img src="/icon.svg" alt="" width={28} height={28} />
      <Text fw={650} size="lg">
        Aliquot
      </Text>
    </Group>
  )
}
