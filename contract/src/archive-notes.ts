/**
 * What an archive of another notebook says that did not come in as it was, and how people are told. `about` of a note
 * fills in what it is about: a file, a property, an address.
 */
export const ARCHIVE_NOTES = {
  only_in_record: 'These properties have no place here and are kept in the attached record',
  bad_hash: 'The hash of a file is malformed, so the file was not compared with it',
  other_size: 'A file is not as long as the archive says',
  file_missing: 'The archive lists a file that it does not contain',
  file_elsewhere: 'The archive contains only the address of a file',
  file_unlisted: 'The archive contains a file without listing it; it was added to the entry whose folder it was in',
  file_left: 'A file belongs to no entry and was not imported',
  file_replaced_before: 'This file was lost or altered where it came from; the archive contains a notice in its place',
  author_of_archive: 'The entry names no author, so the author of the archive was used',
  node_missing: 'The archive refers to something that it does not describe',
  node_twice: 'The archive describes this twice, and differently',
  bad_instant: 'A date or time could not be read',
  many_values: 'Only the first of several values was used; the others are in the attached record',
  unreadable_metadata: 'The metadata of the entry are not valid JSON; they are in the attached record',
  field_left: 'A field has no name, or no value that could be read',
  field_of_source: 'This field points to a record by its number in the original notebook',
  link_left: 'A link leads to something that is not in the archive',
  part_left: 'A part of the archive is neither an entry nor a file',
  text_unreadable: 'The document of the entry could not be read; it was added as a file',
  characters_lost: 'Some characters are not valid and were replaced',
  more_notes: 'There are more notes of this kind',
} as const
export type ArchiveNoteCode = keyof typeof ARCHIVE_NOTES
