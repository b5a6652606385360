import { z } from 'zod'

/** Records that the OpenAPI document describes once, by name. Others are named after their operation. */
export const namedRecords = z.registry<{ name: string; description: string }>()
