import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone: below this width pages have one column, and a bar at the bottom. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
}
