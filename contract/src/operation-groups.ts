import type { OperationGroup } from './endpoint.ts'

/** Groups with operations in several files of the contract. Other groups are declared beside their endpoints. */
export const ENTRIES: OperationGroup = {
  name: 'Entries',
  about: 'Experiments, resources and their templates: lists, records, changes, copies and files made of them.',
}
export const USERS: OperationGroup = { name: 'Users', about: 'People: accounts, preferences and places in teams.' }
export const ADMINISTRATION: OperationGroup = {
  name: 'Administration',
  about: 'For sysadmins: settings, audit trail, health.',
}
export const INSTANCE: OperationGroup = { name: 'Instance', about: 'The instance itself: versions and counts.' }
