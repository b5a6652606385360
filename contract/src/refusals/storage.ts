/** The database or the storage of files does not take it now. */
export const storageRefusals = {
  'storage.database_busy': 'The database is busy',
  'storage.database_silent': 'The database does not answer at the moment',
  'storage.database_full': 'The database cannot store anything at the moment',
  'storage.search_damaged': 'The search index is being rebuilt; everything else works',
  'storage.flush_failed': 'The disk failed: look whether the change is there before you make it again',
  'storage.record_busy': 'Others are changing the same record at the moment',
  'storage.text_busy': 'Others keep changing this text at the moment',
  'storage.too_many_changes': 'Too many changes wait to be stored',
  'storage.files_silent': 'The storage of files does not work at the moment',
  'storage.files_broken': 'The storage of files does not work at the moment; nothing was stored',
  'storage.cleaning_up': 'This content is just being cleaned up; nothing was stored',
  'storage.no_room': 'There is no room for this file; nothing was stored',
  'storage.content_missing': [
    'The content of this file is not in the storage of this server',
    'Tell your administrator: with several servers, all need the same storage of files (docs/several-servers.md); otherwise it was lost, and aliquot verify names it, too. SHA-256 {hash}',
  ],
  'storage.content_altered': [
    'The content of this file was altered in the storage',
    'Tell your administrator: aliquot verify names it, too. SHA-256 {hash}',
  ],
} as const
