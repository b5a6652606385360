import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface TeamsTable {
  id: Generated<number>
  name: string
  orgid: string | null
  visible: number
  user_create_tag: number
  force_exp_tpl: number
  force_res_tpl: number
  users_canwrite_experiments: number
  users_canwrite_experiments_categories: number
  users_canwrite_experiments_status: number
  users_canwrite_experiments_templates: number
  users_canwrite_resources: number
  users_canwrite_resources_categories: number
  users_canwrite_resources_status: number
  users_canwrite_resources_templates: number
  announcement: string | null
  newcomer_threshold: number
  newcomer_banner: string | null
  newcomer_banner_active: number
  onboarding_email_active: number
  onboarding_email_subject: string | null
  onboarding_email_body: string | null
  capture_container_deletion_reason: number
  enforce_required_fields: number
  require_change_reason: number
  /** Bytes; 0 means no limit, null the limit in the settings. */
  files_quota: number | null
  created_at: string
  version: number
  /** 1, or 3 for a deleted team: its deleted entries still belong to it. */
  state: Generated<number>
}

const ADDED_LATER: Readonly<Record<string, unknown>> = {
  state: 1,
  enforce_required_fields: 0,
  require_change_reason: 0,
  files_quota: null,
}

export const teamsTable = table<TeamsTable>()({
  name: 'teams',
  key: ['id'],
  backup: 'kept',
  // Every column; later ones only if they differ from their initial value.
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'team',
    id: 'id',
    values: (row) =>
      Object.entries(row)
        .filter(([column, value]) => ADDED_LATER[column] !== value)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
  },
})
