import type { EntityType } from '@aliquot/contract/common'
import { FlaskConical, LayoutTemplate, type LucideIcon, Package } from 'lucide-react'

export const TYPE_ICONS: Readonly<Record<EntityType, LucideIcon>> = {
  experiments: FlaskConical,
  items: Package,
  experiments_templates: LayoutTemplate,
  items_types: LayoutTemplate,
}
