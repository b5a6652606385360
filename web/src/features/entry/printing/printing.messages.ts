import { defineMessages } from '../../../i18n/messages.tsx'

/** What only paper says. */
export const printingMessages = defineMessages('printing', {
  permanentId: 'Permanent id',
  address: 'Address',
  addressCode: 'QR code of the address',
  created: 'Created',
  changed: 'Last changed',
  lockedBy: 'Locked by',
  state: 'State',
  states: { 2: 'archived', 3: 'in the trash' } as Readonly<Record<number, string>>,
  printed: 'Printed',
  printedBy: (when: string, name: string) => `${when} by ${name}`,
  number: (id: number) => `No. ${id}`,
  page: 'Page',
  pageOf: 'of',
})
