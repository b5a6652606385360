import { defineMessages } from '../../i18n/messages.tsx'

export const scanMessages = defineMessages('scan', {
  title: 'Scan a code',
  looking: 'Looking for the entry…',
  hint: 'Hold the camera over a QR, Data Matrix, Aztec or Code 128 code',
  waiting: 'Waiting for the camera…',
  refused: 'The camera is blocked. Allow it next to the address of this page, or take a photo.',
  absent: 'No camera found, or another program is using it. You can choose a photo instead.',
  insecure: 'Browsers allow the camera only on https pages. You can take a photo instead.',
  photo: 'Take or choose a photo',
  nothing: 'No code was found in this photo. Move closer and use more light.',
  noPicture: 'The browser cannot open this file as a picture',
  failed: 'The code reader could not be loaded',
  unknown: 'No entry here that you may read has this code',
  several: 'Several entries have this code',
  search: 'Search for it',
  archived: 'Archived',
  deleted: 'In the trash',
})
