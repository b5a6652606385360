import { defineMessages } from '../../../i18n/messages.tsx'

export const agentMessages = defineMessages('agents', {
  title: 'Instruments',
  intros: {
    own: 'Computers that bring files of instruments into this team with your keys.',
    team: 'Computers that bring files of instruments into this team.',
    instance: 'Computers that bring files of instruments into the notebook, of all teams.',
  },
  none: 'No instruments yet',
  setUp: 'Set up an instrument',
  what: 'A small program on the computer of an instrument watches folders and brings new files into your entries. It never changes an original.',
  keyStep: 'Create an API key with “Deposit only”:',
  keyLink: 'API keys',
  yourKey: 'your key',
  configStep: 'Save this on the computer of the instrument, with your key and your folders.',
  configLabel: 'watch.json',
  runStep: 'Start the program. The instrument then appears here.',
  runLabel: 'Command',
  manual:
    'All settings, the program for computers without Node and services for Linux and Windows: docs/instruments.md',
  states: { silent: 'Silent', failing: 'Needs attention', running: 'Running', ended: 'Ended' },
  lastContact: 'Last contact',
  waiting: (count: number) =>
    count === 0 ? 'No files waiting' : count === 1 ? '1 file waiting' : `${count} files waiting`,
  computer: (name: string) => `Computer: ${name}`,
  owner: (name: string) => `Key of ${name}`,
  team: (name: string) => `Team: ${name}`,
  version: (version: string) => `Version ${version}`,
  silentHint: 'It has not reported for too long. Check the computer, its network and its key.',
  errors: (count: number) =>
    count === 1 ? '1 file could not be added. The error:' : `${count} files could not be added. The last error:`,
  more: (name: string) => `More for ${name}`,
  remove: 'Remove from list',
  removed: (name: string) => `${name} removed. It comes back if it reports again.`,
})
