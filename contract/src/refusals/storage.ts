/** The database or the storage of files does not take it now. */
export const storageRefusals = {
  'storage.database_busy': 'The database is busy',
  'storage.database_silent': 'The database does not answer at the moment',
  'storage.database_full': 'The database cannot store anything at the moment',
  'storage.search_damaged': 'The search index is being rebuilt; everything else works',
  'storage.flush_failed': 'The disk failed: check whether the change was stored before you repeat it',
  'storage.record_busy': 'Others are changing the same record at the moment',
  'storage.text_busy': 'Others keep changing this text at the moment',
  'storage.too_many_changes': 'Too many changes are waiting to be stored',
  'storage.files_silent': 'File storage does not work at the moment',
  'storage.files_broken': 'File storage does not work at the moment; nothing was stored',
  'storage.cleaning_up': 'This content is being cleaned up; nothing was stored',
  'storage.no_room': 'No storage is left for this file; nothing was stored',
  'storage.content_missing': [
    'The content of this file is not in the storage of this server',
    'Tell your administrator: with several servers, all need the same file storage (docs/several-servers.md); otherwise it was lost, and aliquot verify lists it. SHA-256 {hash}',
  ],
  'storage.content_altered': [
    'The content of this file was altered in the storage',
    'Tell your administrator: aliquot verify lists it. SHA-256 {hash}',
  ],
} as const
